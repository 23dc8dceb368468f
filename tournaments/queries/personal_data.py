"""Everything the site keeps about one player, as values for a JSON file. `docs/privacy.md` describes the file.

Other players have the names that everybody reads, and staff are not named: their data is their own.
"""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

from django.db.models import Q
from django.utils import timezone

from accounts.mail_links import mask_address
from accounts.models import Notice, Player
from accounts.ways_in import passkeys_of, wechats_of
from decks.models import Decklist
from tournaments.models import (
    AssignedRound,
    DecidedPair,
    DeckCheck,
    JoinRequest,
    JudgeCall,
    KeepApart,
    LogEntry,
    Penalty,
    PodReport,
    Registration,
    ResultReport,
    VerdictChange,
)
from tournaments.queries.names import shown_name
from tournaments.queries.player_history import MatchPlayed, rounds_played

FORMAT = "dueldesk-player/1"


def personal_data(player: Player, *, with_account: bool = False, by_staff: bool = False) -> dict[str, Any]:
    """All that is stored of the player, by event. `with_account`: for the account that keeps the player, whose own data
    neither the personal link nor staff read. `by_staff`: for staff who hand it out, without addresses for notices."""
    entries = Registration.everybody.filter(player=player).select_related(
        "player", "tournament__game", "tournament__ruleset", "decklist__submitted", "team_entry__tournament__ruleset"
    )
    asked = Q(player=player) | Q(made__player=player)
    if with_account and player.user_id is not None:
        asked |= Q(account=player.user_id)
    return {
        "format": FORMAT,
        "written_at": timezone.now(),
        "player": _person(player, with_account=with_account),
        "entries": [_entry(entry) for entry in entries.order_by("tournament__starts_at", "pk")],
        "requests_to_join": _rows(
            JoinRequest.objects.filter(asked),
            *(
                "asked_at",
                "name",
                "birth_year",
                "age_group",
                "public_name",
                "team",
                "division",
                "membership_id",
                "consent_by",
            ),
            *("consent_contact", "state", "reason", "decided_at"),
        ),
        "consents": _rows(player.consents, "given_at", "given_by", "how", "contact", "wording"),
        "phones_for_notices": _phones(player),
        "addresses_for_notices": _addresses(player, with_account=with_account, by_staff=by_staff),
        "notices_switched_off": _rows(player.quiet_notices, "channel", "code"),
        "notices": _rows(_notices(player, with_account=with_account), "created_at", "read_at", "code", "facts", "path"),
    }


def _person(player: Player, *, with_account: bool) -> dict[str, Any]:
    user = player.user if with_account else None
    return {
        "name": player.name,
        "birth_year": player.birth_year,
        "age_group": player.age_group,
        "known_since": player.created_at,
        "has_personal_link": bool(player.link_hash),
        "in_account": player.user_id is not None,
        "account": None
        if user is None
        else {
            "username": user.username,
            "name": user.get_full_name(),
            "email": user.email,
            "since": user.date_joined,
            "last_sign_in": user.last_login,
            "passkeys": [
                {"name": str(one), "added": one.created_at, "last_used": one.last_used_at} for one in passkeys_of(user)
            ],
            "wechat": [{"id": one.uid, **one.extra_data, "since": one.date_joined} for one in wechats_of(user)],
        },
    }


def _phones(player: Player) -> list[dict[str, Any]]:
    """The phones that show the player's notices, by push service; their keys are secrets of the phones."""
    phones = player.push_subscriptions.order_by("pk")
    return [
        {"push_service": urlsplit(one.endpoint).hostname, "since": one.created_at, "language": one.language}
        for one in phones
    ]


def _addresses(player: Player, *, with_account: bool, by_staff: bool) -> list[dict[str, Any]]:
    """The addresses to which notices are sent, or are to be once confirmed. Staff have them masked, and who has the
    personal link those that the account gave."""
    return [
        {
            "address": mask_address(one.address)
            if by_staff or (one.account_id is not None and not with_account)
            else one.address,
            "since": one.asked_at,
            "confirmed": one.confirmed_at,
            "refused": one.refused_at,
            "language": one.language,
        }
        for one in player.notice_addresses.order_by("pk")
    ]


def _notices(player: Player, *, with_account: bool) -> Any:
    mine = Q(player=player)
    if with_account:
        mine |= Q(user=player.user_id)
    return Notice.objects.filter(mine)


def _entry(entry: Registration) -> dict[str, Any]:
    event = entry.tournament
    log = LogEntry.objects.filter(tournament=event, facts__entry=entry.pk)
    return {
        "event": {
            "code": event.code,
            "name": event.name,
            "game": event.game.slug,
            "place": event.place,
            "starts_at": event.starts_at,
            "phase": event.phase,
        },
        "number": entry.number,
        "name": entry.name,
        "shown_as": shown_name(entry, private=False),
        "nickname": entry.public_name,
        "team": entry.team,
        "division": entry.division,
        "player_id": entry.membership_id,
        "status": entry.status,
        "reason": entry.status_reason,
        "registered_at": entry.registered_at,
        "checked_in_at": entry.checked_in_at,
        "seed": entry.seed,
        "final_place": entry.final_place,
        "rounds": [_round(one) for one in rounds_played(entry.team_entry or entry)],
        "boards": [_round(one) for one in rounds_played(entry)] if event.is_by_seat and entry.is_member else [],
        **_reported_and_ruled(entry),
        "deck": _deck(entry.decklist) if entry.decklist is not None else None,
        "log": _rows(log, "at", "verb", "facts"),
    }


def _reported_and_ruled(entry: Registration) -> dict[str, Any]:
    """What the player reported and asked, and what staff settled, ruled and checked. Of pairs that staff keep apart or
    put together the other player is left out."""
    own, either = {"registration": entry.pk}, Q(registration_a=entry.pk) | Q(registration_b=entry.pk)
    return {
        "settled_rounds": _rows(AssignedRound.objects.filter(**own), "number", "kind", "reason", "assigned_at"),
        "kept_apart": _rows(KeepApart.objects.filter(either), "added_at", "is_hard"),
        "decided_pairings": _rows(DecidedPair.objects.filter(either), "decided_at", "number", "meets", "reason"),
        "reports": _rows(
            ResultReport.objects.filter(**own),
            *("reported_at", "round_number", "table", "won", "lost", "drawn", "games", "is_final", "is_superseded"),
        ),
        "pod_reports": [_pod_report(one) for one in PodReport.objects.filter(**own).order_by("pk")],
        "judge_calls": _rows(
            JudgeCall.objects.filter(**own), "raised_at", "round_number", "table", "words", "state", "ruling"
        ),
        "penalties": _rows(
            Penalty.objects.filter(**own),
            *("given_at", "round__number", "infraction", "level", "note", "withdrawn_at", "withdrawn_reason"),
        ),
        "deck_checks": _rows(
            DeckCheck.objects.filter(**own),
            *("started_at", "ended_at", "round__number", "mode", "outcome", "counted", "findings", "note"),
        ),
        "changed_verdicts": _rows(
            VerdictChange.objects.filter(**own), "rejudging__created_at", "before__number", "after__number", "cards"
        ),
    }


def _round(played: MatchPlayed) -> dict[str, Any]:
    match = played.match
    return {
        "number": played.round.number,
        "stage": played.round.stage,
        "result": played.result,
        "table": match.table if match is not None else played.pod_table,
        "opponent": shown_name(played.opponent, private=False) if played.opponent is not None else None,
        "pod": [shown_name(one, private=False) for one in played.mates],
        "place": played.place,
        "score": list(played.score) if played.has_score else None,
        "outcome": match.outcome if match is not None else None,
        "reason": match.reason if match is not None else "",
    }


def _pod_report(report: PodReport) -> dict[str, Any]:
    """A report of a pod: the player's own place, and the places of the others without their names."""
    places = dict(report.places)
    return {
        "reported_at": report.reported_at,
        "round_number": report.round_number,
        "table": report.table,
        "own_place": places.get(report.registration_id),
        "places": sorted(places.values()),
        "is_superseded": report.is_superseded,
    }


def _deck(decklist: Decklist) -> dict[str, Any]:
    submitted = decklist.submitted
    return {
        "name": decklist.name,
        "submitted": submitted.number if submitted is not None else None,
        "submitted_at": decklist.submitted_at,
        "versions": _rows(decklist.versions, "number", "saved_at", "by_staff", "reason", "text", "cards", "verdict"),
    }


def _rows(rows: Any, *columns: str) -> list[dict[str, Any]]:
    """The rows as they were made, each with these columns."""
    return [dict(zip(columns, row, strict=True)) for row in rows.order_by("pk").values_list(*columns)]
