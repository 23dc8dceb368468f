"""Who may perform an operation, and how others are refused: the terms of the table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from tests.security.every_route.answers import ABSENT, IN, NO, SIGN_IN
from tests.security.every_route.site import ROLES

HELPERS = ("judge_link", "floor_link")
"""Who works at the event by a staff link; refused there like its staff, anywhere else like a visitor."""
WITHOUT_ACCOUNT = ("visitor", "link", *HELPERS)
BY_LINK = ("link", *HELPERS)
PLAYERS = ("player", "link")


@dataclass(frozen=True)
class Audience:
    """The roles that may, each for its own objects, and the answer to those who may not.

    `others` is the answer to a signed-in account, `strangers` the one to a visitor without an account, `by_link` the
    one to a player by personal link or a helper by staff link if that differs. `private`: what the address names
    belongs to one person, and does not exist for everybody else. `body` is sent if the site reads the request before
    it checks the role.
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
        """These people, with a request that the site can read."""
        return replace(self, body=body)

    def expected(self, role: str, *, at_event: bool = False) -> str:
        """The word for the answer `role` gets about its own event, entry, or other object of the address.

        `at_event`: the address is an event's.
        """
        if role in self.roles:
            return IN
        if role in HELPERS and at_event and self.strangers == SIGN_IN:
            return self.others
        return self.refusal(role)

    def refusal(self, role: str) -> str:
        """The word for the answer `role` gets if it is not let in."""
        if role in BY_LINK and self.by_link:
            return self.by_link
        return self.strangers if role in WITHOUT_ACCOUNT else self.others

    @property
    def is_own_entry(self) -> bool:
        """Whether players are let in because the entry is theirs, not because everybody is."""
        return "player" in self.roles and "manager" not in self.roles


def who(*roles: str) -> Audience:
    assert set(roles) <= set(ROLES), roles
    return Audience(frozenset(roles))


def hidden(audience: Audience, *, strangers: str = ABSENT) -> Audience:
    """It does not exist for those who are not let in."""
    return replace(audience, others=ABSENT, strangers=strangers)


def private(audience: Audience) -> Audience:
    """Belongs to one person: another person's does not exist."""
    return replace(audience, private=True)


EVERYBODY = who(*ROLES)
NOBODY = hidden(who())
ACCOUNTS = EVERYBODY - who(*WITHOUT_ACCOUNT)
SITE = who("site")
OWNER = who("owner", "site")
ORGANISERS = who("organiser") | OWNER
SCOREKEEPERS = who("scorekeeper") | ORGANISERS
JUDGES = who("judge", "judge_link") | ORGANISERS
STAFF = SCOREKEEPERS | JUDGES
FLOOR = who("floor_link") | STAFF
"""Staff, and those who help on the floor alone."""
OPENERS = who("owner", "elsewhere", "site")
"""Who may open tournaments."""
MANAGERS = who("manager", "site")
"""Who manages the games."""
OWN_ENTRY = who(*PLAYERS)
