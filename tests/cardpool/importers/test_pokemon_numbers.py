"""The numbers that cards of the public Pokémon TCG data get."""

from pathlib import Path

import pytest

from tests.cardpool.importers.read_sets import PACK, card_of, cards_of
from tests.cardpool.importers.set_files import entry, write_cards, write_sets


@pytest.mark.parametrize(
    ("id_", "number", "canonical", "codes"),
    [
        ("sv6-128", "128", "TWM-128", ("SV6-128",)),
        ("swsh12-1", "1", "SIT-1", ("SWSH12-1",)),
        ("swsh12tg-TG03", "TG03", "SIT-TG03", ()),
        ("swshp-SWSH154", "SWSH154", "PR-SW-SWSH154", ("PR-SW-154",)),
        ("swshp-SWSH001", "SWSH001", "PR-SW-SWSH001", ("PR-SW-1",)),
        ("svp-7", "7", "PR-SV-7", ("SVP-7",)),
        ("pop5-17", "17", "POP5-17", ()),
        ("sm115-1", "1", "HIF-1", ()),
        ("sma-SV1", "SV1", "HIF-SV1", ("SMA-SV1",)),
        ("cel25-2", "2", "CEL-2", ("CEL25-2",)),
        ("cel25c-2_A", "2", "CEL-2A", ("CEL25C-2",)),
        ("sv6-146a", "146a", "TWM-146A", ("SV6-146A",)),
        ("g1-15", "15", "GEN-15", ()),
        ("gym1-15", "15", "G1-15", ("GYM1-15",)),
        ("ex10-A", "A", "UF-A", ()),
        ("ex10-!", "!", "UF-EX", ()),
        ("ex10-?", "?", "UF-QU", ()),
    ],
)
def test_numbers_as_lists_write_them(
    tmp_path: Path, id_: str, number: str, canonical: str, codes: tuple[str, ...]
) -> None:
    card = card_of(tmp_path, id_, number=number)
    assert (card.number, card.codes) == (canonical, codes)
    assert all(PACK.normalise_number(code) == code for code in (card.number, *card.codes))


LIST_CODES = """
BS JU PR FO B2 TR G1 G2 N1 N2 N3 N4 LC EX BP AQ SK RS SS DR PR-NP MA HL RG TRR DX EM UF DS LM HP CG DF PK DP PR-DPP MT
SW GE MD LA SF PL RR SV AR HS PR-HS UL UD TM CL PR-BLW BLW EPO NVI NXD DEX DRX DRV BCR PLS PLF PLB PR-XY LTR KSS XY FLF
FFI PHF PRC DCR ROS AOR BKT BKP GEN FCO STS EVO SUM PR-SM GRI BUS SLG CIN UPR FLI CES DRM LOT TEU DET UNB UNM HIF CEC
PR-SW SSH RCL DAA FUT20 CPA VIV SHF BST CRE EVS CEL FST BRS ASR PGO LOR SIT CRZ PR-SV SVI PAL OBF MEW PAR PAF TEF TWM
SFA SCR SSP PRE JTG DRI BLK WHT MEG PFL SVE MEE
"""


IDS_OF_SETS_WITHOUT_ONE = """
SI1 TK1A TK1B TK2A TK2B POP1 POP9 EXE1 DPE1 HGSSE1 BWE1 XYE1 SME1 SME2 SWSHE1 SWSHE2 RU1 SMA MCD11 MCD19 MCD22 MEP1
PCCP CC
"""


FURTHER_NUMBERS = """
AQ-H12 AQ-50A SK-H1 RR-RT1 PL-SH4 SF-SH1 AR-AR9 CL-SL11 LTR-RC32 GEN-RC1 DP-S1 HS-L1 PR-HS-HGSS01 PR-DPP-DP01
PR-BLW-BW101 PR-XY-XY67A PR-SM-SM250 PR-SW-SWSH307 HIF-SV94 SHF-SV122 BRS-TG30 CRZ-GG70 BKT-146A CEL-15A1 CEL-2A
"""


@pytest.mark.parametrize("code", [*LIST_CODES.split(), *IDS_OF_SETS_WITHOUT_ONE.split()])
def test_the_pack_reads_the_numbers_of_every_set(code: str) -> None:
    """The codes of `sets/en.json`, with the plainest number."""
    assert PACK.normalise_number(f"{code}-7") == f"{code}-7"


@pytest.mark.parametrize("number", FURTHER_NUMBERS.split())
def test_the_pack_reads_numbers_that_are_more_than_digits(number: str) -> None:
    assert PACK.normalise_number(number) == number


def test_one_number_for_several_cards_of_a_set_is_distinguished(tmp_path: Path) -> None:
    write_sets(tmp_path)
    write_cards(tmp_path, "cel25", [entry("cel25-15", number="15")])
    write_cards(tmp_path, "cel25c", [entry(f"cel25c-15_A{place}", f"Card {place}", number="15") for place in (1, 2, 3)])
    numbers = {id_: card.number for id_, card in cards_of(tmp_path).items()}
    assert numbers == {
        "cel25-15": "CEL-15",
        "cel25c-15_A1": "CEL-15A1",
        "cel25c-15_A2": "CEL-15A2",
        "cel25c-15_A3": "CEL-15A3",
    }


def test_of_two_cards_that_state_one_number_the_one_whose_id_has_it_keeps_it(tmp_path: Path) -> None:
    """Both are imported, the other one with a notice."""
    write_sets(tmp_path)
    write_cards(tmp_path, "sv6", [entry("sv6-58", "Right"), entry("sv6-59", "Misprint", number="58")])
    assert {id_: card.number for id_, card in cards_of(tmp_path).items()} == {"sv6-58": "TWM-58", "sv6-59": "TWM-59"}
    assert [card.notice for card in cards_of(tmp_path).values()] == ["", "number_stated_twice"]


@pytest.mark.parametrize("set_id", ["sm115", "sma", "cel25c", "swsh12tg"])
def test_a_number_does_not_depend_on_the_files_beside_it(tmp_path: Path, set_id: str) -> None:
    entries = {
        "sm115": [entry("sm115-1")],
        "sma": [entry("sma-SV1"), entry("sma-1")],
        "cel25": [entry("cel25-2", number="2")],
        "cel25c": [entry("cel25c-2_A", number="2")],
        "swsh12": [entry("swsh12-1")],
        "swsh12tg": [entry("swsh12tg-TG01")],
    }
    everything, alone = tmp_path / "all", tmp_path / "alone"
    for one, cards in entries.items():
        write_cards(everything, one, cards)
    write_sets(everything)
    write_cards(alone, set_id, entries[set_id])
    write_sets(alone)
    together = cards_of(everything)
    assert len({card.number for card in together.values()}) == len(together)
    assert {id_: card.number for id_, card in cards_of(alone).items()}.items() <= {
        (id_, card.number) for id_, card in together.items()
    }
