"""Sides for tests: one that adds, one that adds wrongly, one that talks, one that dies."""

import os

import torch

from benchmarks.sides import Job


def side(configuration, off=0.0):
    return {
        "sum": Job(lambda: None, lambda: torch.tensor([1.0, 2.0]) + configuration["more"] + off)
    }


def wrong(configuration):
    return side(configuration, off=0.5)


def talking(configuration):
    print("a library says hello")
    found = side(configuration)
    os.system("echo and so does what it starts")
    return found


def dying(configuration):
    raise RuntimeError("no room")


SIDES = {"ours": side, "same": talking, "wrong": wrong, "dying": dying}
