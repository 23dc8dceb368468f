"""Which event a join code leads to, and whether it takes entries by players."""

from __future__ import annotations

from accounts.allowances import Allowance
from tournaments.join_codes import new_join_code, read_join_code, without_link
from tournaments.models import Tournament

Phase = Tournament.Phase
FIND_BY_CODE = Allowance("find_by_code", visitor=20, newcomers=400, address=2_000)
"""A hall scans behind one address. At these rates a program behind one address tries every code in a year."""


def event_to_join(typed: str) -> Tournament | None:
    """The event whose join code was typed, or whose address code, as it was given out before there were join codes; a
    link with either is read, too. One query, two for what is no join code of an event."""
    typed = without_link(typed)
    code = read_join_code(typed)
    found = Tournament.objects.filter(join_code=code).first() if code is not None else None
    if found is not None:
        return found
    address = typed.strip().lower()
    return Tournament.objects.filter(code=address).first() if address.isascii() and address.isalnum() else None


def takes_entries(tournament: Tournament) -> bool:
    """Whether players can enter themselves before the start."""
    return tournament.phase == Phase.REGISTRATION and tournament.registration_open


def may_join(tournament: Tournament) -> bool:
    """Whether the page to join has a form: before the start, and while Swiss rounds run, when teams are not entered but
    their members claim their names."""
    return tournament.phase in (Phase.REGISTRATION, Phase.SWISS) and tournament.registration_open


def free_join_code() -> str:
    """A code that no event has."""
    code = new_join_code()
    while Tournament.objects.filter(join_code=code).exists():
        code = new_join_code()
    return code
