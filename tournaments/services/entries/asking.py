"""Requests to join that the desk decides: asking, withdrawing, and taking the key once it is given."""

from __future__ import annotations

from dataclasses import dataclass

from django.db import transaction
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone

from accounts.actor import Actor
from accounts.consents import Consent
from accounts.inbox import put_away_outdated, send_notice
from accounts.models import GuardianConsent, Notice, Player, User
from accounts.refusals import Conflict, Refusal
from accounts.secrets import new_secret, secret_hash
from accounts.services import issue_personal_link
from tournaments.models import JoinRequest, Registration, StaffMember, Tournament
from tournaments.queries.join_requests import is_askers
from tournaments.services.entries.correcting import fill_in_entry
from tournaments.services.entries.link_issuers import issuer_sees_all
from tournaments.services.entries.person import PersonData, name_key
from tournaments.services.locking import lock_tournament
from tournaments.services.log import write_log

NOTICE = "join_asked"
MAX_ASKED = 5
"""Requests of one phone or player at an event: a family of namesakes has no more, and guessing names in a list ends."""
MAX_OPEN = 200
State = JoinRequest.State
Role = StaffMember.Role


@dataclass(frozen=True)
class Asked:
    """A request, and the secret by which its browser knows it; empty for an account, which needs none."""

    request: JoinRequest
    secret: str


@dataclass(frozen=True)
class Collected:
    """The entry whose key was taken, and the path of its new personal link; None where no new link is made: the link
    of before goes on working, or the asker has a key of their own."""

    entry: Registration
    link: str | None


@dataclass(frozen=True)
class Asker:
    """Who asks: the player they stand for already, the account, and the secret of a browser that has asked before."""

    player: Player | None
    user: User | None
    secret: str


def ask_at_desk(
    tournament: Tournament,
    asker: Asker,
    person: PersonData,
    *,
    entry: Registration | None,
    division: str,
    consent: Consent | None,
    is_past: bool = False,
) -> Asked:
    """Keep what was typed as a request, and notify the staff who manage entries; the caller holds the tournament.

    A second request of the same browser or player for the same name replaces what the first one says. `is_past`: it is
    about an entry that is there (`services.entries.past`), and the account's alone.
    Raises Refusal `too_many_join_requests`.
    """
    secret = "" if is_past else asker.secret or new_secret(15)
    by_whom = Q(account=asker.user) if is_past else Q(key_hash=secret_hash(secret))
    if asker.player is not None and not is_past:
        by_whom |= Q(player=asker.player)
    mine = JoinRequest.objects.filter(by_whom, tournament=tournament, is_past=is_past)
    request = next((one for one in mine.filter(state=State.OPEN) if name_key(one.name) == name_key(person.name)), None)
    if request is None:
        waiting = tournament.join_requests.filter(state=State.OPEN, is_past=is_past).count()
        if mine.count() >= MAX_ASKED or waiting >= MAX_OPEN:
            raise Refusal("too_many_join_requests")
        request = JoinRequest(tournament=tournament, asked_at=timezone.now(), is_past=is_past)
    is_new = request.pk is None
    request.entry = entry
    if is_past:
        request.account = asker.user
    else:
        request.player, request.key_hash = asker.player, secret_hash(secret)
    request.name, request.birth_year, request.age_group = person.name, person.birth_year, person.age_group
    request.public_name, request.team, request.division = person.public_name, person.team, division
    request.membership_id = person.membership_id
    request.consent_by = consent.given_by if consent is not None else ""
    request.consent_contact = consent.contact if consent is not None else ""
    request.save()
    if is_new:
        by = Actor(user=asker.user, player=asker.player)
        if is_past:
            log_request(by, request, "join_past_asked")
        else:
            is_late = entry is None and not tournament.is_for_teams
            log_request(by, request, "join_asked", late=is_late, known=entry is not None)
        _notify(tournament, is_past=is_past)
    return Asked(request, secret)


@transaction.atomic
def withdraw_join_request(*, actor: Actor, request_id: int, secret: str = "") -> JoinRequest:
    """Take back one's own open request. Raises Refusal `no_such_join_request`, Conflict `join_request_decided`."""
    request = lock_join_request(request_id)
    _require_asker(actor, request, secret)
    refuse_decided(request)
    request.state, request.decided_at = State.WITHDRAWN, timezone.now()
    request.save(update_fields=["state", "decided_at"])
    log_request(actor, request, "join_withdrawn")
    put_away_if_done(request.tournament)
    return request


@transaction.atomic
def collect_key(*, actor: Actor, request_id: int, secret: str = "") -> Collected:
    """Take the key of the entry that the desk has given, once.

    Where the desk said that it is the same person, what they typed fills in what nobody knew.
    Raises Refusal `no_such_join_request`, also for a question about a past entry (`take_past_entry`),
    `player_has_account` (an account that is not the asker's), Conflict `join_request_open`, `join_key_collected`,
    `join_answer_outdated` where the player has been entered since in an event in which who answered hands out no links.
    """
    request = lock_join_request(request_id)
    if request.is_past:
        raise Refusal("no_such_join_request")
    return collect_locked(actor, request, secret)


def collect_locked(actor: Actor, request: JoinRequest, secret: str = "") -> Collected:
    """`collect_key` for a request of either kind, which the caller has locked."""
    _require_asker(actor, request, secret)
    if request.made is None:
        raise Conflict("join_request_open", name=request.name)
    if request.collected_at is not None:
        raise Conflict("join_key_collected", name=request.name)
    entry = request.made
    link: str | None = None
    player = Player.objects.select_for_update(of=("self",)).get(pk=entry.player_id)
    is_askers_own = request.player_id == player.pk
    if player.user_id is not None and not is_askers_own and player.pk not in actor.player_keys:
        raise Refusal("player_has_account")
    if request.state == State.SAME and not _still_given(request, player):
        raise Conflict("join_answer_outdated", name=entry.name)
    # The link of a known player may have ended with their entry, as `issuer_stays_out` has it.
    has_own_key = player.user_id is not None or (is_askers_own and player.link_hash != "")
    if not has_own_key and not (request.keeps_link and player.link_hash):
        # Who decided that it is the same person stands for it as for a link they hand out; who knew the link that
        # ended may hold the asking phone.
        before = request.issuer_before if is_askers_own else None
        issuer = request.decided_by_user if request.state == State.SAME else before
        link = issue_personal_link(player=player, issuer=issuer)
    request.collected_at = timezone.now()
    request.was_claimable, request.claimed_before = entry.is_claimable, entry.claimed_at
    request.save(update_fields=["collected_at", "was_claimable", "claimed_before"])
    if request.state == State.SAME:
        entry.is_claimable, entry.claimed_at = False, request.collected_at
        entry.save(update_fields=["is_claimable", "claimed_at"])
        entry.player = player
        if not request.is_past:
            _fill_in(request, entry)
    log_request(actor, request, "join_collected", entry=entry.pk)
    entry.player.refresh_from_db(fields=["link_hash"])
    return Collected(entry, link)


def _still_given(request: JoinRequest, player: Player) -> bool:
    """Whether who answered may give the player in every other event that they are in by now."""
    return issuer_sees_all(Actor(user=request.decided_by_user), player, besides=request.tournament)


def _fill_in(request: JoinRequest, entry: Registration) -> None:
    """What the same person typed when they asked, where nobody knew it."""
    person = PersonData(
        entry.name,
        request.birth_year,
        request.public_name,
        request.team,
        membership_id=request.membership_id,
        age_group=request.age_group,
    )
    consent = consent_of(request)
    entrant = Actor(player=entry.player)
    fill_in_entry(
        actor=entrant, entry=entry, person=person, division=request.division, consent=consent, request=request.pk
    )


def consent_of(request: JoinRequest) -> Consent | None:
    """The guardian's consent that was given with what was typed."""
    if not request.consent_by:
        return None
    return Consent(GuardianConsent.How.ONLINE, request.consent_by, request.consent_contact)


def lock_join_request(request_id: int) -> JoinRequest:
    """The request with its entries, its tournament locked. Raises Refusal `no_such_join_request`."""
    event = JoinRequest.objects.filter(pk=request_id).values_list("tournament_id", flat=True).first()
    if event is None:
        raise Refusal("no_such_join_request")
    tournament = lock_tournament(event)
    found = JoinRequest.objects.select_related("entry__player", "made__player", "player", "decided_by_user")
    request = found.get(pk=request_id)
    request.tournament = tournament
    for entry in (request.entry, request.made):
        if entry is not None:
            entry.tournament = tournament
    return request


def refuse_decided(request: JoinRequest) -> None:
    """Raise Conflict `join_request_decided` unless the request is open."""
    if not request.is_open:
        raise Conflict("join_request_decided", name=request.name, state=request.state, by=request.decided_by)


def log_request(actor: Actor, request: JoinRequest, verb: str, **facts: object) -> None:
    """A line of the log about a request."""
    if request.is_past:
        facts["past"] = True
    write_log(request.tournament, actor, verb, request=request.pk, name=request.name, **facts)


def put_away_if_done(tournament: Tournament) -> None:
    """Mark the notices about requests as read once none is open."""
    if not tournament.join_requests.filter(state=State.OPEN).exists():
        put_away_outdated(_managers(tournament), code=NOTICE, tournament=tournament.pk)


def _require_asker(actor: Actor, request: JoinRequest, secret: str) -> None:
    """To everybody else the request does not exist."""
    if not is_askers(request, actor, secret):
        raise Refusal("no_such_join_request")


def _managers(tournament: Tournament) -> list[User]:
    roles = [Role.OWNER, Role.ORGANISER, Role.SCOREKEEPER]
    return list(User.objects.filter(staff_roles__tournament=tournament, staff_roles__role__in=roles).distinct())


def _notify(tournament: Tournament, *, is_past: bool) -> None:
    """A notice to each of those who manage entries; one that was not read yet says it already."""
    managers = _managers(tournament)
    unread = Notice.objects.filter(user__in=managers, code=NOTICE, read_at=None, facts__tournament=tournament.pk)
    knowing = set(unread.values_list("user_id", flat=True))
    for user in managers:
        if user.pk not in knowing:
            send_notice(
                to=user,
                code=NOTICE,
                path=reverse("desk_joining", args=[tournament.code]),
                tournament=tournament.pk,
                event=tournament.name,
                past=is_past,
            )
