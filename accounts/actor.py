"""Who is asking: a signed-in user, a player who came by a personal link, both, or nobody."""

from __future__ import annotations

from dataclasses import dataclass

from accounts.models import Player, User


@dataclass(frozen=True)
class Actor:
    """The one who performs an action; every service takes one and every record of a change names it.

    `user` is an authenticated account or None; `player` is the person it stands for (the account's own player, or
    the one whose personal link opened the session) or None.
    """

    user: User | None = None
    player: Player | None = None

    @property
    def is_anonymous(self) -> bool:
        return self.user is None and self.player is None

    @property
    def label(self) -> str:
        """The name written into logs: account name, else player name, else an empty text for the program itself."""
        if self.user is not None:
            return self.user.get_full_name() or self.user.get_username()
        return self.player.name if self.player is not None else ""


SYSTEM = Actor()
