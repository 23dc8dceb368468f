"""Shipped presets and the organiser's own combinations."""

from dataclasses import replace
from fractions import Fraction

import pytest

from tournaments.scoring import presets
from tournaments.scoring.presets import MTR, PRESETS, Tiebreak, custom_preset, find_preset


def test_every_preset_names_its_source_and_itself() -> None:
    for code, preset in PRESETS.items():
        assert preset.code == code
        assert preset.source
        assert preset.tiebreaks


@pytest.mark.parametrize(("code", "floor"), [("mtr", Fraction(33, 100)), ("mtr-third", Fraction(1, 3))])
def test_the_two_floors(code: str, floor: Fraction) -> None:
    preset = find_preset(code)
    assert preset.match_rate.floor == preset.game_rate.floor == floor


def test_presets_without_settings_of_their_own_have_those_of_the_tournament_rules() -> None:
    buchholz = PRESETS["buchholz"]
    assert presets._preset("buchholz", (Tiebreak.BH,), buchholz.source) == buchholz
    assert replace(buchholz, code=MTR.code, tiebreaks=MTR.tiebreaks, source=MTR.source) == MTR


def test_the_same_order_keeps_the_code_and_another_is_custom() -> None:
    assert custom_preset(["MP", "OMW", "GW", "OGW"]) == find_preset("mtr")
    mixed = custom_preset(["GW", "OMW", "SOS", "BH"])
    assert mixed.code == "custom"
    assert mixed.tiebreaks == (Tiebreak.GW, Tiebreak.OMW, Tiebreak.SOS, Tiebreak.BH)


def test_settings_replace_those_of_the_base() -> None:
    preset = custom_preset(
        ["OP", "OMW"],
        base="pokemon",
        floor=Fraction(1, 3),
        own_game_win_floored=False,
        byes_in_win_rate=True,
        freeze_after_drop=False,
        intentional_draw_games=3,
    )
    assert preset.match_rate.floor == preset.game_rate.floor == Fraction(1, 3)
    assert preset.result_rate.byes
    assert preset.result_rate.floor == Fraction(1, 4)
    assert not preset.own_game_win_floored
    assert not preset.freeze_after_drop
    assert preset.intentional_draw_games == 3


def test_what_is_refused() -> None:
    with pytest.raises(ValueError, match="twice"):
        custom_preset(["OMW", "OMW"])
    with pytest.raises(ValueError, match="LUCK"):
        custom_preset(["LUCK"])
    with pytest.raises(KeyError):
        find_preset("swiss")


def test_a_combination_in_one_line() -> None:
    preset = find_preset("custom:mtr:OMW,GW,SOS;floor=1/3;gw=raw;id=3")
    assert preset.tiebreaks == (Tiebreak.OMW, Tiebreak.GW, Tiebreak.SOS)
    assert preset.match_rate.floor == preset.game_rate.floor == Fraction(1, 3)
    assert not preset.own_game_win_floored
    assert preset.intentional_draw_games == 3
    assert preset.code == "custom:mtr:OMW,GW,SOS;floor=1/3;gw=raw;id=3"


def test_a_combination_on_another_base() -> None:
    preset = find_preset("custom:pokemon:OP,WINS;byes=count;left=move;floor=0.33")
    assert preset.result_rate.byes
    assert preset.result_rate.floor == Fraction(1, 4)
    assert preset.match_rate.floor == Fraction(33, 100)
    assert not preset.freeze_after_drop
    assert not preset.late_opponent
    assert find_preset("custom:pokemon:OP;late=floor").late_opponent
    assert find_preset("custom:pokemon:OP;floor=1").match_rate.floor == 1
    assert not find_preset("custom:pokemon:OP;late=none").late_opponent


@pytest.mark.parametrize(
    "text",
    [
        "custom:",
        "custom:mtr",
        "custom:mtr:",
        "custom:nope:OMW",
        "custom:mtr:OMW,OMW",
        "custom:mtr:OMW,,GW",
        "custom:mtr:LUCK",
        "custom:mtr:OMW;floor=2",
        "custom:mtr:OMW;floor=1/0",
        "custom:mtr:OMW;floor=1e-99999999",
        "custom:mtr:OMW;floor=",
        "custom:mtr:OMW;floor=-1/3",
        "custom:mtr:OMW;gw=maybe",
        "custom:mtr:OMW;gw=raw;gw=raw",
        "custom:mtr:OMW;id=10",
        "custom:mtr:OMW;id=-1",
        "custom:mtr:OMW;luck=1",
        "custom:mtr:OMW;late=25",
    ],
)
def test_a_combination_that_is_none(text: str) -> None:
    with pytest.raises(KeyError):
        find_preset(text)


def test_only_netrunner_takes_more_games_than_decide_a_match_unless_a_combination_says_so() -> None:
    assert [code for code, preset in PRESETS.items() if preset.more_games] == ["netrunner"]
    assert find_preset("custom:mtr:OMW;games=more").more_games
    assert not find_preset("custom:netrunner:SOS;games=planned").more_games


def test_late_rounds_at_the_floor_name_their_source() -> None:
    assert "published Play! Pokémon tables" in find_preset("custom:pokemon:OP;late=floor").source
    assert "published" not in find_preset("custom:pokemon:OP;late=none").source
