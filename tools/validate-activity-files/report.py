"""One line for each file: what every check in this folder prints."""

import sys


def report(name, check):
    """Calls check(path) for each argument. It returns a short text, or raises with the reason."""
    for path in sys.argv[1:]:
        try:
            print(f"ok   {name} {path}: {check(path)}", flush=True)
        except Exception as error:  # noqa: BLE001 - whatever a decoder raises is a verdict
            reason = " ".join(f"{type(error).__name__}: {error}".split())
            print(f"FAIL {name} {path}: {reason}", flush=True)
