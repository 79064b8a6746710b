"""Garmin's own decoder: signature, integrity, every message, and the messages that an activity must have."""

from garmin_fit_sdk import Decoder, Stream
from report import report


def check(path):
    # A decoder that has checked integrity gives nothing afterwards: each question needs a fresh one.
    if not Decoder(Stream.from_file(path)).is_fit():
        raise ValueError("not a FIT file")
    if not Decoder(Stream.from_file(path)).check_integrity():
        raise ValueError("integrity check failed")
    messages, errors = Decoder(Stream.from_file(path)).read()
    if errors:
        raise ValueError(errors[0])
    counts = {name: len(messages.get(f"{name}_mesgs", [])) for name in ("file_id", "record", "lap", "session", "activity")}
    if counts["file_id"] != 1 or counts["activity"] != 1 or counts["session"] < 1 or counts["lap"] < 1 or counts["record"] < 2:
        raise ValueError(f"wrong number of messages: {counts}")
    return f"{counts['record']} records, {counts['lap']} laps"


report("garmin-fit-sdk", check)
