"""The forward filter and the display rule for many streams at once, the same as RatePosterior.swift and HeartRateDisplay.swift."""
import numpy as np
from frontend import BINS

LAP, LEAK, BETA, GAMMA = 3.0, 5e-5, 0.45, 0.05


def transition(lap=LAP, leak=LEAK):
    kernel = np.exp(-abs(BINS[:, None] - BINS[None, :]) / lap)
    return (1 - leak) * kernel / kernel.sum(0) + leak / len(BINS)


def track(logits, intensity, lap=LAP, leak=LEAK, beta=BETA, gamma=GAMMA):
    """logits[n][171], intensity[n] -> (belief in bpm[n], confidence[n])."""
    step, p = transition(lap, leak), np.full(171, 1 / 171)
    mu = np.interp(intensity, [0.03, 0.15, 0.35, 0.7], [75, 95, 115, 150])
    sd = np.interp(intensity, [0.03, 0.15, 0.35, 0.7], [25, 25, 30, 30])
    like = np.exp(beta * (logits - logits.max(1, keepdims=True)) - gamma * ((BINS - mu[:, None]) / sd[:, None]) ** 2 / 2)
    bpm, confidence = np.empty(len(like)), np.empty(len(like))
    for i, row in enumerate(like):
        p = (p if i == 0 else step @ p) * row
        p /= p.sum()
        j = int(p.argmax())
        k = slice(max(0, j - 5), min(171, j + 6))
        confidence[i] = p[k].sum()
        bpm[i] = (p[k] * BINS[k]).sum() / confidence[i]
    return bpm, confidence


def rates(belief, mp, mr):
    """Where the spectra have their power within 6 bpm of each belief; the belief where they have none."""
    out = np.array(belief, float)
    for i, b in enumerate(belief):
        centre = int(np.floor(b + 0.5))
        g = np.arange(max(40, centre - 6), min(210, centre + 6) + 1)
        weight = (mp[i, g - 20] + mr[i, g - 20]).astype(float) ** 2
        if weight.sum() > 0:
            out[i] = (weight * g).sum() / weight.sum()
    return out


def display(belief, confidence, s):
    """Which updates of a stream are shown, without what PulseClarity.swift forbids or hastens: three in a row at 0.8, away from a motion peak
    or in the clear while moving, to start; three in a row below 0.6, or a jump of the belief, to end."""
    shown, good, bad, purity, out = False, 0, 0, 0.0, np.zeros(len(belief), bool)
    for i, c in enumerate(confidence):
        near = abs(BINS - belief[i])
        on_motion = s.ma[i, 20:191][near <= 4].max()
        power = s.mr[i, 20:191].astype(float) ** 2
        purity += (power[near <= 8].sum() / max(power.sum(), 1e-30) - purity) / min(i + 1, 8)
        jumps = i >= 3 and abs(belief[i] - belief[i - 3]) > 18
        clear = s.intensity[i] >= 0.05 and on_motion < 0.60 and purity >= 0.45
        good = good + 1 if c >= 0.8 and (shown or on_motion < 0.35 or clear) and not jumps else 0
        bad = bad + 1 if c < 0.6 else 0
        if not shown and good >= 3:
            shown, bad = True, 0
        elif shown and (bad >= 3 or jumps):
            shown, good = False, 0
        out[i] = shown
    return out
