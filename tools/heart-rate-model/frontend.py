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
    """Recursive least squares, 6 taps for each axis, with a lasting ridge (see MotionCanceller.swift): q[streams][n], a[streams][3][n] ->
    residual[streams][n]."""
    streams, n = q.shape
    forgetting, ridge, size = 0.998, 0.036, 18
    u, w, residual = np.zeros((streams, 3, 6)), np.zeros((streams, size)), np.empty_like(q)
    inverse = np.tile(np.eye(size), (streams, 1, 1))
    for i in range(n):
        u[:, :, 1:] = u[:, :, :-1].copy()
        u[:, :, 0] = a[:, :, i]
        past = u.reshape(streams, size)
        e = q[:, i] - (w * past).sum(1)
        v = np.einsum("sij,sj->si", inverse, past)
        d = forgetting + (past * v).sum(1)
        w += (e / d)[:, None] * v
        inverse = (inverse - v[:, :, None] * v[:, None, :] / d[:, None, None]) / forgetting
        held = i % size
        g = inverse[:, held].copy()
        d = 1 / ridge + g[:, held]
        w -= (w[:, held] / d)[:, None] * g
        inverse -= g[:, :, None] * g[:, None, :] / d[:, None, None]
        residual[:, i] = np.clip(e, -4, 4)
    return residual


def spectra(x, ends):
    """Magnitudes at 20...420 bpm of the windows of x[n] that end before the given samples."""
    windows = np.lib.stride_tricks.sliding_window_view(x, WINDOW)[np.asarray(ends) - WINDOW]
    windows = (windows - windows.mean(1, keepdims=True)) * HANN
    return np.abs(np.fft.rfft(windows, PAD, axis=1)[:, LOW:LOW + COUNT]).astype(np.float32)


def unit(m):
    return m / (m[:, 20:191].max(1, keepdims=True) + 1e-9)


class Stream:
    """One pulse stream after the front end, a row a second: MP, MR, MA [updates][401], intensity and left [updates], end times in s."""

    def __init__(self, name, ends, mp, mr, ma, intensity, left):
        self.name, self.ends, self.mp, self.mr, self.ma, self.intensity, self.left = name, ends, mp, mr, ma, intensity, left
        self.ep, self.er, self.ea = running_mean(mp[:, 20:191]), running_mean(mr[:, 20:191]), running_mean(ma[:, 20:191])


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
    spread = lambda x: np.lib.stride_tricks.sliding_window_view(x, WINDOW)[ends - WINDOW].var(1) + 1e-9
    left = np.minimum(1.5, np.sqrt(spread(r) / spread(p)))
    return Stream(name, ends / RATE, unit(spectra(p, ends)), unit(spectra(r, ends)), ma, intensity, left)


FEATURES = ["MP(g)", "MR(g)", "MA(g)", "EP(g)", "ER(g)", "MP(2g)", "MR(2g)", "MA(2g)", "MP(g/2)", "MR(g/2)", "MA(g/2)",
            "min(2, intensity)", "(g-110)/50", "mean MP", "mean MR", "min(1.5, left)", "MA(2g/3)", "MA(g/3)", "ln(1+30 MA(g))/ln 31", "EA(g)"]


def features(s, rows, stretch=None):
    """[len(rows)][171][20] for rows of a stream; stretch: factor by which all frequencies of each row are multiplied. Spectra are read
    between whole beats by linear interpolation and held at their ends."""
    g = BINS[None, :] / (np.ones(len(rows)) if stretch is None else stretch)[:, None]

    def at(m, bpm, low=LOW):
        x = np.clip(bpm - low, 0, m.shape[1] - 1)
        i = np.minimum(x.astype(int), m.shape[1] - 2)
        f = (x - i).astype(np.float32)
        r = np.arange(len(rows))[:, None]
        return m[r, i] * (1 - f) + m[r, i + 1] * f

    mp, mr, ma, ep, er, ea = s.mp[rows], s.mr[rows], s.ma[rows], s.ep[rows], s.er[rows], s.ea[rows]
    same = lambda values: np.broadcast_to(values[:, None], g.shape)
    place = np.broadcast_to((BINS[None, :] - 110) / 50, g.shape)
    motion = at(ma, g)
    return np.stack([at(mp, g), at(mr, g), motion, at(ep, g, 40), at(er, g, 40), at(mp, 2 * g), at(mr, 2 * g), at(ma, 2 * g),
                     at(mp, g / 2), at(mr, g / 2), at(ma, g / 2), same(np.minimum(2, s.intensity[rows])), place,
                     same(mp[:, 20:191].mean(1)), same(mr[:, 20:191].mean(1)), same(s.left[rows]), at(ma, 2 * g / 3), at(ma, g / 3),
                     np.log1p(30 * motion) / np.log(31), at(ea, g, 40)], 2).astype(np.float32)
