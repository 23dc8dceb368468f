"""A Swiss result that is corrected after the top cut was seeded: who would be in, and what can be done."""

from __future__ import annotations

import pytest

from tests.people_and_events import owner_of
from tests.running_events import finish_round, publish, score, start_cut, start_event
from tests.web.desk.desk_visits import DeskVisitor
from tests.web.pages import words_of
from tournaments.models import Match, Round, Tournament
from tournaments.queries.cut_seeds import OtherSeeds, other_seeds
from tournaments.services import rounds

pytestmark = pytest.mark.django_db


def cut_of_two(players: int = 4) -> tuple[Tournament, Round, Match]:
    """A published final after one Swiss round, every table of which the first seat won in full, so that lots said who
    is in; a Swiss match whose winner is."""
    tournament = start_event(players, planned_rounds=1, top_cut=2)
    swiss = finish_round(publish(tournament))
    cut = rounds.publish_round(actor=owner_of(tournament), round_id=start_cut(tournament).pk)
    match = swiss.matches.filter(player1__seed=1).select_related("player1", "player2").get()
    return tournament, cut, match


def seeded(tournament: Tournament) -> set[int]:
    return set(tournament.registrations.filter(seed__isnull=False).values_list("pk", flat=True))


def correct(tournament: Tournament, match: Match, wins1: int, wins2: int) -> str:
    """Correct the match at the desk; the page that follows."""
    match.refresh_from_db()
    sent = {"version": match.version, "kind": "score", "wins1": wins1, "wins2": wins2, "draws": 0, "reason": "看反了"}
    return DeskVisitor(tournament, owner_of(tournament)).press("desk_match_correct", match.pk, **sent)


def found(tournament: Tournament) -> OtherSeeds | None:
    return other_seeds(Tournament.objects.get(pk=tournament.pk))


def test_the_desk_says_who_would_be_in_and_a_new_start_agrees() -> None:
    tournament, cut, match = cut_of_two()
    still = seeded(tournament) - {match.player1_id}
    assert found(tournament) is None
    page = correct(tournament, match, 0, 2)
    would = found(tournament)
    assert would is not None
    assert (would.come, would.go, would.by_lot, would.moved) == ((match.player2,), (match.player1,), (), ())
    assert would.can_discard
    desk = DeskVisitor(tournament, owner_of(tournament))
    said = f"Would be in: {match.player2.name}."
    words = words_of(desk.get("desk_round", cut.number))
    for text in (said, f"Would not be in: {match.player1.name}."):
        assert text in page
        assert text in words
    assert "Discard the top cut" in words
    desk.press("desk_cut_discard")
    start_cut(Tournament.objects.get(pk=tournament.pk))
    assert seeded(tournament) == still | {match.player2_id}
    assert found(tournament) is None


def test_once_the_cut_is_played_it_stands() -> None:
    tournament, cut, match = cut_of_two()
    score(cut.matches.get(), 2, 0)
    correct(tournament, match, 0, 2)
    would = found(tournament)
    assert would is not None
    assert not would.can_discard
    words = words_of(DeskVisitor(tournament, owner_of(tournament)).get("desk_round", cut.number))
    assert "the top cut stays as it was seeded" in words
    assert "Discard the top cut" not in words


def test_other_seeds_are_named_and_equal_players_keep_the_lot_that_was_drawn() -> None:
    tournament, cut, match = cut_of_two()
    assert "Other seeds:" in correct(tournament, match, 2, 1)
    would = found(tournament)
    assert would is not None
    assert [(one.before, one.first, one.last) for one in would.moved] == [(1, 2, 2), (2, 1, 1)]
    assert "Other seeds:" not in correct(tournament, match, 2, 0)
    assert found(tournament) is None
    assert "was corrected after" not in DeskVisitor(tournament, owner_of(tournament)).read("desk_round", cut.number)


def test_a_shared_place_with_somebody_new_would_be_drawn_for_again() -> None:
    tournament, _cut, match = cut_of_two(8)
    correct(tournament, match, 0, 2)
    would = found(tournament)
    assert would is not None
    assert would.go == (match.player1,)
    assert match.player2 in would.by_lot
    assert len(would.by_lot) == 4
    assert not would.come
