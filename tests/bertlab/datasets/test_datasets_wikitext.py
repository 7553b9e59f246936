import pytest

from bertlab.datasets.wikitext import MIN_WORDS, paragraphs_of

END = "which is long enough to be kept as a paragraph of text."


@pytest.mark.parametrize(
    ("markup", "text"),
    [
        ("'''Oslo''' is ''here'', " + END, "Oslo is here, " + END),
        ("[[Oslo]] and [[Greece|the Greeks]], " + END, "Oslo and the Greeks, " + END),
        ("A<ref name=x>a {{cite|b}} [[c]]</ref> town<ref name=x />, " + END, "A town, " + END),
        ("A {{citation needed|date={{CURRENT}}}} town, " + END, "A town, " + END),
        ("A{{infobox|a={{b|{{c}}}}\n|d=[[e]]}} town, " + END, "A town, " + END),
        ("A [[File:a.jpg|thumb|The [[Alps]] [http://x.y seen]]] town, " + END, "A town, " + END),
        ("A<!-- not\n\nseen --> town, " + END, "A town, " + END),
        ("A [http://a.b/c town] (http://a.b/d), " + END, "A town, " + END),
        ("It is {{convert|1300|mi|km}} long, " + END, "It is 1300 miles long, " + END),
        ("From {{convert|2|to|3|km2}}, " + END, "From 2 to 3 square kilometres, " + END),
        ("Greek ({{lang|grc|ἀρχή}}), " + END, "Greek (ἀρχή), " + END),
        ("Oslo ({{IPA|ɔ}}; {{lang-no|By}}), " + END, "Oslo (By), " + END),
        ("Oslo ({{IPA|ɔ}}, {{IPA|a}}) is, " + END, "Oslo is, " + END),
        ("Oslo ({{IPA|ɔ}} and more), " + END, "Oslo (and more), " + END),
        ("AT&amp;amp;T &ndash; A&nbsp;B, " + END, "AT&T – A B, " + END),
        ("Let <math>x < {y}</math> be, " + END, "Let formula be, " + END),
        ("H<sub>2</sub>O and a < b, " + END, "H2O and a < b, " + END),
        ("Of {{frac|1|3}}, {{as of|2014|lc=y}}, " + END, "Of 1/3, as of 2014, " + END),
        ("A town, {{x}}, {{y}}; " + END, "A town, " + END),
        ("* A list entry, " + END, "A list entry, " + END),
        ("A paragraph\nover two lines, " + END, "A paragraph over two lines, " + END),
        ("[[Category:Towns]][[fr:Oslo]]A town, " + END, "A town, " + END),
        ("[[wikt:[a]|A]]b [[open, " + END, "Ab open, " + END),
    ],
)
def test_markup_becomes_the_text_a_reader_sees(markup: str, text: str) -> None:
    assert paragraphs_of(markup) == (text,)


def test_tables_headings_and_end_matter_are_left_out() -> None:
    markup = f"""{{| class=x
! Head || {END}
|-
| Cell {{{{b}}}} || {{| inner, {END} |}} {END}
|}}
== Life ==
First, {END}
=== Works ===
Hidden, {END}
==== Novels ====
Hidden too, {END}
=== Youth ===
Second, {END}
== References ==
Hidden, {END}
== Legacy ==
Third, {END}
"""
    assert paragraphs_of(markup) == (f"First, {END}", f"Second, {END}", f"Third, {END}")


def test_what_is_no_sentence_is_left_out() -> None:
    short = " ".join(["word"] * (MIN_WORDS - 1)) + "."
    exact = " ".join(["word"] * MIN_WORDS) + "."
    open_end = " ".join(["word"] * 20)
    book = f"Some Author, Some Title, {END} ISBN 0-1-2."
    assert paragraphs_of("\n\n".join([short, exact, open_end, book])) == (exact,)


def test_a_sentence_may_end_in_a_bracket_or_quotation_mark() -> None:
    text = 'He said, and many words went on after that, "I will."'
    assert paragraphs_of(text) == (text,)


def test_empty_and_unclosed_markup_do_no_harm() -> None:
    assert paragraphs_of("") == ()
    assert paragraphs_of("{{unclosed {| [[ '''") == ()
