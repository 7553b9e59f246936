"""What the further experiments show."""

from lessons.l22_few_labels import scores
from lessons.l22_few_labels.copies import any_of, copies, gap_logits, likely
from lessons.l22_few_labels.scores import RUNS_OF, accuracies
from lessons.l22_few_labels.tables import ARTICLE, METHODS, points
from lessons.l22_few_labels.ways import LANGUAGES

from collections.abc import Callable, Mapping, Sequence
from random import Random
from statistics import fmean
from typing import Any

import torch
from jaxtyping import Float
from torch import Tensor
from transformers import MarianConfig, MarianMTModel

from bertlab.datasets import movie_reviews
from bertlab.datasets.generated.inference_kinds import kind_pairs
from bertlab.files import read_json
from bertlab.finetuning.sentiment import sample
from bertlab.model.checkpoint import read_tensors
from bertlab.model.pretrained import find_folder
from bertlab.pretraining.readout import from_change
from bertlab.text.wordpiece import WordPieceTokenizer
from workbook.captions import Captioned, table
from workbook.claims import check

CLOZE = "{premise}? [MASK], {hypothesis}"
DENIAL = "it is false that "
ANSWERS = ("yes", "maybe", "no")  # entailment, neutral, contradiction
PAD, END, UNKNOWN, LONGEST = 0, 1, 2, 24  # of the translator
# Su 2021, kexue.fm/archives/8295: five patterns with RoBERTa of base size, test accuracy without
# labels and with about 200.
ARTICLE_PATTERNS = ((84.27, 89.18), (68.69, 82.76), (59.12, 89.05), (82.28, 89.13), (81.62, 88.75))


def against(
    record: Mapping[str, Any], number: str, runs: Sequence[str], baseline: str, what: str
) -> Captioned:
    """Show ways beside a baseline, with 16 and with 64 labels.

    Args:
        record: The record.
        number: Of the table.
        runs: The ways; the baseline too.
        baseline: What they have to beat.
        what: The caption begins with it.
    """
    rows = []
    for run in runs:
        cells = [METHODS.get(run, run)]
        for group in ("16", "64"):
            same = run == baseline
            more = "" if same else points(scores.difference(group, run, baseline))
            ordered = run in record["results"][group]
            auc = f"{fmean(scores.aucs(record, group, run)):.2f}" if ordered else ""
            cells += [f"{scores.right(group, run).mean():.1%}", more, auc]
        rows.append(cells)
    caption = (
        f"{what} Accuracy on {scores.TEST} test reviews (recorded; means over "
        f"{scores.draws_of(record, '16', '64')}); points more than in the first row, with a 95% "
        "interval over draws; and the AUC: how often a favorable review has a higher score than an "
        "unfavorable one, wherever the threshold is."
    )
    columns = ["", "16 labels", "more", "AUC", "64 labels", "more", "AUC"]
    return table(number, caption, columns, rows)


def adversarial(record: Mapping[str, Any]) -> Captioned:
    """Show VAT beside the same classifier without it."""
    for group in ("16", "64"):
        gain = scores.difference(group, "VAT", "classifier")
        order = scores.auc_difference(record, group, "VAT", "classifier")
        check("VAT: no difference for sure", gain.low < 0 < gain.high and order.low < 0)
    return against(record, "22.4", ("classifier", "VAT"), "classifier", "With VAT, and without.")


def pseudo_labels(record: Mapping[str, Any]) -> Captioned:
    """Show the student of five clozes beside them, and beside a classifier without them."""
    runs = ("classifier", "pattern", scores.MAJORITY, "pseudo-labels")
    good = scores.says_good("16", "pseudo-labels")
    check("with 16 labels the student says one class", all(min(r, 1 - r) < 0.05 for r in good))
    check("it is worse than its teachers", scores.is_better("16", scores.MAJORITY, runs[-1]))
    return against(record, "22.5", runs, "classifier", "The teachers and their student.")


def words_replaced(record: Mapping[str, Any]) -> Captioned:
    """Show copies with likely words beside copies with random ones, and beside none."""
    runs = ("classifier", "words exchanged", "words replaced")
    for group in ("16", "64"):
        gain = scores.difference(group, "words replaced", "words exchanged")
        check(
            "likely words are no better than random ones", -0.03 < gain.low < 0 < gain.high < 0.03
        )
        check(
            "and no better than none", not scores.is_better(group, "words replaced", "classifier")
        )
    ends = ", ".join(
        f"{points(scores.difference(group, 'words replaced', 'words exchanged'))} with {group}"
        for group in ("16", "64")
    )
    what = f"Four copies of each labelled text; likely words, points more than random ones: {ends}."
    return against(record, "22.7", runs, "classifier", what)


def examples(text: str, number: int = 2) -> Captioned:
    """Show copies of a text, with likely and with random words in the same places."""
    tokenizer = WordPieceTokenizer.from_folder("minilm")
    known = [one.text for one in sample(movie_reviews().train, 500)]
    fills = {
        "likely": likely(from_change("minilm-words").eval(), tokenizer),
        "random": any_of(known),
    }
    rows = [
        [name, copy]
        for name, fill in fills.items()
        for copy in next(copies([text], fill, number, Random(0)))
    ]
    caption = "Copies of a review: words that `minilm-words` thinks likely, and random words."
    return table("22.6", caption, ["new words", "copy"], rows)


def translator() -> Callable[[str], str]:
    """Return what translates numbers from English to French; another word is hidden to it."""
    folder = find_folder("number-translator")
    sizes = read_json(folder / "config.json")
    words = sizes["words"]
    parts = ("encoder", "decoder")
    options = {f"{part}_layers": sizes["num_layers"] for part in parts}
    options |= {f"{part}_attention_heads": sizes["num_heads"] for part in parts}
    options |= {f"{part}_ffn_dim": 2 * sizes["hidden_size"] for part in parts}
    config = MarianConfig(
        vocab_size=len(words), d_model=sizes["hidden_size"], scale_embedding=True,
        max_position_embeddings=LONGEST + 1, pad_token_id=PAD, eos_token_id=END,
        decoder_start_token_id=PAD, forced_eos_token_id=None, **options,
    )  # fmt: skip
    network = MarianMTModel(config).eval()
    tensors = read_tensors(folder / "model.safetensors")
    network.load_state_dict(
        network.state_dict() | {name: tensor.float() for name, tensor in tensors.items()}
    )

    def translate(text: str) -> str:
        pieces = [word if word in words else words[UNKNOWN] for word in text.lower().split()]
        ids = [words.index(word) for word in pieces[: LONGEST - 1]] + [END]
        new = network.generate(torch.tensor([ids]), max_length=LONGEST, do_sample=False)[0]
        return " ".join(words[index] for index in new if index > UNKNOWN)

    return translate


def back_translation(
    number: str = "three hundred and twenty one",
    review: str = "a masterpiece that moved me to tears",
) -> Captioned:
    """Show what our only translator makes of a number and of a review."""
    translate = translator()
    rows = [[text, translate(text)] for text in (number, review)]
    check("a number is translated", translate("twenty one") == "vingt et un")
    known = {*read_json(find_folder("number-translator") / "config.json")["words"]}
    words = [word.lower() for one in movie_reviews().train for word in one.text.split()]
    part = fmean(word in known for word in words)
    check("it hardly knows a word of reviews", part < 0.05)
    caption = f"The translator of lesson 12. It knows {part:.1%} of the words of training reviews."
    return table("22.8", caption, ["English", "French"], rows)


def inference(number: int = 96) -> Captioned:
    """Show what a cloze says of pairs, and of pairs whose answer is certain."""
    pairs = kind_pairs().test[:number]
    premises = [one.premise for one in pairs]
    answers = {  # name: (the certain answer, logits)
        "pairs of lesson 10": (None, _answers([(one.premise, one.hypothesis) for one in pairs])),
        "the premise, repeated": (0, _answers([(one, one) for one in premises])),
        "*it is false that* the premise": (2, _answers([(one, DENIAL + one) for one in premises])),
    }
    labels = torch.tensor([one.label for one in pairs])
    rows = []
    for name, (certain, logits) in answers.items():
        guess = logits.argmax(dim=1)
        rates = [(guess == index).double().mean().item() for index in range(len(ANSWERS))]
        wanted = labels if certain is None else torch.full_like(labels, certain)
        right = (guess == wanted).double().mean().item()
        means = logits.softmax(dim=1).mean(dim=0)
        rows.append([name, f"{right:.0%}", *(f"{rate:.0%}" for rate in rates), f"{means[0]:.2f}"])
    says_yes = [(logits.argmax(dim=1) == 0).double().mean() for _, logits in answers.values()]
    check("it says yes to most, whatever is asked", min(says_yes) > 0.7)
    caption = (
        f"`minilm-words` fills {number} times the gap of *{CLOZE}* with *yes*, *maybe* or *no*: "
        "how many are right, how often it says each, and the mean probability of *yes*."
    )
    return table("22.9", caption, ["asked about", "right", *ANSWERS, "p(yes)"], rows)


def _answers(pairs: Sequence[tuple[str, str]]) -> Float[Tensor, "N 3"]:
    """Return the logits of the three answers in the gap of each pair."""
    tokenizer = WordPieceTokenizer.from_folder("minilm")
    texts = [
        CLOZE.format(premise=premise.rstrip("."), hypothesis=hypothesis)
        for premise, hypothesis in pairs
    ]
    logits = gap_logits(from_change("minilm-words").eval(), tokenizer, texts)
    return logits[:, [tokenizer.ids[word] for word in ANSWERS]]


def chinese(record: Mapping[str, Any]) -> Captioned:
    """Show five patterns of an article with our small model, and with its RoBERTa."""
    rows = []
    for index, pattern in enumerate(LANGUAGES["Chinese"].patterns):
        runs = [RUNS_OF[way][index] for way in ("zero-shot", "at the median", "pattern", "pattern")]
        groups = ("0", "0", "16", "64")
        ours = [
            fmean(accuracies(record, f"Chinese, {group}", run))
            for group, run in zip(groups, runs, strict=True)
        ]
        theirs = [f"{value:.1f}%" for value in ARTICLE_PATTERNS[index]]
        rows.append([pattern, *(f"{value:.1%}" for value in ours), *theirs])
    heads = [fmean(accuracies(record, f"Chinese, {n}", "classifier")) for n in ("16", "64")]
    (tuned,) = (test for name, _, test, *_ in ARTICLE if name == "fine-tuned")
    rows.append(["new head", "", "", *(f"{value:.1%}" for value in heads), "", f"{tuned:.1f}%"])
    orders = [fmean(scores.aucs(record, "Chinese, 64", run)) for run in ("pattern", "classifier")]
    _check_chinese(record)
    caption = (
        f"`bert-mini-zh` on {scores.TEST} test reviews of books (recorded; means over "
        f"{scores.draws_of(record, 'Chinese, 16', 'Chinese, 64')}), with the patterns and words "
        f"(很, 不) of Su (2021). AUC with 64 labels: the first pattern {orders[0]:.2f}, a new head "
        f"{orders[1]:.2f}. "
        "At the right his test accuracies: RoBERTa of base size, reviews of another kind, one run."
    )
    columns = ["pattern", "zero-shot", "at the median", "16", "64", "his, 0", "his, 200"]
    return table("22.10", caption, columns, rows)


def _check_chinese(record: Mapping[str, Any]) -> None:
    zero = [fmean(accuracies(record, "Chinese, 0", run)) for run in RUNS_OF["zero-shot"]]
    few = [fmean(accuracies(record, "Chinese, 16", run)) for run in RUNS_OF["pattern"]]
    check("near chance without labels and with 16", max(zero + few) < 0.55)
    both = [fmean(scores.aucs(record, "Chinese, 64", run)) for run in ("pattern", "classifier")]
    check("AUC 0.62 and 0.54", [round(auc, 2) for auc in both] == [0.62, 0.54])
    order = scores.auc_difference(record, "Chinese, 64", "pattern", "classifier")
    gain = scores.difference("Chinese, 64", "pattern", "classifier")
    check("a better order, no better accuracy for sure", order.low > 0 > gain.low)
    spreads = [max(one) - min(one) for one in zip(*ARTICLE_PATTERNS, strict=True)]
    check("25 points, then 6", [round(spread) for spread in spreads] == [25, 6])
