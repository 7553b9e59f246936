"""The recorded cost of a forward pass: counted again, and growing as it must."""

from workbook.records import recorded, run_slice


def test_the_slice_counts_what_the_record_has():
    record, live = recorded("forward_cost"), run_slice("forward_cost")
    lengths = record["configuration"]["tokens"]
    for quantity in ("operations", "weight_megabytes"):
        kept = dict(zip(lengths, record["results"][quantity], strict=True))
        assert live[quantity] == [kept[16], kept[64]]
    assert len(live["milliseconds"]) == 2


def test_recorded_times_grow_with_the_text():
    """A record made on a busy machine is worthless, and this shows in its times."""
    record = recorded("forward_cost")
    times = dict(
        zip(record["configuration"]["tokens"], record["results"]["milliseconds"], strict=True)
    )
    assert sorted(times.values()) == list(times.values())
    assert times[512] > 1.5 * times[256]
