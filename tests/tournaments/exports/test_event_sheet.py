"""The sheet of the event's settings: what somebody needs to work out pairings and standings again from the workbook."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils import translation

from accounts.actor import Actor
from tests.by_seat_events import started_by_seat
from tests.people_and_events import enter, make_event, owner_of
from tournaments.exports.tournament_sheets import tournament_sheets
from tournaments.models import Tournament
from tournaments.play.divisions import read_lines
from tournaments.scoring.presets import find_preset
from tournaments.services.entries import keep_apart

pytestmark = [pytest.mark.django_db, pytest.mark.language("en")]


def settings_of(event: Tournament, actor: Actor | None = None, language: str = "en") -> dict[Any, Any]:
    """The sheet as a reader has it."""
    with translation.override(language):
        sheets = {sheet.title: sheet for sheet in tournament_sheets(tournament=event, actor=actor or owner_of(event))}
        return {row[0]: row[1] for row in sheets["Event" if language == "en" else "赛事"].rows}


def test_what_pairing_and_standings_depend_on_is_listed() -> None:
    event = make_event(
        best_of=5,
        top_cut=4,
        cut_drop="walk_over",
        third_place_match=True,
        team_policy="never",
        team_rounds=2,
        pairing_order="fold",
        drop_after_losses=3,
        divisions=read_lines("少年组 / Junior, 2014-\n成人组 / Masters, -2013"),
        division_mode="apart",
        preset="custom:pokemon:OP,GW;floor=1/3;left=move;late=floor",
    )
    one, two = enter(event, "甲", "乙")
    pair = {"registration_a": one.pk, "registration_b": two.pk, "is_hard": True}
    keep_apart(actor=owner_of(event), tournament_id=event.pk, **pair)
    shown = settings_of(event)
    assert (
        shown
        | {
            "Order among equal points": "Upper half against lower half by rank; round 1 by lot",
            "Players of one team": "Always kept apart",
            "Team policy for the first rounds": 2,
            "Pairs kept apart": 1,
            "Pairs kept apart always": 1,
            "Pairing of the divisions": "Each division by itself",
            "Drop who does not come": "No",
            "Drop after this many losses": 3,
            "Match for third place": "Yes",
            "After a drop before the top cut": "Nobody moves up; the opponent advances",
            "A bye counts as": "3–0",
            "GW: at least": "1/3",
            "OP: at least": "1/4",
            "OP: at most, after a drop": "3/4",
            "OP: one’s own byes count as rounds": "No",
            "OP: a round missed before a late entry is an opponent at the floor": "Yes",
            "Opponents’ values stay as at one’s own drop": "No",
        }
        == shown
    )
    assert find_preset(shown["Tiebreakers as a file names them"]) == find_preset(event.preset)
    assert "Pairs kept apart" not in settings_of(event, Actor())


def test_teams_by_seat_have_a_bye_of_two_boards_and_chinese_has_no_english() -> None:
    shown = settings_of(started_by_seat(best_of=1), language="zh-hans")
    assert shown["轮空计为"] == "2–0"
    assert shown["OMW：算法"] == "所得积分 ÷ 全胜的积分"
    words = [name.replace("OMW", "").replace("OGW", "").replace("GW", "").replace("Excel", "") for name in shown]
    assert not [name for name in words if any(character.isascii() and character.isalpha() for character in name)]


def test_pods_name_no_percentages() -> None:
    shown = settings_of(make_event(entry_format="pods", best_of=1, planned_rounds=3, pod_places="4-3-2-1"))
    assert shown["Points by place"] == "4-3-2-1"
    assert not [name for name in shown if ": at least" in name]
