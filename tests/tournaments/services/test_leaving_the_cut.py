"""Players who leave before the top cut is published, between its rounds, and who come back."""

import pytest

from accounts.refusals import NotAllowed, Refusal
from tests.people_and_events import owner_of, player_actor
from tests.running_events import finish_round, pair, publish, start_cut, swiss_over
from tournaments.models import Registration
from tournaments.queries.coming_back import may_undo_own_drop
from tournaments.queries.rounds import has_results
from tournaments.queries.standings import standings_of
from tournaments.services import rounds
from tournaments.services.drafts import discard_draft
from tournaments.services.entries import drop, undrop
from tournaments.services.finish import finish_tournament
from tournaments.wording import say_refusal

pytestmark = pytest.mark.django_db


def test_who_has_left_loses_to_the_opponent():
    tournament = swiss_over(8, top_cut=4)
    owner = owner_of(tournament)
    round = start_cut(tournament)
    rounds.publish_round(actor=owner, round_id=round.pk)
    finish_round(round)
    drop(actor=owner, registration_id=tournament.registrations.get(seed=1).pk)
    final = publish(tournament).matches.get()
    assert (final.outcome, final.is_complete, final.winner_seat) == ("no_show", True, 2)
    rounds.complete_round(actor=owner, round_id=final.round_id)
    finish_tournament(actor=owner, tournament_id=tournament.pk)
    assert tournament.registrations.get(final_place=1).seed == 2
    assert tournament.registrations.get(final_place=2).seed == 1


@pytest.mark.language("en")
def test_who_leaves_before_the_first_cut_round_is_published_is_replaced_by_the_next():
    tournament = swiss_over(9, top_cut=4)
    draft = start_cut(tournament)
    gone = tournament.registrations.get(seed=2)
    drop(actor=owner_of(tournament), registration_id=gone.pk)
    with pytest.raises(Refusal) as caught:
        rounds.publish_round(actor=owner_of(tournament), round_id=draft.pk)
    assert say_refusal(caught.value).startswith(f"{gone.name} left after the seeding.")
    discard_draft(actor=owner_of(tournament), round_id=draft.pk)
    again = start_cut(tournament)
    seeded = set(tournament.registrations.filter(seed__isnull=False).values_list("pk", flat=True))
    assert gone.pk not in seeded
    assert len(seeded) == 4
    assert rounds.publish_round(actor=owner_of(tournament), round_id=again.pk).status == "published"


def test_who_is_not_seeded_does_not_come_back_into_the_cut_alone():
    tournament = swiss_over(9, top_cut=4, cut_drop="next")
    third = standings_of(tournament)[2].registration
    drop(actor=owner_of(tournament), registration_id=third.pk)
    assert may_undo_own_drop(Registration.objects.get(pk=third.pk))
    start_cut(tournament)
    assert not may_undo_own_drop(Registration.objects.get(pk=third.pk))
    with pytest.raises(NotAllowed):
        undrop(actor=player_actor(third), registration_id=third.pk)


def test_who_is_seeded_comes_back_alone_until_the_next_cut_round_is_published():
    tournament = swiss_over(9, top_cut=4)
    owner = owner_of(tournament)
    first = start_cut(tournament)
    rounds.publish_round(actor=owner, round_id=first.pk)
    leaving = first.matches.get(table=1).player1_id
    drop(actor=owner, registration_id=leaving)
    assert may_undo_own_drop(Registration.objects.get(pk=leaving))
    finish_round(first)
    publish(tournament)
    assert not may_undo_own_drop(Registration.objects.get(pk=leaving))


def test_who_leaves_between_the_draft_of_a_later_cut_round_and_its_publishing_gives_a_walk_over():
    tournament = swiss_over(9, top_cut=4)
    first = start_cut(tournament)
    rounds.publish_round(actor=owner_of(tournament), round_id=first.pk)
    finish_round(first)
    final = pair(tournament)
    match = final.matches.get(is_third_place=False)
    drop(actor=owner_of(tournament), registration_id=match.player1_id)
    rounds.publish_round(actor=owner_of(tournament), round_id=final.pk)
    match.refresh_from_db()
    assert (match.outcome, match.winner_seat, match.is_complete) == ("no_show", 2, True)


def test_a_walk_over_is_taken_back_when_the_drop_is_undone_before_the_round_is_published():
    tournament = swiss_over(9, top_cut=4)
    owner = owner_of(tournament)
    first = start_cut(tournament)
    rounds.publish_round(actor=owner, round_id=first.pk)
    finish_round(first)
    leaving = first.matches.get(table=1).player1_id
    drop(actor=owner, registration_id=leaving)
    final = pair(tournament)
    match = final.matches.filter(is_complete=True).get()
    undrop(actor=owner, registration_id=leaving)
    rounds.publish_round(actor=owner, round_id=final.pk)
    match.refresh_from_db()
    assert (match.outcome, match.winner_seat, match.is_complete) == ("played", None, False)
    revision = match.revisions.get()
    assert (revision.version, revision.before["winner_seat"] is None) == (match.version, False)
    assert not has_results(final)
