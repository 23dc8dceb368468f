"""Who is who: players, merges and entries set apart."""

from __future__ import annotations

from tournaments.seasons.persons import followed, persons_of


def test_entries_of_one_player_are_one_persons() -> None:
    assert persons_of([(1, 10), (2, 20), (3, 10)], {}, {}) == {1: 1, 2: 2, 3: 1}


def test_merged_players_are_one_person_and_chains_are_followed() -> None:
    assert persons_of([(1, 10), (2, 20), (3, 30)], {30: 20, 20: 10}, {}) == {1: 1, 2: 1, 3: 1}


def test_an_entry_set_apart_is_somebody_elses_or_nobodys() -> None:
    entries = [(1, 10), (2, 10), (3, 20), (4, 10)]
    assert persons_of(entries, {}, {2: None, 4: 20}) == {1: 1, 2: 2, 3: 3, 4: 3}
    assert persons_of(entries, {20: 10}, {2: None, 4: 20}) == {1: 1, 2: 2, 3: 1, 4: 1}


def test_a_circle_of_merges_is_one_person() -> None:
    assert {followed(player, {1: 2, 2: 3, 3: 2}) for player in (1, 2, 3)} == {2}
