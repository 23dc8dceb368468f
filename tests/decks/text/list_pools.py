"""Small pools of three games whose lists come in different formats."""

from dataclasses import replace

from cardpool.games import shipped_pack
from cardpool.packs import GamePack
from decks.text.catalogue import Catalogue, ListedCard
from decks.text.list_form import list_form
from decks.text.listing import ListForm, ReadList
from decks.text.reading import read_list


def form_of(pack: GamePack, language: str = "en", *, complete: int = 0) -> ListForm:
    """The form of the game's lists, which are as long as a test wants them: short ones are whole."""
    return replace(list_form(pack, language), complete=complete, most_copies=0)


PRINTINGS = form_of(shipped_pack("pokemon-tcg"))
PRINTED = Catalogue.of(
    [
        ListedCard("TWM-128", "Dreepy", alike="dreepy"),
        ListedCard("PAF-7", "Charmander", alike="small"),
        ListedCard("SVP-44", "Charmander", alike="promo", codes=("PR-SV-44",)),
        ListedCard("SVE-2", "Basic Fire Energy", alike="fire"),
        ListedCard("SVE-10", "Basic Fire Energy", alike="fire"),
        ListedCard("CEL-2", "Reshiram"),
        ListedCard("CEL-2A", "Blastoise", codes=("CEL-2",)),
        ListedCard("HIF-60", "Twin", alike="one"),
        ListedCard("HIF-SV60", "Twin", alike="other", codes=("HIF-60",)),
        ListedCard("SIT-TG03", "Gardevoir"),
        ListedCard("CRZ-GG39", "Suicune V"),
        ListedCard("PR-SW-SWSH154", "Boltund V", codes=("SWSHP-154",)),
        ListedCard("BKT-146A", "Parallel City"),
        ListedCard("TEF-157", "Prime Catcher"),
        ListedCard("SVI-189", "Professor’s Research", ("博士的研究",)),
        ListedCard("FLF-113", "Double Colorless Energy"),
        ListedCard("MEW-32", "Nidoran♂"),
        ListedCard("MEW-29", "Nidoran♀"),
        ListedCard("UNB-176", "Judge Whistle // Twin"),
        ListedCard("BCR-98", "Flabébé"),
        ListedCard("UNM-156", "Porygon2"),
        ListedCard("SVE-1", "Basic Grass Energy", alike="grass"),
        ListedCard("FST-283", "Grass Energy"),
    ]
)
PASSCODES = form_of(shipped_pack("rush-duel"))
CODED = Catalogue.of(
    [
        ListedCard("120105001", "Dragon", codes=("120105901",)),
        ListedCard("120105002", "Mage"),
        ListedCard("01234567", "Old One"),
        ListedCard("RD-KP01-JP001", "Printed Knight", codes=("120199999",)),
    ]
)
THREE_PARTS = form_of(shipped_pack("galaxy-card-game"))
UNITS = Catalogue.of([ListedCard("10000001", "Unit"), ListedCard("10000002", "Large"), ListedCard("10000003", "Chief")])
NUMBERS = form_of(shipped_pack("ultraman-hero-duel"))
HEROES = Catalogue.of(
    [ListedCard("HBU01-A07", "赛罗奥特曼"), ListedCard("HBU01-CR", "令迦奥特曼"), ListedCard("HBU01-A10", "=1+1")]
)


def held(read: ReadList) -> list[tuple[str, str, int]]:
    """What a list contains."""
    return [(entry.section, entry.number, entry.count) for entry in read.entries]


def troubles(read: ReadList) -> list[tuple[str, int]]:
    """What could not be read or asks, and where."""
    return sorted(((one.code.value, one.line) for one in (*read.errors, *read.questions)), key=lambda one: one[1])


def read_ptcg(text: str) -> ReadList:
    return read_list(text, form=PRINTINGS, catalogue=PRINTED)


def read_codes(text: str) -> ReadList:
    return read_list(text, form=PASSCODES, catalogue=CODED)


def read_heroes(text: str) -> ReadList:
    return read_list(text, form=NUMBERS, catalogue=HEROES)


def asked(read: ReadList) -> list[tuple[str, int]]:
    """The readings of a list's only question, as number and count."""
    (question,) = read.questions
    return [(reading.number, reading.count) for reading in question.readings]
