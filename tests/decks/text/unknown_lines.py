"""Small pools beside which names and numbers are unknown, and single lines read by them."""

from decks.text.catalogue import Catalogue, ListedCard
from decks.text.listing import ListForm, ReadList
from decks.text.reading import read_list
from tests.decks.text.list_pools import PRINTINGS

POTIONS = Catalogue.of(
    [
        ListedCard("SVI-188", "Potion"),
        ListedCard("OBF-125", "Charizard ex"),
        ListedCard("SVE-2", "Basic Fire Energy", alike="fire"),
        ListedCard("XXX-1", "Candy"),
        ListedCard("XXX-2", "Ball"),
    ]
)
HEROES = Catalogue.of([ListedCard("HBU01-A07", "赛罗奥特曼"), ListedCard("HBU01-A08", "光赛罗")])
DRAGONS = Catalogue.of([ListedCard("120105001", "青眼白龙")])
NOTHING = Catalogue.of([])


def read(line: str, form: ListForm = PRINTINGS, catalogue: Catalogue = POTIONS) -> ReadList:
    return read_list(line, form=form, catalogue=catalogue)


def named(found: ReadList) -> list[tuple[str, str, int]]:
    assert found.is_settled, (found.questions, found.errors)
    return [(entry.number, entry.name, entry.count) for entry in found.entries]
