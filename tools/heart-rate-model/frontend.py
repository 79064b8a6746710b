"""The estimator's front end for many streams at once: filters, motion canceller and spectra, the same as Sources/Biosignals."""
import numpy as np

RATE, WINDOW, LOW, COUNT, BINS = 25, 200, 20, 401, np.arange(40, 211)
HANN = 0.5 - 0.5 * np.cos(2 * np.pi * np.arange(WINDOW) / (WINDOW - 1))
PAD = 60 * RATE  # a minute: the bins of the transform are whole beats a minute
# Butterworth band-pass 0.4-4 Hz at 25 Hz (b0, b1, b2, a1, a2), see BandPassFilter.swift.
SECTIONS = [(0.016255176549541173, 0.032510353099082345, 0.016255176549541173, -0.7719338873526737, 0.19551090299439697),
            (1.0, 2.0, 1.0, -0.8654353030869885, 0.574235992548803),
            (1.0, -2.0, 1.0, -1.7976525181921872, 0.8104717249278496),
            (1.0, -2.0, 1.0, -1.9256815769027205, 0.935848184731406)]


def band_pass(x):
    """x[streams][n], filtered from the steady state of each first sample."""
    x = x - x[:, :1]  # the band-pass removes constants, so this is the steady state
    for b0, b1, b2, a1, a2 in SECTIONS:
        y, z0, z1 = np.empty_like(x), np.zeros(len(x)), np.zeros(len(x))
        for i in range(x.shape[1]):
            v = x[:, i]
            o = b0 * v + z0
            z0, z1 = b1 * v - a1 * o + z1, b2 * v - a2 * o
            y[:, i] = o
        x = y
    return x


def normalise(x):
    """In units of the spread of the last 8 s, clipped at 4."""
    power = np.cumsum(np.pad(x * x, ((0, 0), (WINDOW, 0))), axis=1)
    spread = np.sqrt((power[:, WINDOW:] - power[:, :-WINDOW]) / WINDOW + 1e-9) + 1e-6
    return np.clip(x / spread, -4, 4)


def cancel(q, a):
    """NLMS, 12 taps for each axis: q[streams][n], a[streams][3][n] -> residual[streams][n]."""
    streams, n = q.shape
    w, taps, residual = np.zeros((streams, 3, 12)), np.zeros((streams, 3, 12)), np.empty_like(q)
    for i in range(n):
        taps[:, :, 1:] = taps[:, :, :-1]
        taps[:, :, 0] = a[:, :, i]
        e = q[:, i] - (w * taps).sum((1, 2))
        w += (0.03 * e / ((taps * taps).sum((1, 2)) + 0.24))[:, None, None] * taps
        residual[:, i] = e
    return residual


def spectra(x, ends):
    """Magnitudes at 20...420 bpm of the windows of x[n] that end before the given samples."""
    windows = np.lib.stride_tricks.sliding_window_view(x, WINDOW)[np.asarray(ends) - WINDOW]
    windows = (windows - windows.mean(1, keepdims=True)) * HANN
    return np.abs(np.fft.rfft(windows, PAD, axis=1)[:, LOW:LOW + COUNT]).astype(np.float32)


def unit(m):
    return m / (m[:, 20:191].max(1, keepdims=True) + 1e-9)


class Stream:
    """One pulse stream after the front end, a row a second: MP, MR, MA [updates][401], intensity [updates], end times in s."""

    def __init__(self, name, ends, mp, mr, ma, intensity):
        self.name, self.ends, self.mp, self.mr, self.ma, self.intensity = name, ends, mp, mr, ma, intensity
        self.ep, self.er = running_mean(mp[:, 20:191]), running_mean(mr[:, 20:191])


def running_mean(m, depth=31):
    total = np.cumsum(np.pad(m.astype(np.float64), ((1, 0), (0, 0))), axis=0)
    first = np.maximum(np.arange(len(m)) + 1 - depth, 0)
    return ((total[1:] - total[first]) / (np.arange(len(m)) + 1 - first)[:, None]).astype(np.float32)


def run(streams):
    """streams: list of (name, channels[c][n], acc[3][n]); a list of Streams. Several channels are summed after normalising."""
    order = sorted(range(len(streams)), key=lambda i: streams[i][1].shape[1])
    out = [None] * len(streams)
    for start in range(0, len(order), 64):  # groups of like length, so that little is padded
        group = order[start:start + 64]
        longest = max(streams[i][1].shape[1] for i in group)
        pad = lambda x: np.pad(x, ((0, 0), (0, longest - x.shape[1])), mode="edge")
        channels = [(i, pad(c[None])) for i in group for c in streams[i][1]]
        owner = np.array([i for i, _ in channels])
        acc = {i: pad(streams[i][2]) for i in group}
        axes = band_pass(np.concatenate([acc[i] for i in group])).reshape(len(group), 3, longest)
        axis = {i: axes[k] for k, i in enumerate(group)}
        q = normalise(band_pass(np.concatenate([c for _, c in channels])))
        e = cancel(q, np.stack([axis[i] for i in owner]))
        for i in group:
            n = streams[i][1].shape[1]
            out[i] = finish(streams[i][0], q[owner == i].sum(0)[:n], e[owner == i].sum(0)[:n], axis[i][:, :n])
    return out


def finish(name, p, r, a):
    ends = np.arange(WINDOW, len(p) + 1, RATE)
    windows = [np.lib.stride_tricks.sliding_window_view(x, WINDOW)[ends - WINDOW] for x in a]
    intensity = np.sqrt(sum(w.var(1) for w in windows))
    motion = np.sqrt(sum(spectra(x, ends) ** 2 for x in a))
    ma = unit(motion) * np.minimum(1, intensity / 0.1)[:, None].astype(np.float32)
    return Stream(name, ends / RATE, unit(spectra(p, ends)), unit(spectra(r, ends)), ma, intensity)


def features(s, rows, stretch=None):
    """[len(rows)][171][13] for rows of a stream; stretch: factor by which all frequencies of each row are multiplied."""
    g = BINS[None, :] / (np.ones(len(rows)) if stretch is None else stretch)[:, None]

    def at(m, bpm, low):
        x = np.clip(bpm - low, 0, m.shape[1] - 1)
        i = np.minimum(x.astype(int), m.shape[1] - 2)
        f = (x - i).astype(np.float32)
        r = np.arange(len(rows))[:, None]
        return m[r, i] * (1 - f) + m[r, i + 1] * f

    if stretch is None:
        two, half = np.minimum(2 * g, 420), np.maximum(np.rint(g / 2), 20)
    else:
        two, half = np.minimum(2 * g, 420), np.maximum(g / 2, 20)
    mp, mr, ma, ep, er = s.mp[rows], s.mr[rows], s.ma[rows], s.ep[rows], s.er[rows]
    level = np.broadcast_to(np.minimum(2, s.intensity[rows])[:, None], g.shape)
    place = np.broadcast_to((BINS[None, :] - 110) / 50, g.shape)
    return np.stack([at(mp, g, 20), at(mr, g, 20), at(ma, g, 20), at(ep, g, 40), at(er, g, 40), at(mp, two, 20), at(mr, two, 20),
                     at(ma, two, 20), at(mp, half, 20), at(mr, half, 20), at(ma, half, 20), level, place], 2).astype(np.float32)
