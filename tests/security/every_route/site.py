"""A site with everything on it: people of every role, two events under way, two games a store keeps.

The two events have the same content, so that every address of one has a counterpart in the other.
"""

from __future__ import annotations

import uuid
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property
from typing import Any

from allauth.socialaccount.models import SocialAccount
from django.contrib.contenttypes.models import ContentType
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.db.models import Q
from django.utils import timezone

from accounts.actor import Actor
from accounts.inbox import send_notice
from accounts.mail_links import confirming_secret, ending_secret
from accounts.models import NoticeAddress, User
from accounts.services import create_player, issue_api_token, issue_personal_link, issue_sign_in_link
from cardpool.importing.storing import FOLDER as IMPORTS
from cardpool.importing.storing import REPORT
from cardpool.models import Card, CardGame, CardImport, CardNote, PackDraft, RestrictionList, Ruleset
from decks.text.share import SharedCard, SharedList, write_payload
from tests.judged_events import event_with_lists
from tests.made_passkeys import make_passkey
from tests.people_and_events import ULTRAMAN, load_game, make_user, owner_of, staff_actor
from tests.running_events import finish_round, publish
from tests.security.every_route.event_objects import objects_kept, objects_of_round, objects_of_season
from tests.security.every_route.routes import Operation
from tournaments.models import (
    Export,
    Match,
    Registration,
    Tournament,
)
from tournaments.play.divisions import plain_divisions, read_lines
from tournaments.queries.seats import IN_SECTION
from tournaments.services.entries import keep_apart
from tournaments.services.staff_links import actor_by_link, issue_staff_link

ROLES = (
    "visitor",
    "link",
    "player",
    "judge",
    "scorekeeper",
    "organiser",
    "owner",
    "elsewhere",
    "manager",
    "site",
    "judge_link",
    "floor_link",
)
"""A visitor without an account; a player by personal link; one by account; four of an event's staff; the other event's
owner; a game manager; the owner of the site; two helpers of the event by staff link, without an account."""

BY_PLACE = (
    ("export", "key", "export_key"),
    ("/import/", "key", "import_key"),
    ("cards/", "key", "card_key"),
    ("me/", "secret", "link_secret"),
    ("my/players/", "player_id", "own_player_id"),
    ("my/account/players/", "player_id", "own_player_id"),
    ("mail/confirm/", "secret", "mail_confirm_secret"),
    ("mail/end/", "secret", "mail_end_secret"),
    ("staff-link/", "secret", "staff_link_secret"),
    ("welcome/", "secret", "sign_in_secret"),
    ("admin/", "object_id", "user_id"),
    ("admin/", "id", "user_id"),
    ("standings/", "number", "past_round"),
    ("standings/", "division", "event_division"),
    ("deck/", "number", "version"),
    ("/clock/", "step", "clock_step"),
    ("my/players/", "player_id", "own_player"),
    ("rounds/", "step", "round_step"),
    ("registrations/", "step", "entry_step"),
)
"""Parameters of one name that mean different things: what the route contains, the parameter, which value it takes."""
OTHER_GAME = "rush-duel"
EXAMPLES: dict[str, Any] = {
    "number": 2,
    "first": 3,
    "last": 3,
    "past_round": 1,
    "version": 1,
    "step": "unstart",
    "round_step": "complete",
    "clock_step": "start",
    "entry_step": "drop",
    "change": "drop",
    "figure": "missing",
    "division": "少年组",
    "what": "round",
    "value": "OMW",
    "event_division": "open",
    "page": "pairings",
    "payload": write_payload(SharedList(ULTRAMAN, (SharedCard("main", 1, "HBU01-A07"),), best_of=3, pool="open")),
    "to": "text",
    "app_label": "accounts",
    "uidb36": "1",
    "key": "set-password",
    "url": "nowhere/",
}
"""Values of parameters that are not keys of objects."""


@dataclass
class Event:
    """A tournament with a running round and one of every object that has its own address."""

    tournament: Tournament
    players: dict[str, int]
    """The entries of the players who are roles, by role."""
    objects: dict[str, Any]

    def entry_of(self, role: str) -> int:
        """The entry that is `role`'s own; for those who do not play, the account player's."""
        return self.players.get(role, self.players["player"])

    @cached_property
    def entries(self) -> dict[int, Registration]:
        """The entries, as they were when the site was built: what a request changes is undone."""
        return {entry.pk: entry for entry in Registration.objects.filter(tournament=self.tournament)}

    def own_entry(self, role: str) -> Registration:
        return self.entries[self.entry_of(role)]

    @cached_property
    def matches(self) -> dict[int, int]:
        """The matches of the running round, by each of their two entries."""
        matches = Match.objects.filter(round__tournament=self.tournament, round__number=2)
        return {entry: one.pk for one in matches for entry in (one.player1_id, one.player2_id)}

    @cached_property
    def newest_line(self) -> int:
        """The newest line of the event's log."""
        return self.tournament.log.latest("pk").pk

    def match_of(self, role: str) -> int:
        return self.matches[self.entry_of(role)]

    def values(self, role: str) -> dict[str, Any]:
        """The values in an address about this event, for requests by `role`."""
        return {
            "code": self.tournament.code,
            "typed": self.tournament.join_code,
            "registration_id": self.entry_of(role),
            "match_id": self.match_of(role),
            "section": self.entry_of(role) // IN_SECTION,
            "own_player": self.own_entry(role).player_id,
            "decklist_id": self.own_entry(role).decklist_id,
            "entry_id": self.newest_line,
            **self.objects,
        }


@dataclass
class Site:
    """The people by role, and the values of their addresses."""

    people: dict[str, Actor] = field(default_factory=dict)
    tokens: dict[str, str] = field(default_factory=dict)
    personal: dict[str, dict[str, Any]] = field(default_factory=dict)
    """What belongs to one person only, by role: a token, a notice, an export."""
    games: dict[str, dict[str, Any]] = field(default_factory=dict)
    own: Event = None  # type: ignore[assignment]
    other: Event = None  # type: ignore[assignment]

    def values(self, role: str, operation: Operation) -> dict[str, Any]:
        """Every value that may be in the address, the role's own if there is one."""
        return _placed(operation, self.games[ULTRAMAN] | self.own.values(role) | self.personal[role])

    def foreign_values(self, role: str, operation: Operation) -> dict[str, Any]:
        """The objects of the other event, the other game and another person."""
        somebody_else = self.personal["owner" if role == "elsewhere" else "elsewhere"]
        return _placed(operation, self.games[OTHER_GAME] | self.other.values(role) | somebody_else)


def _placed(operation: Operation, values: dict[str, Any]) -> dict[str, Any]:
    known = EXAMPLES | values
    return known | {to: known[named] for place, to, named in reversed(BY_PLACE) if place in operation.route}


def build_site() -> Site:
    """Make the site; the caller rolls its transaction back."""
    site = Site()
    site.games = {slug: _game(slug) for slug in (ULTRAMAN, OTHER_GAME)}
    site.own, own_people = _event()
    site.other, other_people = _event()
    root = make_user(is_superuser=True, is_staff=True, is_owner=True)
    site.people = {
        **own_people,
        "visitor": Actor(),
        "elsewhere": other_people["owner"],
        "manager": Actor(user=make_user(may_manage_games=True, may_create_tournaments=False)),
        "site": Actor(user=root),
    }
    waiting, confirmed = _address(), _address(confirmed_at=timezone.now())
    secrets = {
        "mail_confirm_secret": confirming_secret(waiting.pk, waiting.asked_at),
        "mail_end_secret": ending_secret(confirmed.pk),
        "link_secret": issue_personal_link(player=create_player(name="新人")).split("/")[-2],
        "staff_link_secret": _staff_link(site.own.tournament, "judge", "新链接")[1],
        "sign_in_secret": issue_sign_in_link(actor=site.people["site"], user=make_user()).split("/")[-2],
    }
    for role in ROLES:
        site.personal[role] = _personal(site, role) | secrets
    return site


def _event() -> tuple[Event, dict[str, Actor]]:
    """An event of six whose second round is running, and its people by role."""
    tournament, first_round, judge = event_with_lists(6)
    finish_round(first_round)
    round_ = publish(tournament)
    owner = owner_of(tournament)
    tournament.divisions = plain_divisions(read_lines("少年组 / Youth\n通用组 / Open"))
    tournament.save(update_fields=["divisions"])
    first, second, third, fourth = tournament.registrations.order_by("pk")[:4]
    people = {"owner": owner, "judge": judge}
    people |= {role: staff_actor(tournament, role) for role in ("scorekeeper", "organiser")}
    people |= {f"{role}_link": _staff_link(tournament, role)[0] for role in ("judge", "floor")}
    first.player.user = make_user(may_create_tournaments=False)
    first.player.save()
    people["player"] = Actor(user=first.player.user, player=first.player)
    played = round_.matches.get(Q(player1=first) | Q(player2=first))
    by_link = next(one for one in (second, third) if one.pk not in (played.player1_id, played.player2_id))
    issue_personal_link(player=by_link.player)
    by_link.player.refresh_from_db()
    people["link"] = Actor(player=by_link.player)
    match = round_.matches.exclude(pk=played.pk).earliest("pk")
    objects = (
        objects_of_round(people, match, first)
        | objects_kept(tournament, owner)
        | objects_of_season(tournament, owner, fourth)
    )
    apart = keep_apart(
        actor=owner, tournament_id=tournament.pk, registration_a=first.pk, registration_b=fourth.pk, is_hard=False
    )
    objects |= {
        "pair_id": apart.pk,
        "link_id": people["floor_link"].staff_pass.link,  # type: ignore[union-attr]
        "one_id": first.pk,
        "other_id": fourth.pk,
        "username": judge.user.username,  # type: ignore[union-attr]
        "role": "judge",
    }
    return Event(tournament, {"player": first.pk, "link": by_link.pk}, objects), people


def _staff_link(tournament: Tournament, role: str, name: str = "") -> tuple[Actor, str]:
    """Who works by a new link of the event with this role, and the link's secret."""
    link, path = issue_staff_link(actor=owner_of(tournament), tournament_id=tournament.pk, name=name or role, role=role)
    actor = actor_by_link(key=link.pk, hashed=link.secret_hash)
    assert actor is not None
    return actor, path.split("/")[-2]


def _game(slug: str) -> dict[str, Any]:
    """A game with a card, a note about it, a restriction list, an import and a draft of its pack."""
    game: CardGame = load_game(slug)
    ruleset = Ruleset.objects.get(game=game)
    author = make_user(may_manage_games=True)
    card = Card.objects.create(game=game, key="HBU01-A07", number="HBU01-A07", name="赛罗奥特曼")
    note = CardNote.objects.create(card=card, answer="一张")
    listed = RestrictionList.objects.create(game=game, name="秋", effective_from=date(2026, 9, 1))
    brought = CardImport.objects.create(
        game=game,
        key=uuid.uuid4(),
        format=CardImport.Format.CDB,
        state=CardImport.State.PREVIEWED,
        files=[{"name": "cards.cdb"}],
    )
    default_storage.save(f"{IMPORTS}/{brought.key}/{REPORT}", ContentFile(b""))
    draft = PackDraft.objects.create(game=game, text=ruleset.pack, author=author)
    return {
        "slug": slug,
        "card_id": card.pk,
        "note_id": note.pk,
        "list_id": listed.pk,
        "ruleset_id": ruleset.pk,
        "import_key": brought.key,
        "draft_id": draft.pk,
        "card_key": card.key,
    }


def _address(**facts: Any) -> NoticeAddress:
    """An address for the notices of somebody's."""
    given = {"address": "parent@example.org", "language": "en", "origin": "https://duel.example.org"}
    return NoticeAddress.objects.create(player=create_player(name="收信人"), asked_at=timezone.now(), **given, **facts)


def _own_player(actor: Actor) -> int:
    """The player the actor stands for; for everybody else, nobody's."""
    return actor.player.pk if actor.player is not None else create_player(name="路人").pk


def _personal(site: Site, role: str) -> dict[str, Any]:
    """What only `role` may open; for a visitor, nobody's."""
    actor = site.people[role]
    user: User | None = actor.user
    noticed = user or actor.player or site.people["site"].user
    link = actor.staff_pass.link if actor.staff_pass is not None else None
    token = None
    if user is not None:
        token, site.tokens[role] = issue_api_token(actor=actor, name="sweep")
    else:
        token, _secret = issue_api_token(actor=site.people["site"], name=role)
    export = Export.objects.create(
        tournament=site.own.tournament,
        key=uuid.uuid4(),
        requested_by=None if link is not None else user or site.people["owner"].user,
        requested_by_link_id=link,
        language="en",
        state=Export.State.READY,
        file=ContentFile(b"", name="sweep.xlsx"),
    )
    assert noticed is not None
    holder = user or make_user()
    notice = send_notice(to=noticed, code="sweep")
    return {
        "token_id": token.pk,
        "pk": make_passkey(holder).pk,
        "wechat_id": SocialAccount.objects.create(user=holder, provider="weixin", uid=f"o-{role}").pk,
        "notice_id": notice.pk,
        "own_player_id": _own_player(actor),
        "export_key": export.key,
        "user_id": (user or site.people["site"].user).pk,  # type: ignore[union-attr]
        "content_type_id": ContentType.objects.get_for_model(User).pk,
    }
