"""fitdecode, with checksums and errors that count."""

import fitdecode
from report import report


def check(path):
    records = 0
    with fitdecode.FitReader(path, check_crc=fitdecode.CrcCheck.RAISE, error_handling=fitdecode.ErrorHandling.RAISE) as reader:
        for frame in reader:
            if frame.frame_type == fitdecode.FIT_FRAME_DATA and frame.name == "record":
                records += 1
    return f"{records} records"


report("fitdecode", check)
