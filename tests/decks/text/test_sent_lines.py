"""Lines as shops, chat groups and children send them, each with its meaning, written by hand.

`tests/data/lines` has a file for each game: a line, `=>`, and its meaning: `3 NUMBER`, several joined by `+`; `?` and
readings that are among those it asks for; `? parts` and the only lines it
offers, parted by `/`; `head SECTION` (`apart`: none of the game's, `total`: of the whole list);
`comment`, `ignored`, `error`.
`!code` after it is the notice it gets. `\t` stands for a tab.
"""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from cardpool.games import shipped_keys, shipped_pack
from decks.text.catalogue import Catalogue, ListedCard
from decks.text.listing import LineKind, ReadList
from decks.text.reading import read_list
from tests.decks.text.list_pools import PRINTED, form_of

FOLDER = Path(__file__).parents[2] / "data" / "lines"
TOTAL = re.compile("总张数|总数|总计|總計|合计|共|Total", re.IGNORECASE)
ENERGIES = ("Grass", "Fire", "Water", "Lightning", "Psychic", "Fighting", "Darkness", "Metal")
POOLS = {
    "ultraman-hero-duel": [
        ListedCard("HBU01-A07", "赛罗奥特曼"),
        ListedCard("HBU01-A10", "赛罗奥特曼月神奇迹型"),
        ListedCard("HBU01-CR", "令迦奥特曼"),
        ListedCard("HBU-TDG-01", "闪耀迪迦"),
        ListedCard("HBU02-A28", "捷德奥特曼银河初升"),
    ],
    "pokemon-tcg": [
        *(card for card in PRINTED.cards if "Energy" not in card.name),
        ListedCard("MEW-150", "Mewtwo"),
        ListedCard("MEW-151", "Mew"),
        ListedCard("LOR-79", "Comfey"),
        ListedCard("CRZ-GG59", "Glaceon"),
        ListedCard("SVI-181", "Nest Ball"),
        ListedCard("LA-136", "Technical Machine TS-1"),
        ListedCard("PR-SW-SWSH242", "Charizard V", codes=("SWSHP-242",)),
        ListedCard("OBF-125", "Charizard ex"),
        ListedCard("XY-96", "Xerneas"),
        ListedCard("FCO-105", "N"),
        ListedCard("SVI-85", "Pikachu"),
        ListedCard("FLF-113", "Double Colorless Energy"),
        *(ListedCard(f"SVE-{at}", f"Basic {kind} Energy", alike=kind) for at, kind in enumerate(ENERGIES, 1)),
        *(ListedCard(f"XYZ-{at}", f"Basic {kind} Energy", alike=f"{kind}?") for at, kind in enumerate(ENERGIES, 1)),
        *(
            ListedCard(f"SVA-{at}", f"Basic {kind} Energy", (f"基本{zh}能量", f"{zh}能量"), kind)
            for at, (kind, zh) in enumerate(zip(ENERGIES, "草火水雷超斗恶钢", strict=True), 1)
        ),
    ],
    "rush-duel": [
        ListedCard("120105001", "七星道魔导人"),
        ListedCard("120105002", "龙队狙击兵"),
        ListedCard("120105003", "青眼白龙"),
        ListedCard("120199001", "闪光龙", alike="plain"),
        ListedCard("120199002", "闪光龙", alike="legend"),
    ],
    "galaxy-card-game": [
        ListedCard("10000001", "星际步兵"),
        ListedCard("10000002", "轨道炮台"),
        ListedCard("10000003", "旗舰远征号"),
        ListedCard("10000004", "指挥官林"),
        ListedCard("10000005", "星际步兵队长"),
    ],
    "heroes-placement": [
        ListedCard("HP01-001", "关羽"),
        ListedCard("HP01-002", "张飞"),
        ListedCard("HP01-003", "一刀"),
        ListedCard("HP01-004", "三国三"),
        ListedCard("HP02-001", "关羽"),
    ],
}


def sent_lines() -> Iterator[tuple[str, str, str]]:
    for game in POOLS:
        for row in (FOLDER / f"{game}.txt").read_text(encoding="utf-8").splitlines():
            line, arrow, meaning = row.rpartition(" => ") if " => " in row else row.rpartition(" =>")
            if arrow and not row.startswith("# "):
                yield game, line.rstrip().replace("\\t", "\t"), meaning.strip()


SENT = list(sent_lines())


@cache
def read(game: str, line: str) -> ReadList:
    return read_list(line, form=form_of(shipped_pack(game)), catalogue=Catalogue.of(POOLS[game]))


def said(result: ReadList) -> str:
    """What a line was read as, in the words of the files."""
    (line,) = result.lines
    if line.kind is LineKind.ENTRY:
        return " + ".join(f"{card.count} {card.number}" for card in line.cards)
    if line.kind is LineKind.HEADER:
        return f"head {line.section or ('total' if TOTAL.search(line.text) else 'apart')}"
    return "?" if line.kind is LineKind.QUESTION else line.kind.value


def test_every_game_has_its_lines() -> None:
    assert set(POOLS) == set(shipped_keys())
    assert len(SENT) >= 700


# A list of `ids` is escaped again each time a process collects the file, as `make mutants` does; `pytest.param` is not.
@pytest.mark.parametrize(
    ("game", "line", "meaning"), [pytest.param(*sent, id=f"{sent[0]}: {sent[1]}") for sent in SENT]
)
def test_a_line_is_read_as_it_was_meant(game: str, line: str, meaning: str) -> None:
    result = read(game, line)
    wanted, _, notice = meaning.partition(" !")
    notices = [one.code.value for one in result.notices if one.code.value != "total_differs"]
    if not wanted.startswith("?"):
        assert (said(result), notices) == (wanted, [notice] if notice else [])
        return
    assert said(result) == "?"
    (question,) = result.questions
    if wanted.startswith("? parts"):
        assert question.readings == ()
        way = wanted.removeprefix("? parts").strip()
        assert way in [" / ".join(lines) for lines in question.splits or [()]]
        return
    found = [f"{one.count} {one.number}" for one in question.readings]
    assert [one for one in filter(None, wanted.removeprefix("?").strip().split(" | ")) if one not in found] == []
