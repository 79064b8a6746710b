"""The forward filter and the display rule for many streams at once, the same as RatePosterior.swift and HeartRateDisplay.swift."""
import numpy as np
from frontend import BINS

LAP, LEAK, BETA, GAMMA = 3.0, 5e-5, 0.45, 0.05


def transition(lap=LAP, leak=LEAK):
    kernel = np.exp(-abs(BINS[:, None] - BINS[None, :]) / lap)
    return (1 - leak) * kernel / kernel.sum(0) + leak / len(BINS)


def track(logits, intensity, lap=LAP, leak=LEAK, beta=BETA, gamma=GAMMA):
    """logits[n][171], intensity[n] -> (bpm[n], confidence[n])."""
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


def display(bpm, confidence, ma):
    """Which updates are shown: three in a row at 0.8 away from a motion peak to start, four in a row below 0.6 to end."""
    shown, good, bad, out = False, 0, 0, np.zeros(len(bpm), bool)
    for i, c in enumerate(confidence):
        on_motion = ma[i, 20:191][abs(BINS - bpm[i]) <= 4].max()
        good = good + 1 if c >= 0.8 and (shown or on_motion < 0.35) else 0
        bad = bad + 1 if c < 0.6 else 0
        if not shown and good >= 3:
            shown = True
        elif shown and bad >= 4:
            shown, good = False, 0
        out[i] = shown
    return out
