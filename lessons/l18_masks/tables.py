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
PUBLISHED = ("bidirectional LSTM, aligned letters (Yao and Zweig 2015)", "5.5%", "23.6%")


def _mean(record: Mapping[str, Any], kind: str, score: str) -> float:
    """Return the mean of a score over the seeds of a kind."""
    return fmean(entries[score] for entries in record["results"][kind])


def _spread(record: Mapping[str, Any], kind: str, score: str) -> str:
    """Return the lowest and the highest of a score over the seeds of a kind."""
    values = [entries[score] for entries in record["results"][kind]]
    low, high = f"{min(values):.1%}", f"{max(values):.1%}"
    return low if low == high else f"{low} to {high}"


def leak(record: Mapping[str, Any]) -> Captioned:
    """Show loss and errors of networks with your mask and with the friend's."""
    rows = []
    for kind, name in (("answers alone", "your mask"), ("leak", "the friend's mask")):
        loss = _mean(record, kind, "loss")
        rows.append([name, f"{loss:.2f}", _spread(record, kind, "phoneme errors")])
    check("the leak has the lower loss", _mean(record, "leak", "loss") < 0.05)
    check("and the more errors", _mean(record, "leak", "phoneme errors") > 0.5)
    caption = (
        "Networks that learned to pronounce under both masks (3 seeds each, recorded): the loss on "
        "test words, in nats a phoneme, and the errors where they write by themselves. There a "
        "network sees no phoneme before it has written it."
    )
    return table("18.1", caption, ["learned under", "loss", "phoneme errors, by seed"], rows)


def pronounced(
    asked: Sequence[str], mine: Mapping[str, list[str]], finished: Mapping[str, list[str]]
) -> Captioned:
    """Show how both networks say some words."""
    parts = (cmudict().train, cmudict().validation, cmudict().test)
    known = {word.spelling: word for part in parts for word in part}
    rows = []
    for word in asked:
        entry = known.get(word)
        right = "not in it" if entry is None else " ".join(entry.pronunciations[0])
        rows.append([word, " ".join(mine[word]), " ".join(finished[word]), right])
    columns = ["word", "your network", "the finished network", "the dictionary"]
    return table("18.2", "Your `pronounce`, with two networks.", columns, rows)


def error_rates(record: Mapping[str, Any], finished: Mapping[str, Any]) -> Captioned:
    """Show the errors of one task or three, of an encoder-decoder, of a list, and at scale."""
    kinds = {
        "answers alone": "one task: pronounce",
        "one network": "three tasks in turn",
        "encoder-decoder": "encoder-decoder, one task",
        "look-up": "a list",
    }
    rows = []
    for kind, name in kinds.items():
        errors = [_spread(record, kind, score) for score in ("phoneme errors", "word errors")]
        rows.append([name, *errors])
    found = finished["results"]
    rows.append(
        ["the finished network", f"{found['phoneme errors']:.1%}", f"{found['word errors']:.1%}"]
    )
    rows.append([*PUBLISHED])
    training, words = record["configuration"]["training"], record["configuration"]["test"]
    caption = (
        f"Errors on {words:,} test words after {training['steps']:,} updates (lowest and highest "
        "of three seeds; all networks have 1.8 million parameters). The finished network made "
        f"{finished['configuration']['training']['steps']:,} updates, and was asked all test "
        "words. The last row has another division of the dictionary."
    )
    return table("18.3", caption, ["what answers", "phoneme errors", "word errors"], rows)


def hangman(played: Sequence[live.Game]) -> Captioned:
    """Show how many letters missed in some games, and how many by their frequency alone."""
    order, number = live.by_frequency(cmudict().train), len(played)
    games = {
        "the network, by your function": played,
        "by frequency": [live.play_in_order(order, game.word) for game in played],
    }
    rows, means = [], []
    for name, each in games.items():
        means.append(fmean(game.missed for game in each))
        won = sum(game.missed < 8 for game in each)
        rows.append([name, f"{means[-1]:.1f}", f"{won} of {number}"])
    check("the network misses less often", means[0] < means[1] - 1)
    caption = (
        f"{number} test words of six letters or more: letters that stand nowhere in the word, on "
        "average, and games won with eight lives."
    )
    return table("18.4", caption, ["letters are guessed", "missed", "won"], rows)


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

    explore(game, alt="The letters of a game, one in each row.", word=text("bertlab", label="word"))


def invented(
    words: Sequence[str],
    pronounce: Callable[..., list[int]],
    model: BertForMaskedLM,
    scores: live.Scores,
) -> Captioned:
    """Show invented words, and how the network says them."""
    said = live.pronounced(pronounce, model, scores, words)
    parts = (cmudict().train, cmudict().validation, cmudict().test)
    known = {word.spelling for part in parts for word in part}
    rows = [[word, " ".join(said[word]), "yes" if word in known else "no"] for word in words]
    caption = "Words drawn by the network letter by letter, and how it says them."
    return table("18.5", caption, ["word", "phonemes", "in the dictionary"], rows)
