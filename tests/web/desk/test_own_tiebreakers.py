"""An organiser's own order of tiebreakers, from the form to the table."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from tests.people_and_events import load_game, make_actor
from tests.web.desk.desk_visits import text_of
from tests.web.desk.test_event_from_new_to_finish import SETTINGS, open_event
from tournaments.forms.desk.tiebreakers import OWN_FIELDS
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db
OWN = {"preset": "custom", "tiebreak_order": "GW, omw sos", "tiebreak_floor": "1/3", "own_game_win": "raw"}


def test_the_order_is_kept_and_shown() -> None:
    desk = open_event(**OWN)
    assert desk.tournament.preset == "custom:mtr:GW,OMW,SOS;floor=1/3;gw=raw"
    page = text_of(Client(HTTP_ACCEPT_LANGUAGE="en").get(reverse("tournament_info", args=[desk.tournament.code])))
    assert page.index("Game-win percentage") < page.index("Opponents&#x27; match-win") < page.index("Strength of")


def test_the_form_shows_it_again_and_changes_it() -> None:
    desk = open_event(**OWN)
    client, address = desk.client, desk.path("desk_edit")
    page = text_of(client.get(address))
    assert 'value="GW, OMW, SOS"' in page
    assert '<option value="1/3" selected' in page
    client.post(address, {**SETTINGS, **OWN, "tiebreak_order": "MP > SOS > BH", "tiebreak_floor": "0"})
    assert Tournament.objects.get().preset == "custom:mtr:SOS,BH;floor=0;gw=raw"
    client.post(address, {**SETTINGS, "preset": "pokemon"})
    assert Tournament.objects.get().preset == "pokemon"


@pytest.mark.parametrize("order", ["", "OMW, OMW", "LUCK"])
def test_what_is_no_order_is_said_at_the_field(order: str) -> None:
    load_game()
    client = Client(HTTP_ACCEPT_LANGUAGE="en")
    client.force_login(make_actor(username="owner").user)
    page = text_of(client.post("/desk/new/", {**SETTINGS, **OWN, "tiebreak_order": order}))
    assert "Give known codes, each once" in page
    assert not Tournament.objects.exists()


LATE = "custom:pokemon:OP,OOP,H2H;late=floor"


def test_pokemon_with_late_rounds_as_opponents_is_a_setting_of_its_own() -> None:
    desk = open_event(preset="pokemon", late_rounds="floor")
    assert desk.tournament.preset == LATE
    client, address = desk.client, desk.path("desk_edit")
    page = text_of(client.get(address))
    assert '<option value="pokemon" selected' in page
    assert '<option value="floor" selected' in page
    client.post(address, {**SETTINGS, "preset": "pokemon", "late_rounds": "none"})
    assert Tournament.objects.get().preset == "pokemon"


def test_an_own_order_has_the_setting_for_late_rounds_too() -> None:
    desk = open_event(**OWN, late_rounds="floor")
    assert desk.tournament.preset == "custom:mtr:GW,OMW,SOS;floor=1/3;gw=raw;late=floor"
    page = text_of(desk.client.get(desk.path("desk_edit")))
    assert '<option value="custom" selected' in page
    assert '<option value="floor" selected' in page


def test_late_rounds_change_no_other_shipped_preset() -> None:
    assert open_event(preset="mtr", late_rounds="floor").tournament.preset == "mtr"


def test_a_line_with_what_has_no_field_is_kept_where_nobody_changes_it() -> None:
    line = "custom:konami:OMW,OOMW;left=keep"
    desk = open_event(preset="konami")
    Tournament.objects.update(preset=line)
    form = desk.client.get(desk.path("desk_edit")).context["form"]
    shown = {name: form[name].value() for name in ("preset", *OWN_FIELDS)}
    assert desk.client.post(desk.path("desk_edit"), {**SETTINGS, **shown, "name": "Sunday cup"}).status_code == 302
    assert (Tournament.objects.get().name, Tournament.objects.get().preset) == ("Sunday cup", line)


@pytest.mark.parametrize(
    ("preset", "is_shown"),
    [
        ({"preset": "mtr"}, False),
        ({"preset": "konami"}, False),
        (OWN, False),
        ({"preset": "pokemon"}, True),
        ({**OWN, "tiebreak_order": "OP, OOP"}, True),
    ],
)
def test_late_rounds_are_asked_about_where_they_mean_something(preset: dict[str, str], is_shown: bool) -> None:
    desk = open_event(**preset)
    kept = desk.tournament.preset
    page = text_of(desk.client.get(desk.path("desk_edit")))
    assert ("A round missed before a late entry" in page) is is_shown
    desk.client.post(desk.path("desk_edit"), {**SETTINGS, **preset, "late_rounds": "none"})
    assert Tournament.objects.get().preset == kept
