"""The people of a pasted list who have played before: which known player each of them is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from accounts.actor import Actor
from accounts.models import Player
from accounts.refusals import Refusal
from accounts.services import create_player, end_personal_link
from tournaments.models import Tournament
from tournaments.queries.known_people import known_people
from tournaments.services.entries.link_issuers import account_stays_out, issuer_stays_out
from tournaments.services.entries.person import PersonData, consent_year


class NewEntry(NamedTuple):
    """A person of a pasted list, the known player they are, and the division the line names."""

    person: PersonData
    player: int | None
    division: str = ""


def players_known(actor: Actor, tournament: Tournament, people: Sequence[NewEntry]) -> dict[int, Player]:
    """The known players of the people, by key. Raises Refusal `no_such_player` for one the actor does not know."""
    keys = [one.player for one in people if one.player is not None]
    if len(set(keys)) < len(keys):
        raise Refusal("player_twice", field="names")
    names = {one.person.name for one in people if one.player is not None}
    known = known_people(actor, tournament, names)
    for person, player, _division in people:
        if player is not None and player not in {one.player_id for one in known.get(person.name, ())}:
            raise Refusal("no_such_player", field="player")
    players = Player.objects.select_related("user").in_bulk(keys)
    for key, found in players.items():
        if account_stays_out(found, tournament):
            players[key] = create_player(name=found.name, birth_year=found.birth_year, age_group=found.age_group)
        elif issuer_stays_out(found, tournament):
            end_personal_link(player=found)
    return players


def year_of(entry: NewEntry, known: Mapping[int, Player]) -> int | None:
    """The year of birth that the list says, else the known player's."""
    player = known.get(entry.player or 0)
    return entry.person.birth_year or (player.birth_year if player is not None else None)


def consent_year_of(entry: NewEntry, known: Mapping[int, Player]) -> int | None:
    """The year by which a guardian's consent is asked (`consent_year`)."""
    return consent_year(entry.person, known.get(entry.player or 0))
