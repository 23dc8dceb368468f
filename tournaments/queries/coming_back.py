"""Who may come back into an event, as the services decide it, so that no page offers what is refused."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from django.db.models import Q, QuerySet

from accounts.erased_names import plain
from tournaments.models import Registration, Round, Tournament
from tournaments.queries.teams import who_play

Phase = Tournament.Phase
Status = Registration.Status

RUNNING = (Phase.SWISS, Phase.TOP_CUT)
GONE_DURING_PLAY = (Phase.REGISTRATION, *RUNNING)
"""The phases in which a no-show or a disqualification can be undone."""


def rounds_since(registration: Registration) -> QuerySet[Round]:
    """Swiss rounds published after the entrant left, in which they have no match and no bye."""
    return _published_since(registration).filter(stage=Round.Stage.SWISS)


def seated_since(registration: Registration, number: int) -> bool:
    """Whether a round after this one has been published with a table, a pod or the bye for the entrant."""
    later = registration.tournament.rounds.exclude(status=Round.Status.DRAFT).filter(number__gt=number)
    at_table = Q(matches__player1=registration) | Q(matches__player2=registration)
    return later.filter(
        at_table | Q(pod_seats__registration=registration) | Q(byes__registration=registration)
    ).exists()


def may_undo_own_drop(registration: Registration) -> bool:
    """Whether the player of an entry may undo its drop without the staff: until the next round is published, and not a
    drop by the event's settings, which a player could otherwise take back each time. Once the top cut is seeded, only
    who is in it has something to come back to."""
    phase = registration.tournament.phase
    if registration.status != Status.DROPPED or registration.drop_rule or phase not in RUNNING:
        return False
    if phase == Phase.TOP_CUT and registration.seed is None:
        return False
    return not _published_since(registration).exists()


def _published_since(registration: Registration) -> QuerySet[Round]:
    """Rounds of either stage that were published after the entrant left and since their first."""
    rounds = registration.tournament.rounds.exclude(status=Round.Status.DRAFT)
    return rounds.filter(number__gt=registration.status_round or 0, number__gte=registration.first_round)


def reinstatable(tournament: Tournament, withdrawn: Sequence[Registration]) -> set[int]:
    """Those of the withdrawn entries that the staff can reinstate: before the start, as long as nobody of the entry has
    been entered again, nobody else has its name, and it has not been made anonymous. At most three queries."""
    if tournament.phase != Phase.REGISTRATION or not withdrawn:
        return set()
    players: dict[int, list[int]] = defaultdict(list)
    for person in who_play(tournament, withdrawn):
        players[person.team_entry_id or person.pk].append(person.player_id)
    wanted = [player for people in players.values() for player in people]
    entered = Registration.people.filter(tournament=tournament).exclude(status=Status.WITHDRAWN)
    again = set(entered.filter(player__in=wanted).values_list("player_id", flat=True))
    everybody = Registration.everybody.filter(tournament=tournament).exclude(status=Status.WITHDRAWN)
    names = {(kind, plain(name)) for kind, name in everybody.values_list("kind", "name")}
    return {
        entry.pk
        for entry in withdrawn
        if not entry.is_anonymous
        and again.isdisjoint(players[entry.pk])
        and (entry.kind, plain(entry.name)) not in names
    }
