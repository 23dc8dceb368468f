"""Lists inside links: exact both ways, and safe whatever stands in the link."""

import base64
import contextlib
import json
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from decks.text.listing import ListFormat
from decks.text.share import (
    MAX_BYTES,
    MAX_PAYLOAD_LENGTH,
    DamagedPayload,
    SharedCard,
    SharedList,
    payload_in,
    read_payload,
    write_payload,
)
from tests.decks.text.list_pools import held, read_codes, read_heroes, troubles

SHARED = SharedList(
    "ultraman-hero-duel",
    (SharedCard("main", 3, "HBU01-A07"), SharedCard("main", 1, "HBU09-A99", "新卡"), SharedCard("side", 2, "HBU01-CR")),
    best_of=3,
    pool="open",
)
PAYLOAD = write_payload(SHARED)


def packed(value: object, *, version: str = "1") -> str:
    """Any JSON as a payload."""
    data = value if isinstance(value, bytes) else json.dumps(value).encode()
    deflate = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    return f"{version}.{base64.urlsafe_b64encode(deflate.compress(data) + deflate.flush()).decode().rstrip('=')}"


@pytest.mark.parametrize(
    "around", ["https://duel.example/decks/shared/{}/", "/decks/shared/{}", " decks/shared/{}/?lang=en\n"]
)
def test_a_link_is_read_as_its_list(around: str) -> None:
    read = read_heroes(around.format(PAYLOAD))
    assert (troubles(read), read.format) == ([], ListFormat.LINK)
    assert held(read) == [("main", "HBU01-A07", 3), ("main", "HBU09-A99", 1), ("side", "HBU01-CR", 2)]
    assert [entry.name for entry in read.entries] == ["赛罗奥特曼", "新卡", "令迦奥特曼"]


def test_a_link_of_another_game_or_section_is_no_list_of_this() -> None:
    assert troubles(read_codes(f"/decks/shared/{PAYLOAD}/")) == [("other_game", 0)]
    strange = write_payload(
        SharedList("ultraman-hero-duel", (SharedCard("extra", 3, "HBU01-A07"), SharedCard("main", 1, "?")))
    )
    read = read_heroes(f"/decks/shared/{strange}/")
    assert [(error.code.value, error.text, error.found) for error in read.errors] == [
        ("no_such_section", "HBU01-A07", "extra"),
        ("unknown_code", "?", "1"),
    ]


def test_only_a_link_alone_is_one() -> None:
    assert payload_in(f"/decks/shared/{PAYLOAD}/") == PAYLOAD
    assert payload_in(f"<https://x.example/decks/shared/{PAYLOAD}/?lang=en>") == PAYLOAD
    assert payload_in(f"`https://x.example/decks/shared/{PAYLOAD}/`") == PAYLOAD
    for text in ("", "decks/shared/", f"see /decks/shared/{PAYLOAD}", f"/decks/shared/{PAYLOAD}/x", PAYLOAD):
        assert payload_in(text) is None


WORD = st.text(st.characters(exclude_categories=("Cc", "Cs", "Zl", "Zp")), max_size=20)
CARD = st.builds(SharedCard, st.sampled_from(["main", "side", "extra"]), st.integers(1, 99), WORD.filter(bool), WORD)


@given(st.builds(SharedList, WORD, st.lists(CARD, max_size=40).map(tuple), st.integers(0, 99), WORD, WORD))
def test_round_trip(shared: SharedList) -> None:
    assert read_payload(write_payload(shared)) == shared


@pytest.mark.parametrize(
    "payload",
    [
        "",
        "1.",
        "1.!!!!",
        PAYLOAD[:-4],
        PAYLOAD + "AAAA",
        PAYLOAD[2:],
        "2" + PAYLOAD[1:],
        "1." + "A" * MAX_PAYLOAD_LENGTH,
        packed(b"\xff\xfe"),
        packed(b"[" * 60_000),
        packed(b"not json"),
        packed({}),
        packed([]),
        packed(["g", 3, "open", "", {}]),
        packed(["g", True, "open", "", []]),
        packed(["g", 100, "open", "", []]),
        packed(["g\n", 3, "open", "", []]),
        packed(["g", 3, "open", "", [["main", [[0, "A"]]]]]),
        packed(["g", 3, "open", "", [["main", [[100, "A"]]]]]),
        packed(["g", 3, "open", "", [["main", [[True, "A"]]]]]),
        packed(["g", 3, "open", "", [["main", [[1.5, "A"]]]]]),
        packed(["g", 3, "open", "", [["main", [[1, ""]]]]]),
        packed(["g", 3, "open", "", [["main", [[1, "A", 5]]]]]),
        packed(["g", 3, "open", "", [["main", [[1, "A\u2028"]]]]]),
        packed(["g", 3, "open", "", [["main", [[1, "\ud800"]]]]]),
        packed(["g", 3, "open", "", [["main", [[1, "A" * 201]]]]]),
        packed(["g", 3, "open", "", [["main", [[1, "A"]] * 1001]]]),
        packed(["g", 3, "open", "", [["main"]]]),
        packed(b'["g",3,"open","",[["main",[[1,"' + b"A" * (MAX_BYTES * 20) + b'"]]]]]'),
    ],
)
def test_a_damaged_payload(payload: str) -> None:
    with pytest.raises(DamagedPayload):
        read_payload(payload)


@given(
    st.one_of(
        st.text(max_size=60),
        st.binary(max_size=60).map(packed),
        st.text("ABCDEFabc-_19", max_size=80).map("1.".__add__),
    )
)
def test_nothing_in_a_link_does_harm(payload: str) -> None:
    with contextlib.suppress(DamagedPayload):
        read = read_payload(payload)
        assert read_payload(write_payload(read)) == read
