"""A player whose name stands wherever the site may keep one, and a look into every place for it."""

from __future__ import annotations

import gzip
import io
import json
import zipfile
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.admin.models import CHANGE
from django.contrib.admin.models import LogEntry as AdminLine
from django.contrib.contenttypes.models import ContentType
from django.contrib.sessions.models import Session
from django.db import connection

from accounts.actor import Actor
from accounts.inbox import send_notice
from accounts.models import Player
from accounts.services import issue_personal_link
from accounts.sessions import SessionStore
from tests.by_seat_events import finish_by_seat
from tests.judged_events import begin, end, list_text
from tests.people_and_events import enter, make_event, owner_of, player_actor, staff_actor
from tests.running_events import finish_round, publish
from tests.team_events import team_event
from tests.tournaments.ended_events import make_season
from tests.web.public.visiting import browser
from tournaments.models import Match, Registration, Tournament
from tournaments.queries.teams import members_of
from tournaments.services import calls, penalties
from tournaments.services.corrections import correct_match
from tournaments.services.decklists import save_entry_decklist
from tournaments.services.entries import MemberData, drop, edit_entry, register_self, register_team
from tournaments.services.exporting import request_export
from tournaments.services.finish import finish_tournament
from tournaments.services.reports import report_score
from tournaments.services.result_inputs import ScoreInput
from tournaments.services.snapshots.asking import take_now
from tournaments.services.start import start_tournament

NAME, FIRST_NAME, NICKNAME = "云飞扬小测", "云飞杨小测", "Skywalkerette"
NAMES = (NAME, FIRST_NAME, NICKNAME)


def named_everywhere(**settings_: Any) -> tuple[Tournament, Registration, Any]:
    """A finished event in which one player is named in every way there is, with the browser that player used."""
    event = make_event(planned_rounds=2, lists_public=True, **settings_)
    owner, judge = owner_of(event), staff_actor(event, "judge")
    enter(event, "林小雨", "王子轩", "李浩然")
    entry = register_self(
        actor=Actor(), tournament_id=event.pk, name=FIRST_NAME, birth_year=1990, public_name=NICKNAME, team="云家军"
    ).registration
    edit_entry(actor=owner, registration_id=entry.pk, name=NAME, birth_year=1990, public_name=NICKNAME, team="云家军")
    return _with_everything(event, entry, entry, judge)


def member_named_everywhere(**settings_: Any) -> tuple[Tournament, Registration, Any]:
    """As `named_everywhere`, of a player of a team of two that goes by the player's name too."""
    event = team_event("星港队", "舰队", "军团", **({"planned_rounds": 2, "lists_public": True} | settings_))
    owner, judge = owner_of(event), staff_actor(event, "judge")
    two = [MemberData(FIRST_NAME, 1990, NICKNAME), MemberData("林小雨", age_group="adult")]
    team = register_team(
        actor=Actor(), tournament_id=event.pk, name=f"{FIRST_NAME}之队", members=two, team="云家军"
    ).team
    member = members_of(team)[0]
    edited = {"birth_year": 1990, "public_name": NICKNAME, "team": "云家军"}
    edit_entry(actor=owner, registration_id=member.pk, name=NAME, **edited)
    edit_entry(actor=owner, registration_id=team.pk, name=f"{NAME}之队", **edited)
    return _with_everything(event, member, team, judge)


def _with_everything(
    event: Tournament, entry: Registration, paired: Registration, judge: Actor
) -> tuple[Tournament, Registration, Any]:
    """Play the event so that the player of `entry` is named wherever one can be; `paired` is the player's team or the
    entry itself."""
    owner = owner_of(event)
    issue_personal_link(player=entry.player)
    entry = Registration.people.select_related("player").get(pk=entry.pk)
    me = player_actor(entry)
    save_entry_decklist(
        actor=me, registration_id=entry.pk, text="主牌\n1 HBU01-A01", name=f"{NAME}的草稿", submit=False
    )
    text = f"姓名：{NAME}\n{list_text()}"
    save_entry_decklist(actor=me, registration_id=entry.pk, text=text, name=f"{NAME}的套牌", submit=True)
    start_tournament(actor=owner, tournament_id=event.pk)
    first = publish(event)
    end(judge, begin(judge, entry), "clean", note=f"{NAME}的卡组")
    played = Match.everything.filter(round=first, board=entry.seat if event.is_by_seat else 0)
    seat = entry if event.is_by_seat else paired
    match = next(one for one in played if seat.pk in (one.player1_id, one.player2_id))
    finish = finish_by_seat if event.is_by_seat else finish_round
    calls.raise_call(actor=me, match_id=match.pk, words=f"{NAME}有疑问")
    report_score(actor=me, match_id=match.pk, wins1=2, wins2=0)
    penalties.give_penalty(
        actor=judge, registration_id=entry.pk, infraction="slow_play", level="warning", note=f"{NICKNAME} 慢"
    )
    finish(first)
    match.refresh_from_db()
    correct_match(
        actor=owner,
        match_id=match.pk,
        expected_version=match.version,
        reason=f"{NAME} 说错了",
        score=ScoreInput(wins1=2, wins2=1, draws=0),
    )
    drop(actor=owner, registration_id=paired.pk, reason=f"{NAME}先走")
    finish(publish(event))
    finish_tournament(actor=owner, tournament_id=event.pk)
    _around(event, entry, owner)
    client = browser(me)
    client.get("/my/")
    return Tournament.objects.get(pk=event.pk), Registration.people.get(pk=entry.pk), client


def _around(event: Tournament, entry: Registration, owner: Actor) -> None:
    """What stands outside of the event: a season, notices, the admin's log, a workbook and snapshots."""
    make_season(owner, event)
    send_notice(to=owner.user, code="verdicts_changed", path=f"/t/{event.code}/desk/", names=[NAME, "林小雨"])
    send_notice(to=entry.player, code="seat_moved", event=event.name, opponent="林小雨")
    AdminLine.objects.create(
        user=owner.user,
        content_type=ContentType.objects.get_for_model(Player),
        object_id=str(entry.player_id),
        object_repr=NAME,
        action_flag=CHANGE,
        change_message=f"Changed {NAME}",
    )
    request_export(actor=owner, tournament_id=event.pk, language="zh-hans")
    take_now(actor=owner, tournament_id=event.pk)


def places_naming(words: tuple[str, ...] = NAMES, code: str = "") -> list[str]:
    """Every column of the database, session and kept file of an event in which one of the words stands."""
    return [*_columns(words), *_sessions(words), *(_files(words, code) if code else ())]


def _columns(words: tuple[str, ...]) -> list[str]:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = 'public' "
            "AND data_type IN ('text', 'character varying', 'character', 'json', 'jsonb', 'ARRAY')"
        )
        found = []
        for table, column in cursor.fetchall():
            for word in words:
                cursor.execute(f'SELECT count(*) FROM "{table}" WHERE "{column}"::text ILIKE %s', [f"%{word}%"])
                found += [f"{table}.{column}: {word}"] * bool(cursor.fetchone()[0])
    return found


def _sessions(words: tuple[str, ...]) -> list[str]:
    kept = [json.dumps(SessionStore().decode(one.session_data), ensure_ascii=False) for one in Session.objects.all()]
    return [f"session: {word}" for word in words for one in kept if word in one]


def _files(words: tuple[str, ...], code: str) -> list[str]:
    folders = [Path(settings.MEDIA_ROOT), Path(settings.SNAPSHOTS_ROOT)]
    if settings.SNAPSHOTS_COPY_TO:
        folders.append(Path(settings.SNAPSHOTS_COPY_TO))
    files = [path for folder in folders for path in folder.rglob("*") if path.is_file() and code in str(path)]
    return [f"{path}: {word}" for path in files for word in words if word.encode() in _unpacked(path.read_bytes())]


def _unpacked(content: bytes) -> bytes:
    if content[:2] == b"\x1f\x8b":
        return gzip.decompress(content)
    if content[:2] == b"PK":
        with zipfile.ZipFile(io.BytesIO(content)) as packed:
            return b"\n".join(packed.read(name) for name in packed.namelist())
    return content


def standings_of(event: Tournament) -> list[tuple[int, int | None, int]]:
    """Each entry's number, place and matches."""
    matches = Match.objects.filter(round__tournament=event)
    return [
        (one.number, one.final_place, matches.filter(player1=one).count() + matches.filter(player2=one).count())
        for one in event.registrations.order_by("number")
    ]
