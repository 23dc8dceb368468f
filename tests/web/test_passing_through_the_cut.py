"""A round of the top cut that somebody passes without a match, because both who might have come lost before."""

from __future__ import annotations

import pytest

from tests.people_and_events import owner_of, player_actor
from tests.running_events import finish_round, pair, start_cut, swiss_over
from tests.tournaments.services.recorded import at
from tests.web.desk.desk_visits import DeskVisitor
from tests.web.pages import words_of
from tests.web.public.visiting import browser
from tournaments.models import Registration, Tournament
from tournaments.services.entries import drop
from tournaments.services.results import record_outcome
from tournaments.services.rounds import publish_round

pytestmark = [pytest.mark.django_db, pytest.mark.language("en")]


def drafted() -> tuple[Tournament, Registration]:
    """The semifinals of a top 8 as a draft, and who passes them: nobody came to the match beside."""
    tournament = swiss_over(8, top_cut=8, planned_rounds=3)
    owner = owner_of(tournament)
    quarters = publish_round(actor=owner, round_id=start_cut(tournament).pk)
    record_outcome(**at(quarters.matches.get(bracket_slot=0), owner, outcome="double_no_show", winner_seat=None))
    finish_round(quarters)
    pair(tournament)
    return tournament, quarters.matches.get(bracket_slot=1).player1


def test_desk_wall_paper_and_lists_name_who_passes() -> None:
    """They named the players of the one semifinal alone."""
    tournament, through = drafted()
    owner, desk = owner_of(tournament), DeskVisitor(tournament, owner_of(tournament))
    draft = tournament.rounds.latest("number")
    assert f"walk-over {through.name}" in words_of(desk.get("desk_round", draft.number))
    publish_round(actor=owner, round_id=draft.pk)
    advances = f"Advances: nobody on the other side {through.name}"
    assert advances in words_of(desk.get("desk"))
    assert advances in words_of(desk.get("desk_round", draft.number))
    assert f"walk-over {through.name}" in words_of(desk.get("tournament_pairings"))
    for what in ("names", "tables"):
        assert f"walk-over {through.name}" in words_of(desk.get("desk_paper", what)), what
    assert "walk-over" in words_of(desk.get("event_hall"))


def test_the_own_pages_say_so() -> None:
    """They said nothing."""
    tournament, through = drafted()
    publish_round(actor=owner_of(tournament), round_id=tournament.rounds.latest("number").pk)
    player = browser(player_actor(through))
    for path in ("/my/", f"/t/{tournament.code}/pairings/"):
        assert "You advance without a match" in words_of(player.get(path)), path
    for page in ("overview", "my", "pairings"):
        seats = browser(None).get(f"/t/{tournament.code}/seats/{page}/{through.pk // 100}/")
        assert words_of(seats).count("You advance without a match") == 1, page


def test_a_draft_says_who_meets_nobody_because_the_opponent_has_left() -> None:
    tournament = swiss_over(8, top_cut=4, planned_rounds=3)
    owner = owner_of(tournament)
    semis = publish_round(actor=owner, round_id=start_cut(tournament).pk)
    finish_round(semis)
    drop(actor=owner, registration_id=semis.matches.get(bracket_slot=0).player1_id)
    draft = pair(tournament)
    page = words_of(DeskVisitor(tournament, owner).get("desk_round", draft.number))
    assert "Walk-over: the opponent has left" in page
