"""fitparse: the oldest of the decoders, which many tools still use."""

import fitparse
from report import report


def check(path):
    with fitparse.FitFile(path, check_crc=True) as file:
        file.parse()
        return f"{sum(1 for _ in file.get_messages('record'))} records"


report("fitparse", check)
