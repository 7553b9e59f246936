"""Answers of the class to lesson 16, written from its text alone."""

import torch

# Exercise 2: seed_interval


def seed_interval_wrong_1(first, second, seeds, lines):
    leads = []
    for s, n in zip(seeds, lines, strict=True):
        leads.append((first[s, n].mean() - second[s, n].mean()).item())
    low, high = torch.tensor(leads).quantile(torch.tensor([0.025, 0.975])).tolist()
    return low, high


def seed_interval_wrong_2(first, second, seeds, lines):
    lead = first.mean(dim=0) - second.mean(dim=0)
    leads = lead[lines].mean(dim=1)
    return leads.quantile(0.025).item(), leads.quantile(0.975).item()


def seed_interval_wrong_3(first, second, seeds, lines):
    leads = []
    for s, n in zip(seeds, lines, strict=True):
        leads.append(first[s][:, n].mean(dim=1) - second[s][:, n].mean(dim=1))
    leads = torch.cat(leads)
    return leads.quantile(0.025).item(), leads.quantile(0.975).item()


def seed_interval_wrong_4(first, second, seeds, lines):
    leads = []
    for r in range(len(seeds)):
        a = first[seeds[r]][:, lines[r]].mean()
        b = second[seeds[r - 1]][:, lines[r - 1]].mean()
        leads.append(a - b)
    leads = torch.stack(leads)
    return leads.quantile(0.025).item(), leads.quantile(0.975).item()


def seed_interval_wrong_5(first, second, seeds, lines):
    difference = first - second
    leads = torch.stack([difference[s][:, n].mean() for s, n in zip(seeds, lines, strict=True)])
    return leads.quantile(0.05).item(), leads.quantile(0.95).item()


def seed_interval_wrong_6(first, second, seeds, lines):
    def ends(scores):
        means = scores[seeds[:, :, None], lines[:, None, :]].mean(dim=(1, 2))
        return means.quantile(0.025).item(), means.quantile(0.975).item()

    (low_1, high_1), (low_2, high_2) = ends(first), ends(second)
    return low_1 - low_2, high_1 - high_2


def seed_interval_wrong_7(first, second, seeds, lines):
    difference = first - second
    leads = difference[seeds[:, :, None], lines[:, None, :]].mean(dim=(1, 2))
    center, spread = leads.mean().item(), leads.std().item()
    return center - 1.96 * spread, center + 1.96 * spread


def seed_interval_wrong_8(first, second, seeds, lines):
    leads = []
    for r in range(seeds.shape[0]):
        s, n = seeds[r].unique(), lines[r].unique()
        leads.append(first[s][:, n].mean() - second[s][:, n].mean())
    leads = torch.stack(leads)
    return leads.quantile(0.025).item(), leads.quantile(0.975).item()


def seed_interval_right_1(first, second, seeds, lines):
    leads = []
    for some_seeds, some_lines in zip(seeds, lines, strict=True):
        mine = first[some_seeds][:, some_lines].mean()
        other = second[some_seeds][:, some_lines].mean()
        leads.append(mine - other)
    leads = torch.stack(leads)
    low = torch.quantile(leads, 0.025)
    high = torch.quantile(leads, 0.975)
    return float(low), float(high)


def seed_interval_right_2(first, second, seeds, lines):
    lead = (first - second)[seeds.unsqueeze(2), lines.unsqueeze(1)].mean(dim=(1, 2))
    ends = lead.quantile(torch.tensor([0.025, 0.975], dtype=lead.dtype))
    return tuple(ends.tolist())


WRONG = {
    "seed_interval": [
        (seed_interval_wrong_1, "gives both rows as one index, seed by seed with a line"),
        (seed_interval_wrong_2, "takes the mean over the seeds and draws lines only"),
        (seed_interval_wrong_3, "every drawn seed has a lead of its own, R times S leads"),
        (seed_interval_wrong_4, "two maskers are two samples, each with its own drawing"),
        (seed_interval_wrong_5, "95% means from 0.05 to 0.95"),
        (seed_interval_wrong_6, "an interval for each masker, then end minus end"),
        (seed_interval_wrong_7, "mean plus and minus 1.96 standard deviations"),
        (seed_interval_wrong_8, "a seed or a line that is drawn twice counts once"),
    ],
}
RIGHT = {
    "seed_interval": [seed_interval_right_1, seed_interval_right_2],
}
