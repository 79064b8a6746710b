"""python-tcxparser: a reader of TCX by Garmin's own schema."""

from report import report
from tcxparser import TCXParser


def check(path):
    tcx = TCXParser(path)
    times = tcx.time_objects()
    if len(times) < 2 or times != sorted(times):
        raise ValueError("fewer than two points, or times that go back")
    distances = [float(distance.text) for distance in tcx.distance_values()]
    laps = [float(lap.DistanceMeters.text) for lap in tcx.activity.Lap]
    if distances != sorted(distances) or abs(distances[-1] - sum(laps)) > 0.005:
        raise ValueError(f"the last point is at {distances[-1]} m, the laps have {sum(laps)} m")
    return f"{len(times)} points, {len(laps)} laps, {tcx.distance} m in {tcx.duration} s, {tcx.activity_type}"


report("python-tcxparser", check)
