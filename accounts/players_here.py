"""The players whose personal links a browser has opened: a family on one phone, each with a key of their own.

The session keeps the hash of each link beside the player. One that no longer is the player's link (a new one was
issued, it was revoked, an account took the player over) counts for nothing, and the others go on.
"""

from __future__ import annotations

from collections.abc import Iterable

from django.contrib.sessions.backends.base import SessionBase

from accounts.compiled import Compiled
from accounts.models import Player
from accounts.secrets import new_secret, secret_hash

MAX_PLAYERS = 20
"""Players that one browser stands for: a family, or a teacher's class."""

KEYS = "player_keys"
"""Under which a session has the hash of each player's link, by the player's key as text, in the order of opening."""
CHOSEN = "player_id"
"""Under which a session has the key of the player who acts now."""
ONE_LINK = "player_link"
"""The hash of the link of the only player of a session, as sessions had it while they stood for one player."""
SHOWN_LINKS = "personal_links"
"""Under which a session has the links that were made in it, by the player's key as text, to show them again."""
MAX_SHOWN = 2 * MAX_PLAYERS
"""Links that a session shows again: of its players, and of partners whom they entered. The oldest go first."""
JOIN_SECRET = "join_secret"
"""Under which a session has the secret by which it knows its requests to join."""
PHONE = "push_phone"
"""Under which a session has the name of its phone (`phone_of`)."""
OF_PHONE = (KEYS, CHOSEN, SHOWN_LINKS, JOIN_SECRET, PHONE)
"""What a phone of players keeps, no matter who else is signed in to it and signed out again."""


def keys_of(session: SessionBase) -> dict[str, str]:
    """The hash of the link of each player the session was opened for, whether it still counts or not."""
    keys = dict(session.get(KEYS, {}))
    if ONE_LINK in session and CHOSEN in session:
        keys.setdefault(str(session[CHOSEN]), session[ONE_LINK])
    return keys


def players_of(session: SessionBase) -> list[Player]:
    """The players whose present personal link the session has, in the order they came. One query, none for nobody."""
    keys = keys_of(session)
    if not keys:
        return []
    found = {str(player.pk): player for player in _players_by(*map(int, keys))}
    return [found[key] for key, hashed in keys.items() if hashed and key in found and found[key].link_hash == hashed]


def _players_by(*keys: int) -> list[Player]:
    """The players with these keys. Nearly every request of a phone asks, mostly for one."""
    if len(keys) not in _PLAYERS:
        _PLAYERS[len(keys)] = Compiled(lambda *keys: Player.objects.filter(pk__in=keys), parameters=len(keys))
    return _PLAYERS[len(keys)].ask(*keys)


_PLAYERS: dict[int, Compiled[Player]] = {}
"""By the number of players asked for."""


def add_player(session: SessionBase, player: Player) -> bool:
    """Let the session stand for this player too, who acts from now on; False if it has as many as it may."""
    kept = {str(one.pk): one.link_hash for one in players_of(session)}
    if str(player.pk) not in kept and len(kept) >= MAX_PLAYERS:
        return False
    _keep(session, kept | {str(player.pk): player.link_hash})
    choose_player(session, player.pk)
    return True


def has_room(session: SessionBase, players: Iterable[Player]) -> bool:
    """Whether the session can stand for these players too, beside those it stands for."""
    kept = {one.pk for one in players_of(session)}
    return len(kept | {one.pk for one in players}) <= max(MAX_PLAYERS, len(kept))


def choose_player(session: SessionBase, player_id: int) -> None:
    """Let this one of the session's players act from now on."""
    _keep(session, keys_of(session))
    session[CHOSEN] = player_id


def remove_player(session: SessionBase, player_id: int) -> None:
    """Forget this player's key and link; the others stay."""
    _keep(session, {key: hashed for key, hashed in keys_of(session).items() if key != str(player_id)})
    session[SHOWN_LINKS] = {key: path for key, path in session.get(SHOWN_LINKS, {}).items() if key != str(player_id)}
    if session.get(CHOSEN) == player_id:
        del session[CHOSEN]


def phone_of(session: SessionBase) -> str:
    """The name of the session's phone, by which its push subscriptions are found and its presses are counted.

    It is random, and stays where the session gets another key, as when somebody signs in. A session has it from its
    first player on, others on first need.
    """
    if PHONE not in session:
        session[PHONE] = new_secret(12)
    return str(session[PHONE])


def _keep(session: SessionBase, keys: dict[str, str]) -> None:
    phone_of(session)
    session[KEYS] = keys
    session.pop(ONE_LINK, None)


def show_again(session: SessionBase, player: Player, path: str) -> None:
    """Keep a link that was made in this session, to be shown again for as long as it works."""
    shown = {key: other for key, other in session.get(SHOWN_LINKS, {}).items() if key != str(player.pk)}
    session[SHOWN_LINKS] = dict([*shown.items(), (str(player.pk), path)][-MAX_SHOWN:])


def shown_link(session: SessionBase, player: Player) -> str:
    """The path of the player's present link, if it was made in this session; else an empty text."""
    path = str(session.get(SHOWN_LINKS, {}).get(str(player.pk), ""))
    return path if path and secret_hash(path.strip("/").rpartition("/")[2]) == player.link_hash else ""
