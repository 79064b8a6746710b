"""Reads recordings in the project's own format: NAME.csv or NAME.csv.gz with a comment head, truth in NAME.hr.csv beside it."""
import gzip
import os
import re
import numpy as np

RATE = 25


class Recording:
    """One recording on the 25 Hz grid: ppg[channels][n] in counts, acc[3][n] in g, truth rows (end of window in s, bpm)."""

    def __init__(self, name, ppg, acc, truth):
        self.name, self.ppg, self.acc, self.truth = name, ppg, acc, truth



def stem(path):
    return re.sub(r"\.csv(\.gz)?$", "", path)


def table(path):
    """(notes, {column: values}) of a CSV with '# key: value' lines before its head line."""
    notes, names, rows = {}, None, []
    with (gzip.open(path, "rt") if path.endswith(".gz") else open(path)) as f:
        for line in f:
            if line.startswith("#"):
                key, _, value = line[1:].partition(":")
                notes[key.strip()] = value.strip()
            elif names is None:
                names = [c.strip() for c in line.split(",")]
                rows = np.loadtxt(f, delimiter=",", ndmin=2)
    return notes, {n: rows[:, i] for i, n in enumerate(names)}


def resample(t, x):
    """Linear interpolation up to 37.5 Hz, above it the mean of the interpolant over 40 ms about each tick, as on the watch."""
    grid = np.arange(int(np.ceil(t[0] * RATE)), int(t[-1] * RATE) + 1) / RATE
    if (len(t) - 1) / (t[-1] - t[0]) <= 1.5 * RATE:
        return np.interp(grid, t, x)
    area = np.concatenate([[0], np.cumsum(np.diff(t) * (x[1:] + x[:-1]) / 2)])
    low, high = np.maximum(grid - 0.5 / RATE, t[0]), np.minimum(grid + 0.5 / RATE, t[-1])
    return (np.interp(high, t, area) - np.interp(low, t, area)) / (high - low)


def load(path):
    """A Recording; every column whose name starts with 'ppg' is a channel."""
    notes, columns = table(path)
    count = len(next(iter(columns.values())))
    t = columns["t_ms"] / 1000 if "t_ms" in columns else np.arange(count) / float(notes["fs_hz"].split()[0])
    ppg = np.array([resample(t, columns[c]) for c in columns if c.startswith("ppg")])
    axes = [c for c in ("ax_mg", "ay_mg", "az_mg") if c in columns]
    acc = np.array([resample(t, columns[c]) / 1000 for c in axes]) if axes else np.tile([[0.0], [0.0], [1.0]], (1, ppg.shape[1]))
    _, truth = table(stem(path) + ".hr.csv")
    return Recording(os.path.basename(stem(path)), ppg, acc, np.column_stack([truth["t_end_s"], truth["bpm"]]))
