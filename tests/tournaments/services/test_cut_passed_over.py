"""A round of the top cut in which nobody has an opponent, as both players of the matches before lost."""

from __future__ import annotations

import pytest
from django.urls import reverse

from tests.people_and_events import owner_of
from tests.refused import refused
from tests.running_events import bracket_of, finish_round, pair, start_cut, swiss_over
from tests.web.desk.desk_visits import DeskVisitor
from tests.web.public.visiting import browser
from tournaments.models import Round
from tournaments.queries.next_step import Step, next_step
from tournaments.queries.rounds import cut_places
from tournaments.services import results, rounds
from tournaments.services.corrections import correct_match
from tournaments.services.finish import finish_tournament
from tournaments.services.result_inputs import ScoreInput

pytestmark = pytest.mark.django_db


def test_a_round_that_everybody_passes_through_is_over_at_once():
    tournament = swiss_over(8, top_cut=8)
    owner = owner_of(tournament)
    quarterfinals = start_cut(tournament)
    rounds.publish_round(actor=owner, round_id=quarterfinals.pk)
    by_slot = {match.bracket_slot: match for match in quarterfinals.matches.all()}
    for slot in (1, 3):
        lost = by_slot[slot]
        results.record_outcome(
            actor=owner, match_id=lost.pk, expected_version=lost.version, outcome="double_loss", winner_seat=None
        )
    finish_round(quarterfinals)
    tournament.refresh_from_db()
    step = next_step(tournament, owner)
    assert (step.code, step.players) == (Step.PAIR, 2)
    final = pair(tournament)
    assert cut_places(tournament) == {final.number - 2: 8, final.number - 1: 4, final.number: 2}
    assert (final.number, final.match_length) == (quarterfinals.number + 2, tournament.best_of)
    assert [(match.player1.seed, match.player2.seed) for match in final.matches.all()] == [(1, 2)]
    passed = tournament.rounds.get(number=final.number - 1)
    assert (passed.status, passed.matches.count()) == (Round.Status.COMPLETED, 0)

    # The place of a player who passes through is corrected two rounds later; a match that now is to be played is not.
    wins = {"actor": owner, "match_id": by_slot[0].pk, "reason": "看错了"}
    by_slot[0].refresh_from_db()
    correct_match(**wins, expected_version=by_slot[0].version, score=ScoreInput(wins1=0, wins2=2))
    assert final.matches.get().player2.seed == 8
    lost.refresh_from_db()
    refused(
        "advance_is_over",
        correct_match,
        actor=owner,
        match_id=lost.pk,
        expected_version=lost.version,
        reason="看错了",
        score=ScoreInput(wins1=2, wins2=0),
    )
    rounds.publish_round(actor=owner, round_id=final.pk)
    finish_round(final)
    drawn = bracket_of(tournament)
    last = drawn.rounds[-1].matches[0]
    assert (last.top.registration.seed, last.top.wins, last.bottom.registration.seed, last.bottom.wins) == (8, 0, 2, 2)
    for page in ("tournament_bracket", "tournament_pairings"):
        number = [passed.number] if page == "tournament_pairings" else []
        assert browser().get(reverse(page, args=[tournament.code, *number])).status_code == 200
    assert DeskVisitor(tournament, owner).get("desk_round", passed.number).status_code == 200
    finish_tournament(actor=owner, tournament_id=tournament.pk)
    assert dict(tournament.registrations.filter(seed__in=[2, 8]).values_list("seed", "final_place")) == {2: 1, 8: 2}
