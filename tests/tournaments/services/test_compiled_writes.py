"""Rows written by statements put together once are the rows that Django's own would write."""

from __future__ import annotations

import pytest
from django.core.exceptions import ObjectDoesNotExist

from tests.people_and_events import owner_of
from tests.running_events import publish, start_event
from tournaments.models import Game, LogEntry, Match, MatchRevision
from tournaments.services.compiled_writes import CompiledInsert, CompiledUpdate

pytestmark = pytest.mark.django_db


@pytest.fixture
def match() -> Match:
    return publish(start_event(4)).matches.first()


def facts_of(row: object) -> dict[str, object]:
    return {name: value for name, value in vars(row).items() if not name.startswith("_")}


def test_a_row_is_there_as_it_was_made(match: Match) -> None:
    facts = {"before": {"games": []}, "after": {"reason": "赛罗 %s '"}, "reason": "%s", "changed_by": "判"}
    made = CompiledInsert(MatchRevision).create(
        match=match, version=7, changed_by_user=owner_of(match.round.tournament).user, **facts
    )
    stored = MatchRevision.objects.get(pk=made.pk)
    assert facts_of(stored) == facts_of(made)
    assert stored.changed_at is not None


def test_several_rows_get_the_keys_they_were_given(match: Match) -> None:
    event = match.round.tournament
    lines = [LogEntry(tournament=event, verb=f"verb {number}", facts={"number": number}) for number in range(3)]
    into_log = CompiledInsert(LogEntry)
    into_log.insert([])
    into_log.insert(lines)
    assert [LogEntry.objects.get(pk=line.pk).facts["number"] for line in lines] == [0, 1, 2]
    lines[0].verb = "another"
    lines[0].save()
    assert LogEntry.objects.filter(verb__startswith="verb").count() == 2


def test_a_row_that_is_there_gets_the_new_values_and_keeps_the_others(match: Match) -> None:
    games = CompiledInsert(Game, unique=["match", "number"], replaced=["winner_seat", "is_draw"])
    games.insert([Game(match=match, number=1, winner_seat=1, ending="deck_out")])
    games.insert([Game(match=match, number=1, is_draw=True), Game(match=match, number=2, winner_seat=2)])
    stored = list(match.games.order_by("number").values_list("number", "winner_seat", "is_draw", "ending"))
    assert stored == [(1, None, True, "deck_out"), (2, 2, False, "")]


def test_every_column_is_updated_and_a_row_that_is_gone_is_no_new_one(match: Match) -> None:
    matches = CompiledUpdate(Match)
    before = match.updated_at
    match.outcome, match.winner_seat, match.reason, match.table = "judge_award", 2, "%s", None
    matches.save(match)
    stored = Match.objects.get(pk=match.pk)
    assert (stored.outcome, stored.winner_seat, stored.reason, stored.table) == ("judge_award", 2, "%s", None)
    assert stored.updated_at == match.updated_at > before
    others = Match.objects.exclude(pk=match.pk)
    assert {other.outcome for other in others} == {"played"}
    Match.objects.filter(pk=match.pk).delete()
    with pytest.raises(ObjectDoesNotExist):
        matches.save(match)
