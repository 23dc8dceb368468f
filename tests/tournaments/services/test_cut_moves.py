"""Who moves in a published round of the top cut when an earlier result is corrected: notices, lists, public lines."""

from __future__ import annotations

import pytest
from django.urls import reverse

from accounts.models import Notice
from tests.people_and_events import owner_of, player_actor
from tests.running_events import finish_round, publish, start_cut, swiss_over
from tests.web.desk.desk_visits import DeskVisitor
from tests.web.pages import words_of
from tests.web.public.visiting import browser
from tournaments.models import Match, Registration, Round, Tournament
from tournaments.queries.audit import is_changed_by_hand
from tournaments.queries.moved import Moved, moved_in
from tournaments.queries.repair import repair_to_undo
from tournaments.services import rounds
from tournaments.wording.notices import say_notice

pytestmark = pytest.mark.django_db


def final_of_four(**changes: bool) -> tuple[Tournament, Match, Round]:
    """A top cut of four whose final is published; the semifinal of the best seed."""
    tournament = swiss_over(8, top_cut=4, **changes)
    semifinals = start_cut(tournament)
    rounds.publish_round(actor=owner_of(tournament), round_id=semifinals.pk)
    finish_round(semifinals)
    return tournament, semifinals.matches.get(bracket_slot=0), publish(tournament)


def correct(tournament: Tournament, match: Match, wins1: int, wins2: int) -> str:
    """Correct a result at the desk; the page that follows."""
    match.refresh_from_db()
    sent = {"version": match.version, "kind": "score", "wins1": wins1, "wins2": wins2, "draws": 0, "reason": "看反了"}
    return DeskVisitor(tournament, owner_of(tournament)).press("desk_match_correct", match.pk, **sent)


def seeded(tournament: Tournament, seed: int) -> Registration:
    return Registration.objects.get(tournament=tournament, seed=seed)


def news_of(entry: Registration) -> list[str]:
    """What the player has not read of the event's moves."""
    found = Notice.objects.filter(player=entry.player_id, code="seat_moved", read_at=None).order_by("pk")
    return [say_notice(notice) for notice in found]


def moves(round: Round) -> dict[int, Moved]:
    return {one.player.seed or 0: one for one in moved_in(Round.objects.get(pk=round.pk))}


def test_who_is_put_in_and_who_is_taken_out_have_a_notice() -> None:
    tournament, semifinal, final = final_of_four()
    page = correct(tournament, semifinal, 0, 2)
    out, still, put_in = (seeded(tournament, seed) for seed in (1, 2, 4))
    table = final.matches.get().table
    assert f"moved are {out.name} (not in this round), {put_in.name} (table {table})" in page
    event = f"{tournament.name}, Final: "
    assert [text.split(". ")[0] for text in news_of(out)] == [f"{event}you have no match in it any more"]
    assert news_of(put_in)[0].startswith(f"{event}you play at table {table} against {still.name} now")
    assert news_of(still)[0].startswith(f"{event}you play at table {table} against {put_in.name} now")
    assert not news_of(seeded(tournament, 3))


def test_the_list_of_who_moved_is_on_every_page_until_the_round_ends() -> None:
    tournament, semifinal, final = final_of_four()
    correct(tournament, semifinal, 0, 2)
    out, put_in = seeded(tournament, 1), seeded(tournament, 4)
    assert {seed: (one.is_out, one.is_back) for seed, one in moves(final).items()} == {
        1: (True, False), 2: (False, False), 4: (False, False),
    }  # fmt: skip
    assert is_changed_by_hand(final)
    assert repair_to_undo(final) is None
    public = words_of(browser().get(reverse("tournament_pairings", args=[tournament.code])))
    assert f"{out.name} has no match in this round any more" in public
    assert f"A result of an earlier round was corrected. Moved: {out.name} (not in this round)" in public
    assert "no match" in words_of(browser().get(reverse("event_hall", args=[tournament.code])))
    desk = DeskVisitor(tournament, owner_of(tournament))
    assert "no match any more" in words_of(desk.get("desk"))
    assert "no match any more" in words_of(desk.get("desk_round", final.number))
    assert "players of round" in words_of(desk.get("desk_log"))
    own = reverse("my_page")
    assert "you have no match in this round any more" in words_of(browser(player_actor(out)).get(own))
    assert "New table or opponent" in words_of(browser(player_actor(put_in)).get(own))
    finish_round(final)
    assert not moves(final)


def test_corrected_back_everybody_hears_of_it_again() -> None:
    tournament, semifinal, final = final_of_four()
    correct(tournament, semifinal, 0, 2)
    correct(tournament, semifinal, 2, 0)
    assert {seed: (one.is_out, one.is_back) for seed, one in moves(final).items()} == {
        2: (False, True), 4: (True, False),
    }  # fmt: skip
    assert "you have no match in it any more" in news_of(seeded(tournament, 4))[0]
    assert len(news_of(seeded(tournament, 1))) == 1


def test_loser_and_winner_change_places_where_third_place_is_played() -> None:
    tournament, semifinal, _final = final_of_four(third_place_match=True)
    correct(tournament, semifinal, 0, 2)
    assert news_of(seeded(tournament, 1))[0].startswith(f"{tournament.name}, Third place: you play at table ")


def test_a_draft_moves_without_notices() -> None:
    tournament, semifinal, final = final_of_four()
    rounds.unpublish_round(actor=owner_of(tournament), round_id=final.pk)
    assert "moved are" not in correct(tournament, semifinal, 0, 2)
    assert not Notice.objects.filter(code="seat_moved").exists()
    assert not final.repairs.exists()


def test_nobody_is_sent_to_a_table_where_the_other_has_left() -> None:
    tournament, semifinal, final = final_of_four()
    Registration.objects.filter(pk=seeded(tournament, 4).pk).update(status=Registration.Status.DROPPED, status_round=3)
    correct(tournament, semifinal, 0, 2)
    walked = final.matches.get()
    assert (walked.is_complete, walked.outcome != Match.Outcome.PLAYED) == (True, True)
    assert not news_of(seeded(tournament, 2))
    assert not news_of(seeded(tournament, 4))
    assert "you have no match in it any more" in news_of(seeded(tournament, 1))[0]
