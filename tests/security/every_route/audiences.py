"""Who may perform an operation, and how the others are refused: the words of the table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from tests.security.every_route.answers import ABSENT, IN, NO, SIGN_IN
from tests.security.every_route.site import ROLES

WITHOUT_ACCOUNT = ("visitor", "link")
PLAYERS = ("player", "link")


@dataclass(frozen=True)
class Audience:
    """The roles that may, each for what is its own, and the answer to those who may not.

    `others` is the answer to somebody signed in, `strangers` the one to somebody without an account, `by_link` the one
    to a player by personal link where that differs. `private`: what the address names belongs to one person, and for
    everybody else it does not exist. `body` is sent where the site reads the request before it asks who is there.
    """

    roles: frozenset[str]
    others: str = NO
    strangers: str = SIGN_IN
    by_link: str = ""
    private: bool = False
    body: Mapping[str, Any] | None = None

    def __or__(self, more: Audience) -> Audience:
        return replace(self, roles=self.roles | more.roles)

    def __sub__(self, fewer: Audience) -> Audience:
        return replace(self, roles=self.roles - fewer.roles)

    def sending(self, **body: Any) -> Audience:
        """The same, with a request that the site can read."""
        return replace(self, body=body)

    def expected(self, role: str) -> str:
        """The word for the answer `role` gets about its own event, entry, or whatever the address names."""
        return IN if role in self.roles else self.refusal(role)

    def refusal(self, role: str) -> str:
        """The word for the answer `role` gets where it is not let in."""
        if role == "link" and self.by_link:
            return self.by_link
        return self.strangers if role in WITHOUT_ACCOUNT else self.others

    @property
    def is_own_entry(self) -> bool:
        """Whether players are let in because the entry is theirs, not as anybody would be."""
        return "player" in self.roles and "manager" not in self.roles


def who(*roles: str) -> Audience:
    assert set(roles) <= set(ROLES), roles
    return Audience(frozenset(roles))


def hidden(audience: Audience, *, strangers: str = ABSENT) -> Audience:
    """For those who are not let in it does not exist."""
    return replace(audience, others=ABSENT, strangers=strangers)


def private(audience: Audience) -> Audience:
    """Everybody's own, and nobody else's: another person's does not exist."""
    return replace(audience, private=True)


EVERYBODY = who(*ROLES)
NOBODY = hidden(who())
ACCOUNTS = EVERYBODY - who(*WITHOUT_ACCOUNT)
SITE = who("site")
OWNER = who("owner", "site")
ORGANISERS = who("organiser") | OWNER
SCOREKEEPERS = who("scorekeeper") | ORGANISERS
JUDGES = who("judge") | ORGANISERS
STAFF = SCOREKEEPERS | JUDGES
OPENERS = who("owner", "elsewhere", "site")
"""Who may open tournaments."""
MANAGERS = who("manager", "site")
"""Who manages the games."""
OWN_ENTRY = who(*PLAYERS)
