"""The one button in the header, followed by the organiser from sign-up to the Excel file."""

import pytest

from accounts.actor import SYSTEM, Actor
from tests.people_and_events import enter, make_event, owner_of, player_actor, staff_actor
from tests.running_events import finish_round, score
from tournaments.models import Tournament
from tournaments.queries.next_step import Step, next_step
from tournaments.services import rounds, top_cut
from tournaments.services.drafts import pair_next_round
from tournaments.services.finish import finish_tournament
from tournaments.services.start import start_tournament

pytestmark = pytest.mark.django_db


def step(tournament, actor):
    tournament.refresh_from_db()
    return next_step(tournament, actor)


def test_leads_the_organiser_through_the_event():
    tournament = make_event(top_cut=4, planned_rounds=1)
    owner = owner_of(tournament)
    seen = []
    enter(tournament, "A")
    seen.append(step(tournament, owner).code)
    enter(tournament, "B", "C", "D")
    while len(seen) < 30:
        now = step(tournament, owner)
        seen.append(now.code)
        newest = tournament.rounds.order_by("-number").first()
        match now.code:
            case Step.START:
                assert now.count == 4
                start_tournament(actor=owner, tournament_id=tournament.pk)
            case Step.PAIR:
                pair_next_round(actor=owner, tournament_id=tournament.pk, number=now.number)
            case Step.PUBLISH:
                rounds.publish_round(actor=owner, round_id=newest.pk)
            case Step.ENTER_RESULTS:
                assert now.count == newest.matches.filter(is_complete=False).count()
                score(newest.matches.filter(is_complete=False).first(), 2, 0)
            case Step.COMPLETE:
                finish_round(newest)
            case Step.START_TOP_CUT:
                top_cut.start_top_cut(actor=owner, tournament_id=tournament.pk)
            case Step.FINISH:
                finish_tournament(actor=owner, tournament_id=tournament.pk)
            case Step.EXPORT:
                break
    swiss = [Step.PAIR, Step.PUBLISH, Step.ENTER_RESULTS, Step.ENTER_RESULTS, Step.COMPLETE]
    cut = [Step.START_TOP_CUT, *swiss[1:], Step.PAIR, Step.PUBLISH, Step.ENTER_RESULTS, Step.COMPLETE]
    assert seen == [Step.ADD_PLAYERS, Step.START, *swiss, *cut, Step.FINISH, Step.EXPORT]


def test_a_player():
    tournament = make_event(decklists_required=True)
    (entry, *_) = enter(tournament, "A", "B")
    player = player_actor(entry)
    now = step(tournament, player)
    assert (now.code, now.url_name) == (Step.SUBMIT_DECK, "deck_editor")
    owner = owner_of(tournament)
    start_tournament(actor=owner, tournament_id=tournament.pk, allow_missing_decklists=True)
    assert step(tournament, player) is None
    draft = pair_next_round(actor=owner, tournament_id=tournament.pk, number=1)
    assert step(tournament, player) is None
    rounds.publish_round(actor=owner, round_id=draft.pk)
    now = step(tournament, player)
    assert (now.code, now.url_args["match_id"], now.number) == (Step.MY_MATCH, draft.matches.get().pk, 1)
    finish_round(draft)
    assert step(tournament, player).code == Step.SEE_STANDINGS


def test_a_judge_and_the_public():
    tournament = make_event()
    enter(tournament, "A", "B")
    judge, anybody = staff_actor(tournament, "judge"), SYSTEM
    assert (step(tournament, judge).code, step(tournament, anybody).code) == (Step.CHECK_IN, Step.REGISTER)
    owner = owner_of(tournament)
    start_tournament(actor=owner, tournament_id=tournament.pk)
    draft = pair_next_round(actor=owner, tournament_id=tournament.pk, number=1)
    assert step(tournament, anybody) is None
    rounds.publish_round(actor=owner, round_id=draft.pk)
    assert (step(tournament, judge).code, step(tournament, anybody).code) == (Step.ENTER_RESULTS, Step.SEE_PAIRINGS)
    finish_round(draft)
    assert (step(tournament, judge).code, step(tournament, anybody).code) == (Step.SEE_STANDINGS, Step.SEE_STANDINGS)


def test_a_closed_registration_and_a_cancelled_event():
    tournament = make_event(registration_open=False)
    assert step(tournament, SYSTEM) is None
    Tournament.objects.filter(pk=tournament.pk).update(phase="cancelled")
    assert step(tournament, SYSTEM) is None
    assert step(tournament, owner_of(tournament)).code == Step.REINSTATE
    assert step(tournament, staff_actor(tournament, "scorekeeper")) is None
    assert step(tournament, Actor(user=owner_of(tournament).user)).url_args == {"code": tournament.code}
