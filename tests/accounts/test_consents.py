"""What is learned of a player's age, and what of it is kept."""

from __future__ import annotations

import pytest

from accounts.consents import learn_age, younger_of
from accounts.models import Player
from accounts.services import create_player


@pytest.mark.parametrize(
    ("known", "said", "kept"),
    [
        ("", "", ""),
        ("", "adult", "adult"),
        ("adult", "", "adult"),
        ("adult", "minor", "minor"),
        ("minor", "adult", "minor"),
        ("minor", "under_14", "under_14"),
        ("under_14", "minor", "under_14"),
        ("under_14", "adult", "under_14"),
    ],
)
def test_the_younger_age_group_is_kept(known: str, said: str, kept: str) -> None:
    assert younger_of(known, said) == kept


@pytest.mark.django_db
def test_an_age_group_is_learned_without_writing_a_year_that_was_corrected_meanwhile() -> None:
    read = create_player(name="李雷", birth_year=2000)
    Player.objects.filter(pk=read.pk).update(birth_year=2001)
    learn_age(read, 1999, "adult")
    assert Player.objects.values_list("birth_year", "age_group").get(pk=read.pk) == (2001, "adult")
