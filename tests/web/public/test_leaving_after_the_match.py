"""Who leaves after the match under way is shown to both of its players: on their pages, on the match, by the API."""

from __future__ import annotations

import re

import pytest
from django.urls import reverse

from accounts.actor import Actor
from tests.api.client import ApiAsker
from tests.by_seat_events import boards, first_match, started_by_seat
from tests.events_in_pods import enter_places, start_pods
from tests.judged_events import begin, end, event_with_lists, lay_out
from tests.people_and_events import owner_of, player_actor
from tests.running_events import publish, score, start_event
from tests.web.pages import words_of
from tests.web.public.visiting import browser
from tournaments.queries.names import shown_name
from tournaments.services.entries.leaving import drop, mark_no_show, undrop

pytestmark = pytest.mark.django_db

OTHER = "{} leaves after this match. Play it to the end as always."
OWN = "You leave after this match. Play it to the end: it counts."


def stand(actor: Actor) -> str:
    found = re.search(r'data-stand="([^"]+)"', browser(actor).get("/my/").content.decode())
    assert found is not None
    return found[1]


def test_both_players_read_who_leaves() -> None:
    tournament = start_event(4)
    match = publish(tournament).matches.select_related("player1__player", "player2__player").earliest("table")
    one, two = player_actor(match.player1), player_actor(match.player2)
    pages = ("/my/", reverse("match", args=[tournament.code, match.pk]), f"/t/{tournament.code}/pairings/")
    path = f"tournaments/{tournament.code}/matches/{match.pk}/"
    before = stand(two)
    assert ApiAsker().get(path)["leaving"] == []
    drop(actor=owner_of(tournament), registration_id=match.player1_id)
    assert stand(two) != before
    for page in pages:
        assert OTHER.format(match.player1.name) in words_of(browser(two).get(page)), page
        assert OWN in words_of(browser(one).get(page)), page
        assert OWN not in words_of(browser(two).get(page)), page
    assert ApiAsker(owner_of(tournament)).get(path)["leaving"] == ApiAsker().get(path)["leaving"] == [match.player1_id]
    undrop(actor=owner_of(tournament), registration_id=match.player1_id)
    assert stand(two) == before
    assert all("leaves after this match" not in words_of(browser(two).get(page)) for page in pages)
    drop(actor=one, registration_id=match.player1_id)
    score(match, 2, 0)
    assert ApiAsker().get(path)["leaving"] == []
    assert all("leaves after this match" not in words_of(browser(two).get(page)) for page in pages)


def test_everybody_in_a_pod_reads_who_leaves_and_who_has_gone() -> None:
    event = start_pods(4)
    pod = publish(event).pods.get()
    leaver, gone, reader = (seat.registration for seat in pod.seats.select_related("registration__player")[:3])
    pages = ("/my/", f"/t/{event.code}/pairings/", f"/t/{event.code}/")
    path = f"tournaments/{event.code}/pods/{pod.pk}/"
    before = stand(player_actor(reader))
    assert ApiAsker().get(path)["leaving"] == []
    drop(actor=owner_of(event), registration_id=leaver.pk)
    assert stand(player_actor(reader)) != before
    for page in pages:
        shown = words_of(browser(player_actor(reader)).get(page, follow=True))
        assert f"{leaver.name} leaves after this pod. Play it to the end as always." in shown, page
        assert "You leave after this pod." not in shown, page
        own = words_of(browser(player_actor(leaver)).get(page, follow=True))
        assert "You leave after this pod. Play it to the end: it counts." in own, page
        assert f"{leaver.name} leaves" not in own, page
    assert ApiAsker().get(path)["leaving"] == [leaver.pk]
    undrop(actor=owner_of(event), registration_id=leaver.pk)
    assert stand(player_actor(reader)) == before
    mark_no_show(actor=owner_of(event), registration_id=gone.pk)
    assert stand(player_actor(reader)) != before
    assert f"{gone.name} No-show" in words_of(browser(player_actor(reader)).get("/my/"))
    drop(actor=owner_of(event), registration_id=leaver.pk)
    enter_places(pod, 1, 2, 3, 4)
    assert ApiAsker().get(path)["leaving"] == []
    assert "leaves after this pod" not in words_of(browser(player_actor(reader)).get("/my/"))


def test_a_member_reads_who_leaves_and_whom_they_meet_at_the_board() -> None:
    match = first_match(started_by_seat())
    board = boards(match)[0]
    drop(actor=owner_of(match.round.tournament), registration_id=match.player2_id)
    page = words_of(browser(player_actor(board.player1)).get(f"/t/{match.round.tournament.code}/match/{board.pk}/"))
    opponent = shown_name(board.player2, private=False)
    assert f"against {opponent} " in page
    assert OTHER.format(opponent) in page


def test_a_player_reads_how_far_the_check_of_their_deck_is() -> None:
    tournament, _round, judge = event_with_lists()
    entry = tournament.registrations.first()

    def shown() -> str:
        return words_of(browser(player_actor(entry)).get("/my/"))

    check = begin(judge, entry)
    assert "A judge is looking at your deck" not in shown(), "not before the judge has the deck"
    lay_out(judge, check)
    assert "A judge is looking at your deck and gives it back soon." in shown()
    end(judge, check)
    assert "Your deck was checked: all right." in shown()
    check = begin(judge, entry)
    lay_out(judge, check, side={})
    end(judge, check, outcome="findings")
    assert "The judge found something in your deck and tells you what to do." in shown()
    opponent = browser(player_actor(tournament.registrations.last())).get("/my/")
    assert "found something" not in words_of(opponent)
