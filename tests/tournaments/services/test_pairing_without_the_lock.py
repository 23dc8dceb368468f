"""Pairing without holding the tournament's row: what happens meanwhile counts."""

from __future__ import annotations

import pytest

from tests.people_and_events import owner_of
from tests.running_events import pair, start_event
from tests.tournaments.services.slow_pairing import meanwhile, no_time, refused
from tournaments.models import KeepApart, LogEntry, Round
from tournaments.services import pairing
from tournaments.services.drafts import pair_again
from tournaments.services.entries import drop, keep_apart
from tournaments.services.rounds import publish_round

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.language("en")]


class TestWithoutTheLock:
    def test_what_happens_meanwhile_is_not_kept_waiting_and_the_round_is_paired_again(self) -> None:
        tournament = start_event(8, planned_rounds=3)
        gone = tournament.registrations.order_by("pk").first()
        with meanwhile(lambda: drop(actor=owner_of(tournament), registration_id=gone.pk)) as worked:
            round = pair(tournament)
        assert len(worked) == 2
        seated = {key for match in round.matches.all() for key in (match.player1_id, match.player2_id)}
        assert gone.pk not in seated
        assert round.byes.count() == 1

    def test_a_pair_kept_apart_meanwhile_counts(self) -> None:
        tournament = start_event(4, planned_rounds=3)
        one, two, *_ = tournament.registrations.order_by("pk")
        arguments = {"registration_a": one.pk, "registration_b": two.pk, "is_hard": True}
        with meanwhile(
            lambda: keep_apart(actor=owner_of(tournament), tournament_id=tournament.pk, **arguments)
        ) as worked:
            round = pair(tournament)
        assert len(worked) == 2
        assert KeepApart.objects.count() == 1
        assert not round.matches.filter(player1__in=[one, two], player2__in=[one, two]).exists()

    def test_where_something_changes_every_time_nothing_is_paired(self) -> None:
        tournament = start_event(8, planned_rounds=3)
        entries = iter(tournament.registrations.order_by("pk"))

        def one_more_drops() -> None:
            drop(actor=owner_of(tournament), registration_id=next(entries).pk)

        with meanwhile(one_more_drops, times=9) as worked:
            refused("pairing_outdated", pair, tournament=tournament)
        assert len(worked) == pairing.MAX_TRIES
        assert not tournament.rounds.exists()

    def test_somebody_else_pairs_meanwhile(self) -> None:
        tournament = start_event(8, planned_rounds=3)
        with meanwhile(lambda: pair(tournament)):
            refused("round_already_paired", pair, tournament=tournament)
        assert tournament.rounds.count() == 1

    def test_pairing_again_discards_only_when_there_is_another(self) -> None:
        tournament = start_event(8, planned_rounds=3)
        draft = pair(tournament)
        with no_time():
            refused("pairing_takes_long", pair_again, actor=owner_of(tournament), round_id=draft.pk)
        assert tournament.rounds.get() == draft
        with meanwhile(lambda: publish_round(actor=owner_of(tournament), round_id=draft.pk)):
            refused("round_not_draft", pair_again, actor=owner_of(tournament), round_id=draft.pk)
        assert tournament.rounds.get().status == Round.Status.PUBLISHED
        assert not LogEntry.objects.filter(verb="draft_discarded").exists()
