"""A report that the other player does not answer past the round's time: on desk and floor, one tap from the match."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from tests.api.client import ApiAsker
from tests.people_and_events import owner_of, player_actor
from tests.running_events import publish, start_event
from tests.web.desk.desk_visits import DeskVisitor, text_of
from tournaments.models import Match, Round
from tournaments.play.reported_games import Result, SaidGame
from tournaments.queries.silence import overdue_in, unconfirmed_in
from tournaments.services.extra_time import give_extension
from tournaments.services.reports import enter_report, report_game, report_score

pytestmark = pytest.mark.django_db


@pytest.fixture
def round() -> Round:
    return publish(start_event(8))


def time_is_over(round: Round, minutes: int = 1) -> Round:
    Round.objects.filter(pk=round.pk).update(
        clock_started_at=timezone.now() - timedelta(hours=1), clock_ends_at=timezone.now() - timedelta(minutes=minutes)
    )
    return Round.objects.select_related("tournament").get(pk=round.pk)


def tables(round: Round) -> list[Match]:
    return list(round.matches.select_related("player1__player", "player2__player", "round").order_by("table"))


def say(match: Match, wins1: int, wins2: int, *, seat: int = 1) -> None:
    player = match.player1 if seat == 1 else match.player2
    report_score(actor=player_actor(player), match_id=match.pk, wins1=wins1, wins2=wins2)


def test_who_is_silent_past_the_time_is_listed(round: Round) -> None:
    silent, agreed, playing, extended = tables(round)
    say(silent, 2, 1, seat=2)
    say(agreed, 2, 0)
    say(agreed, 2, 0, seat=2)
    report_game(actor=player_actor(playing.player1), match_id=playing.pk, number=1, game=SaidGame(Result.WON))
    say(extended, 2, 0)
    give_extension(actor=owner_of(round.tournament), match_id=extended.pk, minutes=5)
    assert unconfirmed_in(round) == [], "the time is not over"
    over = time_is_over(round)
    one = unconfirmed_in(over)[0]
    assert (one.match, one.silent, one.score) == (silent, silent.player1, (2, 1, 0))
    assert [(one.match, one.silent) for one in unconfirmed_in(over)][1:] == [(playing, playing.player2)]
    report_game(actor=player_actor(playing.player2), match_id=playing.pk, number=1, game=SaidGame(Result.LOST))
    assert [one.match for one in unconfirmed_in(time_is_over(round, minutes=6))] == [silent, extended]


def test_tables_over_time_of_which_nobody_says_how_they_ended_are_listed(round: Round) -> None:
    quiet, agreed, playing, extended = tables(round)
    say(agreed, 2, 0)
    say(agreed, 2, 0, seat=2)
    for seat, result in ((1, Result.WON), (2, Result.LOST)):
        player = playing.player1 if seat == 1 else playing.player2
        report_game(actor=player_actor(player), match_id=playing.pk, number=1, game=SaidGame(result))
    give_extension(actor=owner_of(round.tournament), match_id=extended.pk, minutes=5)
    assert overdue_in(round) == []
    assert overdue_in(time_is_over(round)) == [quiet, playing]
    visitor = DeskVisitor(round.tournament, owner_of(round.tournament))
    for page in ("desk", "desk_floor"):
        html = visitor.read(page)
        assert re.findall(r'id="overdue-(\d+)"', html) == [str(quiet.pk), str(playing.pk)]
        assert "Over time, no report" in html
    tiles = re.findall(r'id="tile-(\d+)"', visitor.read("desk_floor", state="overdue"))
    assert tiles == [str(quiet.pk), str(playing.pk)]


def test_where_the_clock_was_never_started_the_time_runs_from_the_publication(round: Round) -> None:
    say(tables(round)[0], 2, 1)
    minutes = round.tournament.round_minutes
    for ago, unconfirmed in ((minutes - 1, 0), (minutes + 1, 1)):
        Round.objects.filter(pk=round.pk).update(published_at=timezone.now() - timedelta(minutes=ago))
        found = Round.objects.select_related("tournament").get(pk=round.pk)
        assert len(unconfirmed_in(found)) == unconfirmed
        assert len(overdue_in(found)) == 3 * unconfirmed


def test_desk_and_floor_lead_to_the_match_where_either_side_is_entered(round: Round) -> None:
    tournament, match = round.tournament, tables(round)[2]
    say(match, 2, 1)
    owner = owner_of(tournament)
    visitor = DeskVisitor(tournament, owner)
    seen = re.search(r"seen=([\d.]+)", visitor.read("desk"))[1]
    time_is_over(round)
    assert visitor.get("desk_board", query={"seen": seen}, htmx="desk-board").status_code == 200
    there = reverse("desk_match", args=[tournament.code, match.pk])
    for page in ("desk", "desk_floor"):
        assert f'id="unconfirmed-{match.pk}"' in visitor.read(page)
        assert f'href="{there}"' in visitor.read(page)
    assert re.findall(r'id="tile-(\d+)"', visitor.read("desk_floor", state="silent")) == [str(match.pk)]
    assert "strip-silent" in visitor.read("desk")
    assert reverse("desk_match_report", args=[tournament.code, match.pk, match.player1_id]) in text_of(
        visitor.get("desk_match", match.pk)
    )
    (one,) = ApiAsker(owner).get(f"tournaments/{tournament.code}/reports/unconfirmed/")
    assert (one["match"], one["table"], one["silent"]) == (match.pk, match.table, match.player2_id)
    assert (one["wins1"], one["wins2"], one["draws"]) == (2, 1, 0)
    enter_report(actor=owner, match_id=match.pk, expected_version=1, registration_id=match.player1_id)
    assert "unconfirmed-" not in visitor.read("desk")
