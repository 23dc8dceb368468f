"""The log offers to undo that somebody left only where the site would do it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from accounts.refusals import Refusal
from tests.people_and_events import enter, make_event, owner_of, play_rounds, player_actor
from tests.web.desk.desk_visits import DeskVisitor
from tests.web.pages import words_of
from tests.web.public.visiting import browser
from tournaments.models import Registration, Tournament
from tournaments.services.entries import disqualify, drop, mark_no_show, reinstate, undrop, withdraw

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Tournament:
    tournament = make_event(capacity=None)
    enter(tournament, "Ann", "Bob", "Cid")
    return tournament


def ann(event: Tournament) -> Registration:
    return Registration.objects.get(tournament=event, name="Ann", number=1)


def offered(event: Tournament, change: str) -> bool:
    """Whether the desk's log has the button that takes Ann's leaving back."""
    desk = DeskVisitor(event, owner_of(event))
    return f'action="{desk.path("desk_entry_change", ann(event).pk, change)}"' in desk.read("desk_log")


def claim_bobs_entry_too(event: Tournament) -> None:
    """As when one account turns out to be both players."""
    Registration.objects.filter(tournament=event, name="Bob").update(player=ann(event).player)


OBSTACLES: dict[str, Callable[[Tournament], object]] = {
    "the event has started": lambda event: play_rounds(event, "published"),
    "the event is cancelled": lambda event: Tournament.objects.filter(pk=event.pk).update(phase="cancelled"),
    "somebody else has the name": lambda event: enter(event, " ANN"),
    "the names were erased": lambda event: Registration.objects.filter(pk=ann(event).pk).update(is_anonymous=True),
    "the player is in the event by another entry": claim_bobs_entry_too,
}


@pytest.mark.parametrize("obstacle", OBSTACLES)
def test_a_withdrawal_that_cannot_be_undone_has_no_button(event: Tournament, obstacle: str) -> None:
    withdraw(actor=owner_of(event), registration_id=ann(event).pk)
    assert offered(event, "reinstate")
    OBSTACLES[obstacle](event)
    assert not offered(event, "reinstate")
    with pytest.raises(Refusal):
        reinstate(actor=owner_of(event), registration_id=ann(event).pk)


@pytest.mark.parametrize(
    ("leave", "change", "back"), [(drop, "undrop", undrop), (mark_no_show, "reinstate", reinstate)]
)
def test_leaving_during_play_is_undone_until_the_event_is_over(
    event: Tournament, leave: Callable[..., object], change: str, back: Callable[..., object]
) -> None:
    play_rounds(event, "published")
    leave(actor=owner_of(event), registration_id=ann(event).pk)
    assert offered(event, change)
    Tournament.objects.filter(pk=event.pk).update(phase="finished")
    assert not offered(event, change)
    with pytest.raises(Refusal):
        back(actor=owner_of(event), registration_id=ann(event).pk)


def test_a_disqualification_likewise(event: Tournament) -> None:
    disqualify(actor=owner_of(event), registration_id=ann(event).pk, reason="cheating")
    assert offered(event, "reinstate")
    Tournament.objects.filter(pk=event.pk).update(phase="cancelled")
    assert not offered(event, "reinstate")


def test_the_players_own_page_offers_to_come_back_as_long_as_it_may(event: Tournament) -> None:
    play_rounds(event, "completed", "published")
    drop(actor=player_actor(ann(event)), registration_id=ann(event).pk)
    client = browser(player_actor(ann(event)))
    assert "Come back" in words_of(client.get("/my/"))
    play_rounds(event, "completed", "completed", "published")
    assert "Come back" not in words_of(client.get("/my/"))
