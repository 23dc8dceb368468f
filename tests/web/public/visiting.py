"""Browsers of the people of an event, and events at every stage."""

from __future__ import annotations

import time
from datetime import timedelta
from typing import Any

from django.test import Client
from django.utils import timezone

from accounts.actor import Actor
from accounts.models import Player
from accounts.players_here import add_player
from accounts.services import issue_personal_link
from accounts.sessions import STAFF_LINK_KEY
from tests.people_and_events import enter, make_event, owner_of
from tournaments.models import Match, Registration, Round, StaffLink, Tournament
from tournaments.services.clock import start_clock
from tournaments.services.drafts import pair_next_round
from tournaments.services.finish import finish_tournament
from tournaments.services.results import record_score
from tournaments.services.rounds import complete_round, publish_round
from tournaments.services.start import start_tournament
from tournaments.services.top_cut import start_top_cut

NAMES = ("王子轩", "李浩然", "张梓涵", "Alexander", "陈欣怡", "杨宇航", "赵俊杰")


def browser(actor: Actor | None = None, language: str = "en") -> Client:
    """A browser in which the actor is signed in, by account or by the personal links of its players."""
    client = Client(HTTP_ACCEPT_LANGUAGE=language)
    if actor is not None and actor.user is not None:
        client.force_login(actor.user)
    elif actor is not None and actor.player is not None:
        open_links(client, *reversed(actor.players))
    elif actor is not None and actor.staff_pass is not None:
        work_by_link(client, actor.staff_pass.link)
    return client


def open_links(client: Client, *players: Player) -> None:
    """Let the browser's session stand for these players too, the last of them acting; who has no link gets one."""
    session = client.session
    for player in players:
        if not player.link_hash:
            issue_personal_link(player=player)
            player.refresh_from_db()
        add_player(session, player)
    session.save()


def prove(client: Client) -> Client:
    """Let the browser's account be proved just now, as the password does it; the same browser."""
    session = client.session
    session["account_authentication_methods"] = [{"method": "password", "at": time.time(), "reauthenticated": True}]
    session["account_authentication_methods_user"] = session["_auth_user_id"]
    session.save()
    return client


def work_by_link(client: Client, link_id: int) -> None:
    """Let the browser's session work by a staff link."""
    session = client.session
    session[STAFF_LINK_KEY] = [link_id, StaffLink.objects.get(pk=link_id).secret_hash]
    session.save()


def open_event(*names: str, **settings: Any) -> Tournament:
    """An event that takes registrations, with these players entered."""
    tournament = make_event(**settings)
    enter(tournament, *(names or NAMES))
    return tournament


def paired(tournament: Tournament, number: int, *, publish: bool = True) -> Round:
    """The next round, paired and, by default, published with its clock running."""
    actor = owner_of(tournament)
    round = pair_next_round(actor=actor, tournament_id=tournament.pk, number=number, seed=5)
    if publish:
        publish_round(actor=actor, round_id=round.pk)
        start_clock(actor=actor, round_id=round.pk)
    round.refresh_from_db()
    return round


def won(match: Match, wins1: int = 2, wins2: int = 1, draws: int = 0) -> Match:
    """The match with a result without games."""
    return record_score(
        actor=owner_of(match.round.tournament),
        match_id=match.pk,
        expected_version=match.version,
        wins1=wins1,
        wins2=wins2,
        draws=draws,
    )


def played(tournament: Tournament, number: int) -> Round:
    """The next round with every table finished, won by seat one."""
    round = paired(tournament, number)
    for match in round.matches.all():
        won(match)
    return complete_round(actor=owner_of(tournament), round_id=round.pk)


def running_event(rounds: int = 1, **settings: Any) -> Tournament:
    """An event with `rounds` finished rounds and one more running."""
    tournament = open_event(planned_rounds=3, **settings)
    start_tournament(actor=owner_of(tournament), tournament_id=tournament.pk)
    for number in range(1, rounds + 1):
        played(tournament, number)
    paired(tournament, rounds + 1)
    tournament.refresh_from_db()
    return tournament


def cut_event(*, finished: bool = False, **settings: Any) -> Tournament:
    """An event after two Swiss rounds: its top four drawn and published, or played out and finished."""
    tournament = open_event(planned_rounds=2, top_cut=4, **settings)
    actor = owner_of(tournament)
    start_tournament(actor=actor, tournament_id=tournament.pk)
    for number in (1, 2):
        played(tournament, number)
    start_top_cut(actor=actor, tournament_id=tournament.pk)
    semifinals = Round.objects.get(tournament=tournament, number=3)
    publish_round(actor=actor, round_id=semifinals.pk)
    if finished:
        for match in semifinals.matches.all():
            won(match)
        complete_round(actor=actor, round_id=semifinals.pk)
        played(tournament, 4)
        finish_tournament(actor=actor, tournament_id=tournament.pk)
    tournament.refresh_from_db()
    return tournament


def entry(tournament: Tournament, name: str) -> Registration:
    """The entry with a name."""
    return tournament.registrations.select_related("player").get(name=name)


def some_years_ago(years: int) -> int:
    """The birth year of a person of this age."""
    return (timezone.localdate() - timedelta(days=366 * years)).year


def event_with_a_child() -> Tournament:
    """A running event with 王子轩 in it, who is twelve."""
    tournament = running_event()
    child = entry(tournament, "王子轩")
    child.player.birth_year = some_years_ago(12)
    child.player.save()
    return tournament
