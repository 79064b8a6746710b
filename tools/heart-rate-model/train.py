#!/usr/bin/env python3
"""Fits the per-rate network on recordings and writes weights.json; see README.md.

    python3 train.py RECORDING.csv.gz... [--hidden 16] [--noise 0] [--artefacts 0] [--folds 0] [--output weights.json]

With --folds K nothing is written: the figures of K-fold cross-validation by person are printed instead.
"""
import argparse
import json
import re
import sys
import numpy as np
import frontend
import recordings
import tracker

BINS = frontend.BINS


def person(name):
    """Who was recorded: the part before '@' in the file's name if there is one, else the whole name."""
    return name.split("@")[0]


class Pool:
    """All rows of many streams, with the true rate of each; a rate of 0 stands for 'there is no pulse here'."""

    def __init__(self, streams, rates, people):
        keep = [np.isfinite(r) for r in rates]
        take = lambda f: np.concatenate([f(s)[k] for s, k in zip(streams, keep)])
        self.mp, self.mr, self.ma = take(lambda s: s.mp), take(lambda s: s.mr), take(lambda s: s.ma)
        self.ep, self.er, self.ea = take(lambda s: s.ep), take(lambda s: s.er), take(lambda s: s.ea)
        self.intensity, self.left = take(lambda s: s.intensity), take(lambda s: s.left)
        self.rate = np.concatenate([r[k] for r, k in zip(rates, keep)])
        self.person = np.concatenate([np.full(k.sum(), p) for p, k in zip(people, keep)])


def rates_of(stream, truth):
    """The true rate of each update that ends with a window of the truth, else NaN."""
    rate = np.full(len(stream.ends), np.nan)
    for end, bpm in truth:
        i = int(np.argmin(abs(stream.ends - end)))
        if abs(stream.ends[i] - end) < 0.5 and 40 <= bpm <= 210:
            rate[i] = bpm
    return rate


def motion_artefact(acc, rng):
    """What a random half second of every axis, and its rectified part, would add to a pulse; unit spread."""
    a = frontend.band_pass(acc)
    taps = rng.normal(size=(3, 12)) * np.exp(-np.arange(12) / rng.uniform(1, 6)) * rng.uniform(0, 1, (3, 1))
    x = sum(np.convolve(a[k], taps[k])[:a.shape[1]] for k in range(3))
    x = x + rng.uniform(0, 0.7) * abs(x)
    return x / (x.std() + 1e-9)


def noise(n, rng):
    """A signal without a pulse: white, brown or in between."""
    white = rng.normal(size=n)
    kind = rng.integers(3)
    return white if kind == 0 else np.cumsum(white) if kind == 1 else np.cumsum(white) * 0.1 + white


def build(records, artefacts, noises, rng):
    """Streams, their rates and people: every channel, the sum of all, spoilt copies, and noise with the motion of real wearers."""
    jobs, truths = [], []
    for r in records:
        choices = [r.ppg[k:k + 1] for k in range(len(r.ppg))] + ([r.ppg] if len(r.ppg) > 1 else [])
        for ppg in choices:
            jobs.append((r.name, ppg, r.acc))
            truths.append(r.truth)
        for copy in range(artefacts):
            ppg = r.ppg[rng.integers(len(r.ppg))]
            spread = frontend.band_pass(ppg[None])[0].std()
            level = spread * np.exp(rng.uniform(np.log(0.3), np.log(3)))
            spoilt = ppg + level * motion_artefact(r.acc, rng) + spread * rng.uniform(0, 0.6) * rng.normal(size=len(ppg))
            jobs.append((r.name, spoilt[None], r.acc))
            truths.append(r.truth)
        for copy in range(noises):
            x = noise(r.ppg.shape[1], rng)
            x = x / frontend.band_pass(x[None])[0].std() + rng.uniform(0, 1.5) * motion_artefact(r.acc, rng)
            jobs.append((r.name, 1000 * x[None], r.acc))
            truths.append(None)
    streams = frontend.run(jobs)
    rates = [rates_of(s, t) if t is not None else np.where(np.arange(len(s.ends)) % 2, np.nan, 0) for s, t in zip(streams, truths)]
    return jobs, streams, rates


def forward(w, x):
    hidden = np.maximum(0, x @ w["W1"].T + w["b1"])
    return hidden, hidden @ w["w2"] + w["b2"]


def fit(pool, rows, hidden, noise_share, rng, batches=2500, size=256, rate=4e-3, decay=1e-4, verbose=False):
    """Cross-entropy against a Gaussian of SD 2 bpm (uniform where there is no pulse), Adam, cosine decay, frequency stretching."""
    f = np.float32
    w = {"W1": rng.normal(0, 0.5, (hidden, len(frontend.FEATURES))).astype(f), "b1": np.zeros(hidden, f), "w2": rng.normal(0, 0.5, hidden).astype(f), "b2": f(0)}
    m, v = {k: 0 for k in w}, {k: 0 for k in w}
    quiet, pulse = rows[pool.rate[rows] == 0], rows[pool.rate[rows] > 0]
    for step in range(1, batches + 1):
        some = int(size * noise_share) if len(quiet) else 0
        pick = np.concatenate([rng.choice(pulse, size - some), rng.choice(quiet, some)]) if some else rng.choice(pulse, size)
        stretch = np.exp(rng.uniform(-0.3, 0.3, size))
        truth = pool.rate[pick] * stretch
        stretch = np.where((truth < 42) | (truth > 208), 1, stretch)
        truth = pool.rate[pick] * stretch
        x = frontend.features(pool, pick, stretch)
        target = np.exp(-((BINS - truth[:, None]) / 2) ** 2 / 2)
        target[pool.rate[pick] == 0] = 1
        target = (target / target.sum(1, keepdims=True)).astype(f)
        h, logits = forward(w, x)
        p = np.exp(logits - logits.max(1, keepdims=True))
        p /= p.sum(1, keepdims=True)
        d = (p - target) / size
        back = d[:, :, None] * w["w2"] * (h > 0)
        flat = back.reshape(-1, hidden)
        gradient = {"W1": flat.T @ x.reshape(-1, x.shape[2]), "b1": flat.sum(0), "w2": np.tensordot(d, h, ([0, 1], [0, 1])), "b2": d.sum()}
        now = rate * 0.5 * (1 + np.cos(np.pi * step / batches))
        for k in w:
            g = gradient[k] + (decay * w[k] if k in ("W1", "w2") else 0)
            m[k], v[k] = 0.9 * m[k] + 0.1 * g, 0.999 * v[k] + 0.001 * g * g
            w[k] = (w[k] - now * (m[k] / (1 - 0.9 ** step)) / (np.sqrt(v[k] / (1 - 0.999 ** step)) + 1e-8)).astype(f)
        if verbose and step % 250 == 0:
            loss = -(target * np.log(p + 1e-12)).sum(1).mean()
            print(f"  {step} loss {loss:.3f}", file=sys.stderr)
    return w


def score(w, streams, truths, beta=tracker.BETA):
    """Pooled figures over streams with truth: MAE of all, availability, MAE shown, share shown wrong by 10 and more."""
    every, shown, wrong = [], [], []
    for s, truth in zip(streams, truths):
        logits = forward(w, frontend.features(s, np.arange(len(s.ends))))[1]
        belief, confidence = tracker.track(logits.astype(float), s.intensity, beta=beta)
        visible = tracker.display(belief, confidence, s)
        bpm = tracker.rates(belief, s.mp, s.mr)
        i = np.array([int(np.argmin(abs(s.ends - e))) for e in truth[:, 0]])
        error = abs(bpm[i] - truth[:, 1])
        every.append(error)
        shown.append(error[visible[i]])
    every, shown = np.concatenate(every), np.concatenate(shown)
    return every.mean(), 100 * len(shown) / len(every), shown.mean(), 100 * (shown > 10).mean()


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("recordings", nargs="+")
    parser.add_argument("--hidden", type=int, default=16)
    parser.add_argument("--noise", type=float, default=0, help="share of the training windows without a pulse")
    parser.add_argument("--artefacts", type=int, default=0, help="spoilt copies of each recording")
    parser.add_argument("--folds", type=int, default=0)
    parser.add_argument("--batches", type=int, default=2500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--note", default="")
    parser.add_argument("--output", default="weights.json")
    options = parser.parse_args()
    rng = np.random.default_rng(options.seed)
    records = [recordings.load(p) for p in options.recordings]
    jobs, streams, rates = build(records, options.artefacts, 1 if options.noise > 0 else 0, rng)
    people = [person(s.name) for s in streams]
    pool = Pool(streams, rates, people)
    rows = np.arange(len(pool.rate))
    if options.folds:
        everyone = rng.permutation(sorted(set(people)))
        totals = {}
        for k in range(options.folds):
            held = set(everyone[k::options.folds])
            w = fit(pool, rows[~np.isin(pool.person, list(held))], options.hidden, options.noise, rng, options.batches)
            for r in records:
                if person(r.name) in held:
                    for c in range(len(r.ppg)):
                        s = frontend.run([(r.name, r.ppg[c:c + 1], r.acc)])[0]
                        totals.setdefault((re.sub(r"[\d@].*", "", r.name), c + 1), []).append((w, s, r.truth))
        for key, group in sorted(totals.items()):
            rows_ = [score(w, [s], [t]) + (len(t),) for w, s, t in group]
            weight = np.array([r[-1] for r in rows_])
            print(key, "MAE %.2f shown %.1f %% MAE shown %.2f wrong %.2f %%" % tuple(
                np.average(np.nan_to_num([r[i] for r in rows_]), weights=weight) for i in range(4)))
        return
    w = fit(pool, rows, options.hidden, options.noise, rng, options.batches, verbose=True)
    document = {"note": options.note, "features": frontend.FEATURES, "model": {k: np.round(np.asarray(v, float), 4).tolist() for k, v in w.items()}}
    json.dump(document, open(options.output, "w"), indent=1)


if __name__ == "__main__":
    main()
