"""The files of one run, each read by another decoder: do they tell the same?

For each FIT file its GPX and TCX are compared with it, second by second: places within 2e-7 degrees, which is what both round, heart rates
equal; the run's distance, time and laps too. FIT has one record a second, GPX and TCX may have more.
"""

import datetime
import pathlib

import gpxpy
from garmin_fit_sdk import Decoder, Stream
from report import report
from tcxparser import TCXParser

EXTENSION = "{http://www.garmin.com/xmlschemas/TrackPointExtension/v2}"
NAMESPACE = {"ns": "http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2"}


def whole(time):
    """FIT counts whole seconds."""
    return time.astimezone(datetime.timezone.utc).replace(microsecond=0)


def of_fit(path):
    messages, errors = Decoder(Stream.from_file(path)).read()
    if errors:
        raise ValueError(errors[0])
    seconds = {}
    for record in messages["record_mesgs"]:
        place = None
        if "position_lat" in record:
            place = tuple(record[key] * 180 / 2**31 for key in ("position_lat", "position_long"))
        seconds[whole(record["timestamp"])] = (place, record.get("heart_rate"))
    return seconds, messages["session_mesgs"][0], len(messages["lap_mesgs"])


def of_gpx(path):
    with open(path, encoding="utf-8") as file:
        points = [point for track in gpxpy.parse(file).tracks for segment in track.segments for point in segment.points]
    seconds = {}
    for point in points:
        beats = [beat for extension in point.extensions for beat in extension.findall(f"{EXTENSION}hr")]
        seconds.setdefault(whole(point.time), []).append(
            ((point.latitude, point.longitude), int(beats[0].text) if beats else None))
    return seconds


def of_tcx(tcx):
    seconds = {}
    for point in tcx.root.xpath("//ns:Trackpoint", namespaces=NAMESPACE):
        time = datetime.datetime.fromisoformat(point.Time.text.replace("Z", "+00:00"))
        place = point.find("ns:Position", namespaces=NAMESPACE)
        beats = point.find("ns:HeartRateBpm", namespaces=NAMESPACE)
        seconds.setdefault(whole(time), []).append((
            None if place is None else (float(place.LatitudeDegrees), float(place.LongitudeDegrees)),
            None if beats is None else int(beats.Value),
        ))
    return seconds


def is_same(a, b):
    """Two moments: places and heart rates."""
    if a[1] != b[1] or (a[0] is None) != (b[0] is None):
        return False
    return a[0] is None or max(abs(x - y) for x, y in zip(a[0], b[0])) <= 2e-7


def compare(name, seconds, fit, places_only):
    if extra := seconds.keys() - fit.keys():
        raise ValueError(f"{name} has {len(extra)} seconds that FIT has not, first {min(extra)}")
    for time, moment in fit.items():
        if moment[0] is None and places_only:
            continue
        if not any(is_same(moment, other) for other in seconds.get(time, [])):
            raise ValueError(f"{name} has {seconds.get(time)} at {time}, FIT {moment}")


def check(path):
    fit, session, laps = of_fit(path)
    told = []
    stem = path[: -len(".fit")]
    if pathlib.Path(stem + ".gpx").exists():
        compare("GPX", of_gpx(stem + ".gpx"), fit, places_only=True)
        told.append("GPX")
    if pathlib.Path(stem + ".tcx").exists():
        tcx = TCXParser(stem + ".tcx")
        compare("TCX", of_tcx(tcx), fit, places_only=False)
        if abs(tcx.distance - session["total_distance"]) > 0.005:
            raise ValueError(f"TCX has {tcx.distance} m, FIT {session['total_distance']} m")
        if abs(tcx.duration - session["total_timer_time"]) > 0.0005:
            raise ValueError(f"TCX has {tcx.duration} s, FIT {session['total_timer_time']} s")
        if len(tcx.activity.Lap) != laps:
            raise ValueError(f"TCX has {len(tcx.activity.Lap)} laps, FIT {laps}")
        told.append("TCX")
    return f"as {' and '.join(told)}: {session['total_distance']} m" if told else "nothing to compare with"


report("peers", check)
