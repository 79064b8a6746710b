"""gpxpy: the reader of GPX that most Python software has."""

import gpxpy
from report import report

EXTENSION = "{http://www.garmin.com/xmlschemas/TrackPointExtension/v2}"


def check(path):
    with open(path, encoding="utf-8") as file:
        gpx = gpxpy.parse(file, version="1.1")
    segments = [segment for track in gpx.tracks for segment in track.segments]
    points = [point for segment in segments for point in segment.points]
    if len(gpx.tracks) != 1 or not points or any(not segment.points for segment in segments):
        raise ValueError(f"{len(gpx.tracks)} tracks, {len(points)} points, or an empty segment")
    times = [point.time for point in points if point.time is not None]
    if len(times) not in (0, len(points)) or times != sorted(times):
        raise ValueError("times are missing, or go back")
    beats = sum(1 for point in points for extension in point.extensions if extension.find(f"{EXTENSION}hr") is not None)
    return f"{len(points)} points in {len(segments)} segments, {beats} with heart rate, {gpx.length_2d():.0f} m"


report("gpxpy", check)
