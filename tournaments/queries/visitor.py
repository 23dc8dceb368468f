"""One visitor at one event: their roles, and their own entry and match."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from django.db.models import Q

from accounts.actor import Actor
from accounts.compiled import Compiled
from tournaments.models import Match, Registration, Round, Tournament
from tournaments.permissions import Action, Role, permits, staff_roles_in
from tournaments.queries.entries import own_entries_in
from tournaments.queries.rounds import rounds_of

_SEATED = Compiled(
    lambda round, entry: (
        Match.objects.filter(Q(player1=entry) | Q(player2=entry), round=round)
        .select_related("player1__player", "player2__player")
        .order_by()
    ),
    parameters=2,
)

STAFF = frozenset({Role.OWNER, Role.ORGANISER, Role.SCOREKEEPER, Role.JUDGE, Role.FLOOR})


@dataclass(frozen=True)
class Visitor:
    """An actor at a tournament; each fact is read when it is first asked for, once."""

    actor: Actor
    tournament: Tournament

    @cached_property
    def roles(self) -> frozenset[Role]:
        """As `permissions.roles_of` has it."""
        playing = {Role.PLAYER} if self.mine is not None else set()
        return staff_roles_in(self.actor, self.tournament.pk) | playing

    @cached_property
    def is_staff(self) -> bool:
        return not self.roles.isdisjoint(STAFF)

    @cached_property
    def private(self) -> bool:
        """Whether names are shown as entered."""
        return permits(self.roles, Action.VIEW_PRIVATE_NAMES)

    @cached_property
    def mine(self) -> Registration | None:
        """The visitor's own entry, a withdrawn one included; its list is read when it is asked for.

        Of several players of one browser it is that of the one who acts now, else the first of the others.
        """
        return self.own[0] if self.own else None

    @cached_property
    def own(self) -> list[Registration]:
        """The entries of every player of the browser, `mine` first; of members of teams those of their teams."""
        return own_entries_in(self.tournament, self.actor)

    @cached_property
    def rounds(self) -> list[Round]:
        """The rounds everybody may see."""
        rounds = rounds_of(self.tournament)
        for round in rounds:
            round.tournament = self.tournament
        return rounds

    @property
    def current(self) -> Round | None:
        return self.rounds[-1] if self.rounds else None

    @cached_property
    def my_match(self) -> Match | None:
        """The visitor's own match of the newest round, with its players."""
        return self.my_match_in(self.current) if self.current is not None else None

    def my_match_in(self, round: Round) -> Match | None:
        """The visitor's own match of a round, with its players. One query."""
        match = _SEATED.first(round.pk, self.mine.pk) if self.mine is not None else None
        if match is not None:
            match.round = round
            match.player1.tournament = match.player2.tournament = self.tournament
        return match
