"""Tables over time of which nobody has said how they ended: what the API lists, as desk and floor do."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from tests.api.client import ApiAsker
from tests.events_in_pods import start_pods
from tests.people_and_events import make_actor, owner_of, player_actor
from tests.running_events import publish, score, start_event
from tournaments.models import Round
from tournaments.services.extra_time import give_extension
from tournaments.services.reports import report_score

pytestmark = pytest.mark.django_db


def run_out(round: Round, minutes: int = 1) -> None:
    """Let the round's time be over since `minutes`."""
    now = timezone.now()
    Round.objects.filter(pk=round.pk).update(
        clock_started_at=now - timedelta(hours=1), clock_ends_at=now - timedelta(minutes=minutes)
    )


def test_tables_over_time_are_listed_until_somebody_says_how_they_ended() -> None:
    event = start_event(8)
    round = publish(event)
    asker, path = ApiAsker(owner_of(event)), f"tournaments/{event.code}/tables/overdue/"
    assert asker.get(path) == []
    run_out(round, minutes=4)
    longer, ended, reported, silent = round.matches.order_by("table")
    give_extension(actor=owner_of(event), match_id=longer.pk, minutes=7)
    give_extension(actor=owner_of(event), match_id=silent.pk, minutes=2)
    score(ended, 2, 0)
    report_score(actor=player_actor(reported.player1), match_id=reported.pk, wins1=2, wins2=0)
    assert asker.get(path) == [
        {
            "match": silent.pk,
            "pod": None,
            "table": silent.table,
            "registrations": [silent.player1_id, silent.player2_id],
            "more_minutes": 2,
        }
    ]
    ApiAsker(make_actor()).get(path, status=403)


def test_pods_over_time_are_listed_too() -> None:
    event = start_pods(8)
    round = publish(event)
    run_out(round)
    found = ApiAsker(owner_of(event)).get(f"tournaments/{event.code}/tables/overdue/")
    assert [one["pod"] for one in found] == list(round.pods.order_by("table").values_list("pk", flat=True))
    assert all(len(one["registrations"]) == 4 and one["match"] is None for one in found)
