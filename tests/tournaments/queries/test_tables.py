"""What follows from completed rounds is computed once, however many pages need it: counted, not timed."""

from __future__ import annotations

from collections.abc import Iterator
from unittest.mock import Mock, patch

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.api.client import ApiAsker
from tests.people_and_events import owner_of, player_actor
from tests.web.public.visiting import browser, running_event, won
from tournaments.models import Match, Registration, Tournament
from tournaments.queries import tables
from tournaments.queries.kept import kept
from tournaments.queries.standings import explain_value, final_placings, standings_of
from tournaments.queries.versions import table_mark_of
from tournaments.services.rounds import complete_round
from tournaments.swiss import reasons

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Iterator[Tournament]:
    kept.clear()
    yield running_event(rounds=2)
    kept.clear()


@pytest.fixture
def read(event: Tournament) -> Iterator[Mock]:
    """Counts how often the Swiss rounds are read."""
    with patch.object(tables, "read_record", wraps=tables.read_record) as counted:
        yield counted


def opened(event: Tournament, tail: str, client: Client | None = None) -> str:
    answer = (client or browser()).get(f"/t/{event.code}/{tail}")
    assert answer.status_code == 200
    return str(answer.content.decode())


def open_match(event: Tournament) -> Match:
    return Match.objects.filter(round__tournament=event, round__number=3, is_complete=False).first()


def test_values_of_a_table_are_explained_from_one_reading(event: Tournament, read: Mock) -> None:
    people = list(event.registrations.values_list("pk", flat=True))[:3]
    for person in people:
        for value in ("OMW", "GW", "OGW"):
            assert "%" in opened(event, f"standings/2/{person}/{value}/")
    assert read.call_count == 1
    for person in people:
        ApiAsker(owner_of(event)).get(f"tournaments/{event.code}/registrations/{person}/standings/OMW/")
    assert read.call_count == 1


def test_results_of_the_round_under_way_read_no_table_again(event: Tournament, read: Mock) -> None:
    entry = event.registrations.select_related("player").first()
    mine = browser(player_actor(entry))
    for _ in range(2):
        opened(event, "standings/")
        opened(event, "pairings/")
        opened(event, "overview/")
        own = opened(event, f"mine/?at=/t/{event.code}/standings/", mine)
        assert f'data-own="{entry.pk}"' in own
        ApiAsker(owner_of(event)).get(f"tournaments/{event.code}/standings/")
        won(open_match(event))
    assert read.call_count == 1
    for match in Match.objects.filter(round__tournament=event, is_complete=False):
        won(match)
    complete_round(actor=owner_of(event), round_id=event.rounds.get(number=3).pk)
    opened(event, "standings/")
    opened(event, "overview/")
    assert read.call_count == 2


def test_ones_own_standing_is_a_small_request(event: Tournament) -> None:
    """Nothing in it grows with the event: neither the rows that are read nor what is computed."""
    entry = event.registrations.select_related("player").first()
    mine = browser(player_actor(entry))
    path = f"mine/?at=/t/{event.code}/standings/"
    opened(event, path, mine)
    won(open_match(event))
    with CaptureQueriesContext(connection) as queries:
        opened(event, path, mine)
    said = " ".join(query["sql"] for query in queries)
    assert "tournaments_game" not in said
    assert "tournaments_bye" not in said


def test_what_is_kept_is_what_is_read_again(event: Tournament) -> None:
    won(open_match(event), 0, 2)
    mark = table_mark_of(event)
    person: Registration = event.registrations.last()
    for _ in range(2):
        assert plain(tables.kept_standings(event, mark)) == plain(standings_of(event))
        assert plain(tables.kept_standings(event, mark, 1)) == plain(standings_of(event, 1))
        assert plain(tables.kept_placings(event, mark)) == plain(final_placings(event))
        for after in (1, 2):
            fresh = explain_value(tables.read_record(event, after_round=after), person, "OMW")
            assert tables.kept_explanation(event, mark, person, "OMW", after_round=after, private=False) == fresh


@pytest.mark.parametrize("number", [3, 99, 1000])
def test_the_api_works_out_no_table_of_rounds_that_are_not_completed(
    event: Tournament, read: Mock, number: int
) -> None:
    """Each answer took as long as the event is large, and a stranger could ask for as many as there are numbers."""
    won(open_match(event))
    person = event.registrations.last()
    for place in ("standings/", f"registrations/{person.pk}/standings/OMW/"):
        ApiAsker().get(f"tournaments/{event.code}/{place}", 404, after_round=number)
        ApiAsker().get(f"tournaments/{event.code}/{place}", after_round=2)
    assert read.call_count == 1


def plain(rows: list[tables.StandingRow]) -> list[object]:
    return [(row.rank, row.registration.pk, row.points, row.record, row.results, *row.values) for row in rows]


def test_the_reasons_of_a_round_are_prepared_once(event: Tournament) -> None:
    matches = Match.objects.filter(round__tournament=event, round__number=2)
    with patch.object(reasons.Reasons, "__init__", autospec=True, side_effect=reasons.Reasons.__init__) as prepared:
        for match in matches:
            assert "why" in opened(event, f"match/{match.pk}/why/").lower()
    assert len(matches) > 1
    assert prepared.call_count == 1
