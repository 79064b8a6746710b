"""fit-tool's validator: the only one that looks at meaning, down to the required fields of an activity."""

from fit_tool.fit_file import FitFile
from fit_tool.validation import ConformanceLevel, ProfileScope, validate_fit_file
from report import report

LEVELS = [ConformanceLevel.WIRE, ConformanceLevel.PROFILE, ConformanceLevel.FILE_TYPE]


def check(path):
    findings = validate_fit_file(FitFile.from_file(path), levels=LEVELS, profile_scope=ProfileScope.FULL).findings
    if findings:
        raise ValueError(f"{len(findings)} findings, first: {findings[0]}")
    return "no findings"


report("fit-tool", check)
