"""A list of which it is not known whether it is legal, on the page that judges any list."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.people_and_events import load_every_game

pytestmark = pytest.mark.django_db


def test_an_undecided_list_says_what_keeps_it_open_and_what_would_settle_it() -> None:
    load_every_game()
    text = "4 DEM-001\n4 DEM-002\n4 DEM-003\n40 DEM-042\n4 LOR 79\n4 PR SWSH242\n"
    sent = {"text": text, "game": "pokemon-tcg", "best_of": 3, "pool": "open"}
    page = Client(HTTP_ACCEPT_LANGUAGE="en").post(reverse("deck_check"), sent)
    assert page.status_code == 200
    assert page.context["shown"].state == "undecided"
    html = page.content.decode()
    assert "verdict-undecided" in html
    assert "Cannot be decided." in html
    assert "open question" in html
    assert "What settles it: write the card’s name next to its number" in html
