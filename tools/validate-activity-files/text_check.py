"""Tables and JSON by Python's own readers.

What a data point of Open mHealth must have is written down here from the schemas at github.com/openmhealth/schemas (header 1.2,
physical-activity 1.2, step-count 3.0, heart-rate 2.0); what GeoJSON must be from RFC 7946.
"""

import csv
import datetime
import json
import uuid

from report import report


def refuse(constant):
    raise ValueError(f"{constant} is no JSON")


def parse(text):
    return json.loads(text, parse_constant=refuse)


def instant(text):
    return datetime.datetime.fromisoformat(text.replace("Z", "+00:00"))


def check_csv(path):
    with open(path, encoding="ascii", newline="") as file:
        text = file.read()
    if text.count("\n") != text.count("\r\n") or not text.endswith("\r\n"):
        raise ValueError("a line does not end with both characters")
    rows = list(csv.DictReader(text.splitlines(), strict=True, restkey="more", restval="fewer"))
    for row in rows:
        if "more" in row or "fewer" in row.values():
            raise ValueError(f"a row is not as long as the first: {row}")
        uuid.UUID(row["run_id"])
        for name, value in row.items():
            if name != "run_id" and value:
                instant(value) if name == "time_utc" else float(value)
    seconds = [float(row["elapsed_s"]) for row in rows]
    distances = [float(row["distance_m"]) for row in rows if row["distance_m"]]
    if seconds != sorted(set(seconds)) or distances != sorted(distances):
        raise ValueError("time or distance go back")
    return f"{len(rows)} rows"


def check_ndjson(path):
    with open(path, encoding="utf-8") as file:
        lines = [parse(line) for line in file]
    if lines[0]["type"] != "run" or any(line["type"] != "sample" for line in lines[1:]):
        raise ValueError("the first line is not the run, or another is no sample")
    if len({line["syncId"] for line in lines}) != len(lines) or any(not isinstance(line["syncVersion"], int) for line in lines):
        raise ValueError("two lines have one name, or one has no version")
    run = lines[0]
    for quantity in ("elapsed_s", "timer_s", "distance_m"):
        total = sum(lap[quantity] for lap in run["laps"])
        if abs(total - run[quantity]) > 0.0005:
            raise ValueError(f"the laps have {quantity} {total}, the run {run[quantity]}")
    return f"{len(lines) - 1} samples, {len(run['laps'])} laps"


UNITS = {"heart_rate": "beats/min", "step_count": "steps", "distance": "m", "kcal_burned": "kcal"}
BODIES = {
    ("physical-activity", "1.2"): {"activity_name"},
    ("step-count", "3.0"): {"step_count", "effective_time_frame"},
    ("heart-rate", "2.0"): {"heart_rate", "effective_time_frame"},
}


def check_omh(path):
    with open(path, encoding="utf-8") as file:
        points = parse(file.read())
    for point in points:
        header, body = point["header"], point["body"]
        uuid.UUID(header["id"])
        instant(header["creation_date_time"])
        schema = header["schema_id"]
        if schema["namespace"] != "omh" or not BODIES[schema["name"], schema["version"]] <= body.keys():
            raise ValueError(f"a field is missing: {point}")
        if header["acquisition_provenance"]["modality"] != "sensed" or not header["acquisition_provenance"]["source_name"]:
            raise ValueError(f"nobody measured this: {point}")
        for name, unit in UNITS.items():
            if name in body and (body[name]["unit"] != unit or not isinstance(body[name]["value"], (int, float))):
                raise ValueError(f"{name} is {body[name]}")
        (kind, frame), = body["effective_time_frame"].items()
        if kind == "date_time" and schema["name"] != "step-count":
            instant(frame)
        elif instant(frame["start_date_time"]) > instant(frame["end_date_time"]):
            raise ValueError(f"it ends before it begins: {point}")
    if len({point["header"]["id"] for point in points}) != len(points):
        raise ValueError("two data points have one name")
    return f"{len(points)} data points"


def check_geojson(path):
    with open(path, encoding="utf-8") as file:
        collection = parse(file.read())
    count = 0
    for feature in collection["features"]:
        geometry, beside = feature["geometry"], feature["properties"]
        line = geometry["coordinates"] if geometry["type"] == "LineString" else [geometry["coordinates"]]
        if geometry["type"] == "LineString" and len(line) < 2 or geometry["type"] not in ("LineString", "Point"):
            raise ValueError("a line of one position, or no line")
        if any(len(place) != 2 or abs(place[0]) > 180 or abs(place[1]) > 90 for place in line):
            raise ValueError("a position that is none, or latitude before longitude")
        for name in ("coordTimes", "heartRates", "altitudes"):
            if name in beside and len(beside[name]) != len(line):
                raise ValueError(f"{len(beside[name])} {name} for {len(line)} positions")
        for time in beside.get("coordTimes", []):
            instant(time)
        count += len(line)
    if collection["type"] != "FeatureCollection" or count == 0:
        raise ValueError("no collection of features, or an empty one")
    return f"{count} positions in {len(collection['features'])} features"


CHECKS = {".csv": check_csv, ".ndjson": check_ndjson, ".omh.json": check_omh, ".geojson": check_geojson}


def check(path):
    return next(judge for end, judge in CHECKS.items() if path.endswith(end))(path)


report("python", check)
