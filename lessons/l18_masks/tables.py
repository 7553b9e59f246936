"""The tables of the path, and the game at its end."""

from lessons.l18_masks import live

from collections.abc import Callable, Mapping, Sequence
from statistics import fmean
from typing import Any

from bertlab.datasets import cmudict
from bertlab.model import BertForMaskedLM
from workbook.captions import Captioned, table
from workbook.claims import check
from workbook.widgets import explore, text

GAP = "▢"
PUBLISHED = [
    ["published: Phonetisaurus, no network", "", "33.9%"],
    ["published: CMU's encoder-decoder", "", "30.2%"],
]


def spread(values: Sequence[float]) -> str:
    """Show the lowest and the highest of some rates."""
    low, high = (f"{100 * value:.1f}" for value in (min(values), max(values)))
    return f"{high}%" if low == high else f"{low} to {high}%"


def _seeds(record: Mapping[str, Any], kind: str, score: str) -> list[float]:
    """Return a score of each seed of a kind."""
    return [entries[score] for entries in record["results"][kind]]


def leak(record: Mapping[str, Any]) -> Captioned:
    """Show loss and errors of networks with your mask and with the friend's."""
    rows = []
    for kind, name in (("answers alone", "your mask"), ("leak", "the friend's mask")):
        loss = fmean(_seeds(record, kind, "loss"))
        rows.append([name, f"{loss:.2f}", spread(_seeds(record, kind, "phoneme errors"))])
    check("the leak has the lower loss", fmean(_seeds(record, "leak", "loss")) < 0.05)
    check("and the more errors", fmean(_seeds(record, "leak", "phoneme errors")) > 0.5)
    caption = (
        "Networks that learned to pronounce under both masks (3 seeds each, recorded): the loss on "
        "test words, in nats a phoneme, and the errors where they write by themselves. There a "
        "network sees no phoneme before it has written it."
    )
    return table("18.1", caption, ["learned under", "loss", "phoneme errors, by seed"], rows)


def pronounced(
    asked: Sequence[str],
    mine: Mapping[str, list[str]],
    finished: Mapping[str, list[str]],
    record: Mapping[str, Any],
) -> Captioned:
    """Show how both networks say some words."""
    learned = {word.spelling: word for word in cmudict().train}
    others = {word.spelling: word for word in (*cmudict().validation, *cmudict().test)}
    rows = []
    for word in asked:
        entry = learned.get(word) or others.get(word)
        right = "not in it" if entry is None else " ".join(entry.pronunciations[0])
        new = "no" if word in learned else "yes"
        rows.append([word, " ".join(mine[word]), " ".join(finished[word]), right, new])
    columns = ["word", "your network", "the finished network", "the dictionary", "new"]
    steps = record["configuration"]["training"]["steps"]
    caption = f"Your `pronounce`, with your network and with one that made {steps:,} updates."
    return table("18.2", caption, columns, rows)


def at_scale(record: Mapping[str, Any], finished: Mapping[str, Any]) -> Captioned:
    """Show the errors of the finished network, of a list, and of CMU's own program."""
    known, words, asked = len(cmudict().train), len(cmudict().test), record["configuration"]["test"]
    scores, found = ("phoneme errors", "word errors"), finished["results"]
    rows = [
        ["a list", *(spread(_seeds(record, "look-up", score)) for score in scores)],
        ["the finished network", *(f"{found[score]:.1%}" for score in scores)],
        *PUBLISHED,
    ]
    caption = (
        f"{words:,} test words without stress (the list has {known:,} words, and was asked "
        f"{asked:,}). Last two rows: github.com/cmusphinx/g2p-seq2seq, with another division."
    )
    return table("18.3", caption, ["what answers", *scores], rows)


def error_rates(record: Mapping[str, Any]) -> Captioned:
    """Show the errors after one task or three, under a causal mask, and of an encoder-decoder."""
    kinds = {
        "answers alone": "one task",
        "one network": "three tasks",
        "half": "half of the updates",
        "causal": "causal mask",
        "encoder-decoder": "encoder-decoder",
    }
    errors = {kind: _seeds(record, kind, "phoneme errors") for kind in kinds}
    alone, games = errors["answers alone"], errors["one network"]
    check("one task is better than three in each seed", max(alone) < min(games))
    check("with half of the updates the games help", max(games) < min(errors["half"]))
    check("a causal mask costs errors", max(alone) < min(errors["causal"]))
    fewer = min(alone) - max(errors["encoder-decoder"])
    check("an encoder-decoder makes slightly fewer", 0 < fewer < 0.01)
    scores = "phoneme errors", "word errors"
    rows = [
        [n, *(spread(_seeds(record, kind, score)) for score in scores)] for kind, n in kinds.items()
    ]
    sizes = [record["results"][kind][0]["parameters"] / 1e6 for kind in kinds]
    steps, words = record["configuration"]["training"]["steps"], record["configuration"]["test"]
    caption = (
        f"{min(sizes):.1f} to {max(sizes):.1f} million parameters, {steps:,} updates, {words:,} "
        "test words; lowest and highest of three seeds. The last three have one task; *half* has "
        "half of the schedule."
    )
    return table("18.4", caption, ["learned with", *scores], rows)


def hangman(played: Sequence[live.Game]) -> Captioned:
    """Show how many letters missed in some games, and how many by their frequency alone."""
    order, number = live.by_frequency(cmudict().train), len(played)
    known, asked = [word.spelling for word in cmudict().train], [game.word for game in played]
    games = {
        "the network, by your function": played,
        "from the training words that fit": [live.play_by_list(known, order, x) for x in asked],
        "by frequency": [live.play_in_order(order, word) for word in asked],
    }
    rows, means = [], []
    for name, each in games.items():
        means.append(fmean(game.missed for game in each))
        won = sum(game.missed < 8 for game in each)
        rows.append([name, f"{means[-1]:.1f}", f"{won} of {number}"])
    check("the network misses less often", means[0] < min(means[1:]) - 1)
    caption = (
        f"{number} test words of six letters or more: letters missed on average until the word is "
        "there, and games won, with seven misses at most."
    )
    return table("18.5", caption, ["letters are guessed", "missed", "won"], rows)


def play(best_letter: Callable[..., int], model: BertForMaskedLM, scores: live.Scores) -> None:
    """Let a reader set a word, and show the game."""

    def game(word: str) -> str:
        word = word.strip().lower()
        if not (word.isascii() and word.isalpha() and len(word) <= 20):
            return "Type a word of the letters a to z, 20 at most."
        played, lines = live.play(best_letter, model, scores, word), []
        for number, letter in enumerate(played.tried, start=1):
            seen = set(played.tried[:number])
            shown = " ".join(one if one in seen else GAP for one in word)
            note = "" if letter in word else " (missed)"
            lines.append(f"<tr><td>{letter}{note}</td><td><code>{shown}</code></td></tr>")
        return f"<table>{''.join(lines)}</table><p>{played.missed} missed</p>"

    explore(game, alt="The letters of a game, one in each row.", word=text("mask", label="word"))


def invented(
    words: Sequence[str],
    pronounce: Callable[..., list[int]],
    model: BertForMaskedLM,
    scores: live.Scores,
    number: int = 3,
) -> Captioned:
    """Show some of the invented words, how the network says them, and how many are none."""
    said = live.pronounced(pronounce, model, scores, words[:number])
    learned = {word.spelling for word in cmudict().train}
    others = {word.spelling for word in (*cmudict().validation, *cmudict().test)}
    known, new = (sum(word in part for word in words) for part in (learned, others))
    check("most are in no part of the dictionary", known + new < len(words) / 4)
    rows = [[word, " ".join(said[word])] for word in words[:number]]
    caption = (
        f"The first of {len(words)} sampled words. {known} of all are learned words, and {new} are "
        "other words of the dictionary."
    )
    return table("18.6", caption, ["word", "phonemes"], rows)
