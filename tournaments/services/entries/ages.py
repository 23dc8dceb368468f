"""Saying at once how old everybody of an event is of whom nobody has said it."""

from __future__ import annotations

from django.db import transaction
from django.db.models import QuerySet

from accounts.actor import Actor
from accounts.models import AgeGroup, Player
from accounts.refusals import Conflict, Refusal
from tournaments.models import Registration, Tournament
from tournaments.permissions import Action, require
from tournaments.queries.names import public_name
from tournaments.services.entries.numbers import tell_names_apart
from tournaments.services.locking import lock_tournament
from tournaments.services.log import write_log

FOR_ALL = (AgeGroup.ADULT, AgeGroup.MINOR)
"""What may be said of all of them at once: a guardian's consent is recorded player by player, or with a list."""


def of_unknown_age(tournament: Tournament) -> QuerySet[Player]:
    """The players of the event of whom neither a year of birth nor an age group is known. Each name is masked."""
    entries = Registration.people.filter(tournament=tournament, is_anonymous=False)
    entries = entries.exclude(status=Registration.Status.WITHDRAWN)
    return Player.objects.filter(registrations__in=entries, birth_year=None, age_group="", erased_at=None).distinct()


@transaction.atomic
def set_unknown_ages(*, actor: Actor, tournament_id: int, age_group: str, seen: int | None = None) -> int:
    """Staff say how old all players are of whom nobody has said it; how many they were. `seen`: how many the page had.

    Raises NotAllowed, Refusal `no_such_choice`, Conflict `ages_changed` where there are others by now.
    """
    tournament = lock_tournament(tournament_id)
    require(actor, Action.MANAGE_ENTRIES, tournament)
    if age_group not in FOR_ALL:
        choices = [one.value for one in FOR_ALL]
        raise Refusal("no_such_choice", field="age_group", value=age_group, choices=choices)
    players = list(of_unknown_age(tournament).values_list("pk", flat=True))
    if seen is not None and seen != len(players):
        raise Conflict("ages_changed", seen=seen, count=len(players))
    if players:
        _say(actor, tournament, players, "ages_said", said=age_group, age_group=age_group)
    return len(players)


@transaction.atomic
def unset_ages(*, actor: Actor, tournament_id: int, line_id: int) -> int:
    """Undo what `set_unknown_ages` wrote as this line of the log; of how many nobody has said it again.

    A player of whom another age, or the year of birth, was said since keeps it. Raises NotAllowed, Conflict
    `ages_said_since` where that is so of everybody, or there is no such line.
    """
    tournament = lock_tournament(tournament_id)
    require(actor, Action.MANAGE_ENTRIES, tournament)
    line = tournament.log.filter(pk=line_id, verb="ages_said").first()
    facts = line.facts if line is not None else {}
    concerned = Registration.people.filter(tournament=tournament, pk__in=facts.get("entries", ()), is_anonymous=False)
    unchanged = Player.objects.filter(
        registrations__in=concerned, birth_year=None, age_group=facts.get("age_group"), erased_at=None
    )
    players = list(unchanged.distinct().values_list("pk", flat=True))
    if not players:
        raise Conflict("ages_said_since")
    _say(actor, tournament, players, "ages_unsaid", said="", age_group=facts["age_group"])
    return len(players)


def _say(actor: Actor, tournament: Tournament, players: list[int], verb: str, *, said: str, age_group: str) -> None:
    """Give these players the age group that is `said`; the line keeps who they are in the event, and `age_group`."""
    people = Registration.people.filter(tournament=tournament, player__in=players, is_anonymous=False).order_by(
        "number"
    )
    named = list(people.values_list("pk", "name"))
    masked = [entry.pk for entry in people.select_related("player") if public_name(entry) is None]
    Player.objects.filter(pk__in=players).update(age_group=said)
    tell_names_apart(tournament, unmasked=masked)
    write_log(
        tournament,
        actor,
        verb,
        count=len(players),
        age_group=age_group,
        entries=[key for key, _name in named],
        names=[name for _key, name in named],
    )
