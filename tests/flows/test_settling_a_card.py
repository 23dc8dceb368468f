"""In a browser: a list that cannot be judged keeps an event from starting until a judge settles its card."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from accounts.actor import Actor
from tests.flows.browsers import Hall, Visitor
from tests.people_and_events import enter, event_data, load_every_game, make_user, player_actor
from tournaments.models import StaffMember, Tournament
from tournaments.services.decklists import save_entry_decklist
from tournaments.services.setup import create_tournament

if TYPE_CHECKING:
    from pytest_django.live_server_helper import LiveServer

pytestmark = pytest.mark.slow

PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True}
BASE = "4 DEM-001\n4 DEM-002\n4 DEM-003\n"
LEGAL, OPEN = BASE + "48 DEM-042\n", BASE + "40 DEM-042\n8 LOR 79\n"


@pytest.fixture
def event(live_server: LiveServer) -> Tournament:
    """An event that requires lists: one legal list is in, one player's is missing, and it has a judge."""
    load_every_game()
    owner = Actor(user=make_user("owner"))
    data = event_data(game_slug="pokemon-tcg", decklists_required=True, best_of=1)
    tournament = create_tournament(actor=owner, data=data)
    ready, _late = enter(tournament, "Ann", "Bob")
    save_entry_decklist(actor=player_actor(ready), registration_id=ready.pk, text=LEGAL, submit=True)
    StaffMember.objects.create(tournament=tournament, user=make_user("judge"), role="judge")
    late = tournament.registrations.get(name="Bob").player
    late.user = make_user("bob", may_create_tournaments=False)
    late.save()
    return tournament


def test_an_event_starts_once_a_judge_has_settled_the_card(hall: Hall, event: Tournament) -> None:
    phone, owner, judge = hall.visitor(**PHONE), hall.visitor(), hall.visitor(**PHONE)
    phone.sign_in("bob")
    hand_in(phone, event)
    owner.sign_in("owner")
    owner.go("desk_start", event.code)
    owner.reads("1 card keeps 1 list open.")
    owner.submit("csrfmiddlewaretoken", button="button.btn-primary")
    owner.reads("cannot be decided")

    judge.sign_in("judge")
    settle(judge, event)

    phone.go("my_notices")
    phone.reads(f"Your list for {event.name} is legal now.")
    phone.go("deck_editor", event.registrations.get(name="Bob").pk)
    phone.reads("a judge decided on")
    phone.reads("it is a basic Energy")
    owner.go("desk_start", event.code)
    owner.reads("Everything is in")
    owner.submit("csrfmiddlewaretoken", button="button.btn-primary")
    owner.reads("The event has started")


def hand_in(phone: Visitor, event: Tournament) -> None:
    """Submit a list with an unknown number; the page says that it cannot be decided."""
    phone.go("deck_editor", event.registrations.get(name="Bob").pk)
    phone.page.locator("#deck-text").fill(OPEN)
    expect(phone.page.locator("#deck-verdict")).to_contain_text("Cannot be decided.")
    with phone.page.expect_navigation():
        phone.page.locator('button[name=action][value="submit"]').tap()
    phone.reads("Whether it is legal cannot be decided yet")


def settle(judge: Visitor, event: Tournament) -> None:
    """From the judge's page to the card, on a phone."""
    judge.go("desk_checks", event.code)
    judge.page.get_by_role("link", name="Settle them").tap()
    judge.reads("keeps 1 list open")
    judge.page.get_by_role("link", name="Settle LOR-79").tap()
    judge.reads("What does LOR-79 count as?")
    judge.page.get_by_label("a separate card, with these facts").check()
    judge.fill(name="Grass Energy", fact_supertype="energy", reason="it is a basic Energy")
    judge.page.get_by_label("Basic", exact=True).check()
    judge.submit("reason", button="button.btn-primary")
    judge.reads("LOR-79 is settled")
    judge.reads("Every list is decided")
