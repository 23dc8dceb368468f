"""Who is asking: a signed-in user, players who came by personal links, both, a helper by staff link, or nobody."""

from __future__ import annotations

from dataclasses import dataclass, replace

from accounts.models import Player, User


@dataclass(frozen=True)
class StaffPass:
    """What a staff link gives the person who opened it: a role at one event, under the link's name.

    `link` and `event` are the keys of their rows, `role` a value of the event's roles; the app above decides what it
    permits.
    """

    link: int
    event: int
    role: str
    name: str


@dataclass(frozen=True)
class Actor:
    """The one who performs an action; every service takes one and every record of a change names it.

    `user` is an authenticated account or None. `player` is the person it stands for (one the account keeps, or one
    whose personal link this browser has) or None; `others` are the further players of account and browser, a family's
    on one phone. `staff_pass` is what a staff link gave this browser; who works by one has neither account nor player.
    """

    user: User | None = None
    player: Player | None = None
    staff_pass: StaffPass | None = None
    others: tuple[Player, ...] = ()

    @property
    def is_anonymous(self) -> bool:
        return self.user is None and self.player is None and self.staff_pass is None

    @property
    def label(self) -> str:
        """The name written into logs: of the account, the staff link or the player; empty for the program itself."""
        if self.user is not None:
            return self.user.get_full_name() or self.user.get_username()
        if self.staff_pass is not None:
            return self.staff_pass.name
        return self.player.name if self.player is not None else ""

    @property
    def players(self) -> tuple[Player, ...]:
        """Every player the browser stands for, the one acting now first."""
        return (self.player, *self.others) if self.player is not None else ()

    @property
    def family(self) -> tuple[Player, ...]:
        """The players where there are several, always in one order, to choose from; else none."""
        return tuple(sorted(self.players, key=lambda player: player.pk)) if self.others else ()

    @property
    def player_keys(self) -> tuple[int, ...]:
        """The keys of the players, the one acting now first."""
        return tuple(player.pk for player in self.players)

    def keeps(self, player: Player) -> bool:
        """Whether the account that is signed in keeps the player; who came by a link alone does not."""
        return self.user is not None and player.user_id == self.user.pk

    def acting_for(self, player_id: int) -> Actor:
        """The same browser with this one of its players acting; unchanged if it does not stand for that player."""
        wanted = next((player for player in self.others if player.pk == player_id), None)
        if wanted is None:
            return self
        return replace(self, player=wanted, others=tuple(one for one in self.players if one != wanted))


SYSTEM = Actor()
