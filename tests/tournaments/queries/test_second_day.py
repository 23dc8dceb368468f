"""A second day whose tiebreakers start again: the setting, from the form to the table."""

from fractions import Fraction
from random import Random

import pytest
from django.test import Client
from django.urls import reverse

from accounts.refusals import Refusal
from tests.api.client import ApiAsker
from tests.people_and_events import event_data, make_event, next_week, owner_of
from tests.running_events import play_swiss, start_event
from tests.tournaments.queries.independent_table import independent_table
from tests.web.desk.desk_visits import text_of
from tournaments.models import Match, Tournament
from tournaments.queries.history import read_swiss
from tournaments.queries.settings import data_of
from tournaments.queries.standings import explain_value, standings_of
from tournaments.services.setup import duplicate_tournament, edit_tournament

pytestmark = pytest.mark.django_db
FLOOR = Fraction(33, 100)


def plain(rows):
    return [(row.rank, row.registration.pk, row.points, row.record, *row.tiebreakers.values()) for row in rows]


def second_day_omw(tournament: Tournament, first: int) -> dict[int, Fraction]:
    """OMW from the matches of the later rounds alone, counted here."""
    points: dict[int, int] = {}
    met: dict[int, list[int]] = {}
    for match in Match.objects.filter(round__tournament=tournament, round__number__gte=first):
        one, two = match.player1_id, match.player2_id
        games = [game.winner_seat for game in match.games.all()]
        ahead = games.count(1) - games.count(2)
        won = (1, 1) if ahead == 0 else (3, 0) if ahead > 0 else (0, 3)
        for key, other, got in ((one, two, won[0]), (two, one, won[1])):
            points[key] = points.get(key, 0) + got
            met.setdefault(key, []).append(other)
    rates = {key: max(FLOOR, Fraction(points[key], 3 * len(met[key]))) for key in points}
    return {key: sum((rates[other] for other in others), Fraction()) / len(others) for key, others in met.items()}


def test_points_count_every_round_and_tiebreakers_the_second_day():
    tournament = start_event(8, planned_rounds=4, tiebreaks_from=3)
    play_swiss(tournament, count=2, rng=Random(4))
    assert plain(standings_of(tournament)) == independent_table(tournament, 2)
    play_swiss(tournament, count=2, rng=Random(5))
    tournament.refresh_from_db()
    rows = {row.registration.pk: row for row in standings_of(tournament)}
    assert {key: row.tiebreakers["OMW"] for key, row in rows.items()} == second_day_omw(tournament, 3)
    whole = {key: points for _, key, points, *_ in independent_table(tournament, 4)}
    assert {key: row.points for key, row in rows.items()} == whole
    assert plain(standings_of(tournament)) != independent_table(tournament, 4)
    first = next(iter(rows.values()))
    explained = explain_value(read_swiss(tournament), first.registration, "OMW")
    assert (explained.value.exact, len(explained.terms)) == (first.tiebreakers["OMW"], 2)
    page = Client(HTTP_ACCEPT_LANGUAGE="en")
    assert "count from round 3" in text_of(page.get(reverse("tournament_standings", args=[tournament.code])))
    early = text_of(page.get(reverse("tournament_standings", args=[tournament.code, 2])))
    assert "count from round 3" not in early
    assert "Once round 3 is played" in text_of(page.get(reverse("tournament_info", args=[tournament.code])))


def test_the_setting_is_kept_copied_and_shown():
    tournament = make_event(planned_rounds=9, tiebreaks_from=6)
    copy = duplicate_tournament(
        actor=owner_of(tournament), tournament_id=tournament.pk, name="下一站", starts_at=next_week()
    )
    assert copy.tiebreaks_from == data_of(tournament).tiebreaks_from == 6
    asker = ApiAsker(owner_of(tournament))
    assert asker.get(f"tournaments/{tournament.code}/")["tiebreaks_from"] == 6
    assert asker.patch(f"tournaments/{tournament.code}/", {"tiebreaks_from": None})["tiebreaks_from"] is None
    client = Client(HTTP_ACCEPT_LANGUAGE="en")
    client.force_login(owner_of(copy).user)
    page = text_of(client.get(reverse("desk_edit", args=[copy.code])))
    assert 'name="tiebreaks_from" value="6"' in page


@pytest.mark.parametrize("settings", [{"tiebreaks_from": 0}, {"tiebreaks_from": 31},
                                      {"tiebreaks_from": 6, "planned_rounds": 5}])  # fmt: skip
def test_a_round_that_will_not_be_played_is_refused(settings):
    with pytest.raises(Refusal) as refused:
        make_event(**settings)
    assert (refused.value.code, refused.value.field) == ("out_of_range", "tiebreaks_from")


def test_it_is_settled_before_the_start():
    tournament = start_event(4, planned_rounds=3)
    with pytest.raises(Refusal) as refused:
        edit_tournament(
            actor=owner_of(tournament),
            tournament_id=tournament.pk,
            data=event_data(**{**vars(data_of(tournament)), "tiebreaks_from": 2}),
        )
    assert [(one.code, one.field) for one in refused.value.problems] == [("locked_in_phase", "tiebreaks_from")]
