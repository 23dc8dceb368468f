"""The main pages of the site and of an event, for those who look at each of them."""

from __future__ import annotations

from typing import Any

from django.urls import reverse

from tests.people_and_events import enter, make_event
from tests.running_events import publish, score
from tournaments.models import Match, Tournament
from tournaments.services.start import start_tournament

LONG_NAMES = ("WolfeschlegelsteinhausenbergerdorffSeniorTheThird", "奥特曼" * 13)


def running_event(owner: Any) -> Tournament:
    """A round under way among people with the longest names: the table of the longest names done, the others open."""
    tournament = make_event(owner=owner)
    enter(tournament, *LONG_NAMES, *(f"P{number}" for number in range(1, 5)))
    start_tournament(actor=owner, tournament_id=tournament.pk)
    publish(tournament)
    longest = a_match_of(tournament)
    assert longest is not None
    score(longest, 2, 1)
    return tournament


def site_pages() -> list[str]:
    """The addresses of pages that are of no event."""
    return ["/", "/about/", "/join/", "/accounts/login/", "/accounts/signup/", "/my/", reverse("deck_check")]


def a_match_of(tournament: Tournament) -> Match | None:
    """A match of the first round, that of the longest name."""
    matches = Match.objects.filter(round__tournament=tournament, round__number=1).select_related("player1", "player2")
    return max(matches, key=lambda match: max(len(match.player1.name), len(match.player2.name)), default=None)


def public_pages(tournament: Tournament) -> list[str]:
    """The addresses of an event's public pages that exist at its phase."""
    names = ["overview", "players", "info", "pairings", "standings", "bracket", "decks", "register"]
    pages = [reverse("tournament", args=[tournament.code])]
    pages += [reverse(f"tournament_{name}", args=[tournament.code]) for name in names]
    match = a_match_of(tournament)
    if match is not None:
        pages.append(reverse("match", args=[tournament.code, match.pk]))
        pages.append(reverse("match_why", args=[tournament.code, match.pk]))
    if tournament.rounds.filter(status="completed").exists() and match is not None:
        pages.append(reverse("standing_explained", args=[tournament.code, 1, match.player1_id, "OMW"]))
    return pages


def desk_pages(tournament: Tournament) -> list[str]:
    """The addresses of an event's pages at the desk; of its matches, that of the longest name and another."""
    names = ["desk", "desk_edit", "desk_entries", "desk_entry_add", "desk_entries_paste", "desk_staff", "desk_log"]
    names.append("desk_joining")
    names += {"registration": ["desk_start", "desk_duplicate", "desk_cancel"]}.get(tournament.phase, [])
    pages = [reverse(name, args=[tournament.code]) for name in names]
    entry = tournament.registrations.earliest("pk")
    pages += [reverse("desk_entry", args=[tournament.code, entry.pk]), reverse("deck_editor", args=[entry.pk])]
    for round_ in tournament.rounds.filter(number=1):
        pages.append(reverse("desk_round", args=[tournament.code, 1]))
        match = a_match_of(tournament)
        assert match is not None
        shown = (match, round_.matches.exclude(pk=match.pk).earliest("table"))
        pages += [reverse("desk_match", args=[tournament.code, one.pk]) for one in shown]
    return pages
