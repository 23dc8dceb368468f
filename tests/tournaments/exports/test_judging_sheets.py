"""Penalties and deck checks in the workbook: for judges and organisers alone."""

from __future__ import annotations

import pytest
from django.utils import translation

from accounts.actor import Actor
from tests.judged_events import begin, end, event_with_lists
from tests.people_and_events import owner_of, player_actor, staff_actor
from tournaments.exports.tournament_sheets import tournament_sheets
from tournaments.services.penalties import give_penalty, withdraw_penalty

pytestmark = pytest.mark.django_db


def sheets_for(tournament, actor):
    with translation.override("en"):
        return {sheet.title: sheet for sheet in tournament_sheets(tournament=tournament, actor=actor)}


def test_judges_get_what_they_did_and_others_get_no_such_sheet():
    tournament, _round, judge = event_with_lists(4)
    assert not {"Penalties", "Deck checks"} & set(sheets_for(tournament, judge))
    entry = tournament.registrations.earliest("pk")
    check = end(judge, begin(judge, entry), "findings", minutes=4, note="秘密")
    penalty = give_penalty(actor=judge, registration_id=entry.pk, infraction="cheating", level="warning", note="秘密")
    withdraw_penalty(actor=judge, penalty_id=penalty.pk, reason="看错了")
    for actor in (judge, owner_of(tournament)):
        sheets = sheets_for(tournament, actor)
        [row] = sheets["Penalties"].rows
        assert row[:4] == [entry.name, 1, "Cheating", "Warning"]
        assert row[-1] == "看错了"
        [row] = sheets["Deck checks"].rows
        assert row[:5] == [entry.name, 1, check.match.table, "Start of the match", "Findings"]
        assert row[6] == 4
    for actor in (staff_actor(tournament, "scorekeeper"), player_actor(entry), Actor()):
        sheets = sheets_for(tournament, actor)
        assert not {"Penalties", "Deck checks"} & set(sheets)
        assert "秘密" not in str([sheet.rows for sheet in sheets.values()])
