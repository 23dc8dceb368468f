"""Checking receipts by themselves: a true one agrees, and a tampered one is refused with the place."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.receipts.written_receipts import COMMITMENT, cut_receipt, drawn_receipt, sealed_again, step_of
from tournaments.receipts.canonical import canonical, digest_of_text
from tournaments.receipts.checking import check_text, parse_receipt
from tournaments.receipts.committed import compare
from tournaments.receipts.document import UnreadableReceipt
from tournaments.receipts.verdict import Fault, Part, Verdict

DRAWN, CUT = drawn_receipt(), cut_receipt()
Path = tuple[str | int, ...]


def check(document: Any) -> Verdict:
    return check_text(json.dumps(document))


def leaves(value: Any, path: Path = ()) -> Iterator[Path]:
    """Every value that holds no others, or nothing."""
    if isinstance(value, dict) and value:
        for key in value:
            yield from leaves(value[key], (*path, key))
    elif isinstance(value, list) and value:
        for turn, one in enumerate(value):
            yield from leaves(one, (*path, turn))
    else:
        yield path


def changed(document: Any, path: Path, value: Any) -> Any:
    document = copy.deepcopy(document)
    inner = document
    for step in path[:-1]:
        inner = inner[step]
    inner[path[-1]] = value
    return document


def at(document: Any, path: Path) -> Any:
    for step in path:
        document = document[step]
    return document


def other_than(value: Any) -> Any:
    """Another value of the same kind, where there is one."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    if isinstance(value, str) and value:
        return ("0" if value[0] != "0" else "1") + value[1:]
    return [1] if isinstance(value, list) else {"a": 1} if isinstance(value, dict) else 1 if value is None else "x"


@pytest.mark.parametrize("document", [DRAWN, CUT])
def test_a_true_receipt_agrees_in_every_part(document: Any) -> None:
    verdict = check(document)
    assert verdict.findings == []
    assert verdict.agrees
    assert verdict.is_committed
    assert verdict.drawn == 1
    assert set(verdict.done) | set(verdict.left_out) == set(Part)


def test_a_true_receipt_of_a_draw_is_proved() -> None:
    assert check(DRAWN).proved
    assert set(check(DRAWN).done) == set(Part)


def test_players_and_teams_are_numbers() -> None:
    assert "Land of Light" not in canonical(DRAWN)


@pytest.mark.parametrize("document", [DRAWN, CUT])
def test_each_value_changed_in_turn_is_refused_with_the_place(document: Any) -> None:
    for path in leaves(document):
        tampered = changed(document, path, other_than(at(document, path)))
        if path in (("format",), ("version",)):
            with pytest.raises(UnreadableReceipt):
                check(tampered)
            continue
        verdict = check(tampered)
        assert not verdict.agrees, path
        place = verdict.findings[0].place
        assert place, path
        if path[0] == "history" and path[2] == "facts" and len(path) > 3:
            # To the digest's grain: the list of the entrants is one value.
            assert place.startswith(f"history[{path[1]}].facts.{path[3]}"), (path, place)
        elif path[0] == "history":
            assert place.startswith(f"history[{path[1]}]"), (path, place)
        elif path[0] != "digests":
            assert place.startswith(str(path[0])), (path, place)


VALUES = st.one_of(
    st.none(), st.booleans(), st.integers(-(10**20), 10**20), st.text(max_size=5), st.just([]), st.just({}), st.floats(
        allow_nan=False, allow_infinity=False
    )
)  # fmt: skip


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_whatever_stands_there_instead_is_refused_without_a_fault(data: st.DataObject) -> None:
    document = data.draw(st.sampled_from([DRAWN, CUT]))
    path = data.draw(st.sampled_from([path for path in leaves(document) if path[0] not in ("format", "version")]))
    value = data.draw(VALUES)
    if value == at(document, path) and type(value) is type(at(document, path)):
        return
    verdict = check(changed(document, path, value))
    assert verdict.findings[0].place
    # With all digests made again it is read as far as it goes, and no value brings anything but a verdict.
    assert isinstance(check_resealed(changed(document, path, value)), Verdict)


def check_resealed(document: Any) -> Verdict:
    try:
        sealed = sealed_again(document)
    except (AttributeError, KeyError, TypeError):
        return Verdict()
    return check(sealed)


@pytest.mark.parametrize(
    ("path", "value", "part", "place"),
    [
        (("history", 0, "facts", "parts", 0, "inputs", "next_round"), 3, Part.PAIRING, "history[0].facts.parts[0]"),
        (("history", 0, "facts", "parts", 0, "output", "bound", 0), 9, Part.PAIRING, "history[0].facts.parts[0]"),
        (("history", 0, "facts", "engine"), 99, Part.PAIRING, "history[0].facts.engine"),
        (("history", 0, "seed"), "12", Part.DRAWS, "history[0].seed"),
        (("history", 0, "counter"), 2, Part.DRAWS, "history[0].counter"),
        (("history", 0, "commitment"), 2, Part.DRAWS, "history[0].commitment"),
        (("history", 0, "at"), "2026-11-23T08:00:00.000000Z", Part.DRAWS, "history[0].at"),
        (("drawn",), 2, Part.DRAWS, "drawn"),
        (("stage",), "top_cut", Part.DRAWS, "stage"),
        (("commitments", 0, "text"), COMMITMENT["text"] + "0", Part.COMMITMENT, "commitments[0]"),
        (("event",), "summer", Part.COMMITMENT, "commitments[0]"),
        (("published", "tables", 0, 1), 999, Part.EDITS, "published.tables[0]"),
        (("published", "byes"), [], Part.EDITS, "published.byes"),
        (("history", 1, "facts", "table"), 51, Part.EDITS, "published.tables"),
        (("history", 0, "facts", "assigned", 0, 0), 1, Part.EDITS, "history[0].facts.assigned[0]"),
    ],
)  # fmt: skip
def test_digests_made_again_do_not_help(path: Path, value: Any, part: Part, place: str) -> None:
    verdict = check(sealed_again(changed(DRAWN, path, value)))
    assert verdict.findings
    assert verdict.findings[0].part == part
    assert verdict.findings[0].place.startswith(place)


def test_a_bracket_is_of_the_top_cut() -> None:
    verdict = check(sealed_again(changed(CUT, ("stage",), "swiss")))
    assert [(one.place, one.fault) for one in verdict.findings] == [("stage", Fault.STAGE)]


def test_what_an_exchange_cost_is_read_and_said_to_be_as_recorded() -> None:
    one, two = DRAWN["published"]["tables"][0][1:]
    swap = {"one": one, "two": two, "cost": [0, 0, 0, 9, 0, 0]}
    exchanged = copy.deepcopy(DRAWN)
    exchanged["history"].insert(2, step_of(exchanged["history"][:2], "swap", swap))
    for at, step in enumerate(exchanged["history"], start=1):
        step["position"] = at
    verdict = check(sealed_again(exchanged))
    assert (verdict.findings, verdict.has_recorded_costs) == ([], True)
    assert not check(DRAWN).has_recorded_costs
    exchanged["history"][2]["facts"]["cost"] = "free"
    assert check(sealed_again(exchanged)).findings[0].place == "history[2].facts.cost"


def test_another_commitment_for_the_same_draw_is_refused() -> None:
    text = COMMITMENT["text"].replace("5e", "6f")
    document = changed(DRAWN, ("commitments", 0), {**COMMITMENT, "text": text, "digest": digest_of_text(text)})
    verdict = check(sealed_again(document))
    assert (verdict.findings[0].fault, verdict.findings[0].place) == (Fault.SEED, "history[0].seed")


def test_other_seeds_of_a_cut_are_refused() -> None:
    seeds = CUT["history"][0]["facts"]["seeds"]
    document = changed(CUT, ("history", 0, "facts", "seeds"), [*seeds[:2], seeds[3], seeds[2]])
    verdict = check(sealed_again(document))
    assert (verdict.findings[0].part, verdict.findings[0].place) == (Part.EDITS, "history[0].facts.seeds")


def test_a_step_taken_out_is_missed() -> None:
    document = copy.deepcopy(DRAWN)
    del document["history"][1]
    assert check(document).findings[0].place == "history[1].position"
    renumbered = [{**step, "position": place} for place, step in enumerate(document["history"], start=1)]
    verdict = check(sealed_again({**document, "history": renumbered}))
    assert verdict.findings[0].part == Part.EDITS


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "not_json"),
        ("{", "not_json"),
        ("[" * 100_000, "not_json"),
        ("[]", "not_a_receipt"),
        ('{"format": "dueldesk-pairing-receipt", "version": 2}', "unknown_version"),
        ('{"format": 1, "format": 2}', "not_json"),
        ("1" * 10_000, "not_json"),
    ],
)
def test_what_is_no_receipt_cannot_be_read(text: str, code: str) -> None:
    with pytest.raises(UnreadableReceipt) as refused:
        check_text(text)
    assert refused.value.code == code


def test_a_receipt_is_compared_with_the_one_that_the_site_keeps() -> None:
    assert compare(parse_receipt(json.dumps(DRAWN)), DRAWN) is None
    moved = changed(DRAWN, ("history", 1, "facts", "table"), 51)
    found = compare(parse_receipt(json.dumps(moved)), DRAWN)
    assert found is not None
    assert (found.place, found.fault) == ("history[1].facts.table", Fault.CHANGED)
    forged = compare(parse_receipt(json.dumps(sealed_again(moved))), DRAWN)
    assert forged is not None
    assert (forged.place, forged.fault) == ("history[1].facts.table", Fault.OTHER)
    byes = compare(parse_receipt(json.dumps(sealed_again(changed(DRAWN, ("published", "byes"), [])))), DRAWN)
    assert byes is not None
    assert byes.place == "published.byes"
