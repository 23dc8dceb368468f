"""Taking the row locks every write starts with: the tournament first, then what lies below it.

One order for all writers means two of them wait for each other but never in a circle.
"""

from __future__ import annotations

from django.db import connection
from django.db.models import QuerySet

from accounts.compiled import Compiled
from accounts.refusals import Refusal
from tournaments.models import Registration, StaffMember, Tournament
from tournaments.queries.shared_tables import MANAGERS

TABLES_OF_ONE_HALL = 0x7AB1E5
"""The class of the advisory locks of `hold_tables`; the number in the class is the key of an account."""


def lock_tournament(tournament_id: int) -> Tournament:
    """The tournament, its row locked until the transaction ends. Raises Refusal `no_such_tournament`."""
    try:
        return locked_tournaments().get(pk=tournament_id)
    except Tournament.DoesNotExist:
        raise Refusal("no_such_tournament") from None


def lock_tournament_of_match(match_id: int) -> Tournament:
    """The tournament of a match, found and locked by one statement. Raises Refusal `no_such_match`."""
    tournament = _OF_MATCH.first(match_id)
    if tournament is None:
        raise Refusal("no_such_match")
    return tournament


def lock_tournament_of_pod(pod_id: int) -> Tournament:
    """The tournament of a pod, found and locked. Raises Refusal `no_such_pod`."""
    tournament = locked_tournaments().filter(rounds__pods=pod_id).first()
    if tournament is None:
        raise Refusal("no_such_pod")
    return tournament


def locked_tournaments() -> QuerySet[Tournament]:
    """Tournaments whose rows are locked once they are read, each with its game and ruleset."""
    return Tournament.objects.select_for_update(of=("self",)).select_related("game", "ruleset")


_OF_MATCH = Compiled(lambda match: locked_tournaments().filter(rounds__matches=match).order_by(), parameters=1)


def lock_registration(registration_id: int) -> Registration:
    """The registration with its player, its tournament's row locked first and carried along as `.tournament`.

    Raises Refusal `no_such_entry`.
    """
    tournament_id = Registration.everybody.filter(pk=registration_id).values_list("tournament_id", flat=True).first()
    if tournament_id is None:
        raise Refusal("no_such_entry")
    tournament = lock_tournament(tournament_id)
    locked = Registration.everybody.select_for_update(of=("self",)).select_related("player", "decklist__submitted")
    registration = locked.get(pk=registration_id)
    registration.tournament = tournament
    return registration


def lock_entrant(registration_id: int) -> Registration:
    """As `lock_registration`, the team for a member of one: what is paired comes and goes as a whole."""
    registration = lock_registration(registration_id)
    if registration.team_entry_id is None:
        return registration
    entrant = lock_registration(registration.team_entry_id)
    entrant.tournament = registration.tournament
    return entrant


def find_registration(registration_id: int) -> Registration:
    """The registration as `lock_registration` gives it, with nothing locked: for work that comes before the lock and
    is checked again behind it."""
    rows = Registration.everybody.select_related(
        "player", "tournament__game", "tournament__ruleset__game", "decklist__submitted", "decklist__ruleset__game"
    )
    found = rows.filter(pk=registration_id).first()
    if found is None:
        raise Refusal("no_such_entry")
    return found


def hold_tables(tournament: Tournament) -> None:
    """Until the transaction ends, no other event of somebody who gives tables at this one takes tables of the hall.

    Taken right behind the row of the tournament, before any other lock, and account by account in the order of their
    keys: who holds a row that another event's writer waits for waits for none of these. What is read from here on has
    the tables that the others took.
    """
    staff = StaffMember.objects.filter(tournament=tournament, role__in=MANAGERS)
    with connection.cursor() as cursor:
        for user in sorted(set(staff.values_list("user", flat=True))):
            cursor.execute("SELECT pg_advisory_xact_lock(%s, %s)", [TABLES_OF_ONE_HALL, user])
