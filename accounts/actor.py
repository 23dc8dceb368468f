"""Who is asking: a signed-in user, a player who came by a personal link, both, a helper by staff link, or nobody."""

from __future__ import annotations

from dataclasses import dataclass

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

    `user` is an authenticated account or None; `player` is the person it stands for (the account's own player, or
    the one whose personal link opened the session) or None. `staff_pass` is what a staff link gave this browser; who
    works by one has neither account nor player.
    """

    user: User | None = None
    player: Player | None = None
    staff_pass: StaffPass | None = None

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


SYSTEM = Actor()
