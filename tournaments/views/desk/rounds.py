"""Rounds: start, pair, review the draft, publish, run the clock, complete, and undo each."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.refusals import Refusal
from tournaments.models import PairingSearch, Round, Tournament
from tournaments.permissions import Action
from tournaments.queries.cut_seeds import other_seeds
from tournaments.queries.divisions import division_names
from tournaments.queries.draft_tables import sits_elsewhere
from tournaments.queries.entries import dropped_by_rule
from tournaments.queries.late_seats import came_after_draft
from tournaments.queries.moved import moved_in
from tournaments.queries.outdated import read_outdated
from tournaments.queries.pairing_settings import feature_tables
from tournaments.queries.pod_drafts import (
    DraftPeople,
    draft_people,
    is_before_correction,
    pod_draft_marks,
    seated_people,
)
from tournaments.queries.repair import is_repairable, repair_to_undo
from tournaments.queries.repair_scope import corrections_since_pairing
from tournaments.queries.round_end import half_time_of, round_end_of
from tournaments.queries.rounds import has_results, rounds_of
from tournaments.queries.searches import open_search
from tournaments.queries.shared_tables import table_clash, tables_in_use
from tournaments.queries.to_confirm import marks_to_confirm, seen_of
from tournaments.round_names import say_round
from tournaments.services import drafts
from tournaments.services import rounds as services
from tournaments.services.pairing_search import pair_or_search
from tournaments.services.publishing import TO_CONFIRM, publish_confirmed
from tournaments.services.start import start_tournament, unstart_tournament
from tournaments.views.desk.access import attempt, desk_confirm, desk_page, desk_view, done, whole_number
from tournaments.views.desk.divisions import without_division
from tournaments.views.desk.draft import (
    DraftReview,
    Seated,
    certificate_of,
    decided_lines,
    draft_review,
    seated,
)
from tournaments.views.desk.draft_divisions import draft_groups, in_divisions
from tournaments.views.desk.late_offers import late_offers
from tournaments.views.desk.pod_board import PodBoard, pod_board, pod_part, pod_parts
from tournaments.views.desk.readiness import readiness_of
from tournaments.views.desk.tables import AtTable, board_of, part_of, parts_of
from tournaments.views.desk.unusual import unusual_page
from tournaments.wording import say_refusal
from tournaments.wording.certificate import Certificate
from tournaments.wording.cut_seeds import say_other_seeds
from tournaments.wording.draft_marks import say_marks, say_tables_in_use
from tournaments.wording.entries import say_drop_rule
from tournaments.wording.pods import say_draft_people, say_pods
from tournaments.wording.settling import say_open_cards

MAX_MENU = 128
"""Players of a draft whose names a menu on its page may hold."""


@require_http_methods(["GET", "HEAD", "POST"])
@desk_view(Action.RUN_ROUNDS)
def start(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Who is here and who lacks a deck; a POST starts, with what the organiser decided about them."""
    refused = ""
    if request.method == "POST":
        started = attempt(
            start_tournament,
            actor=request.actor,
            tournament_id=tournament.pk,
            allow_missing_decklists="allow_missing_decklists" in request.POST,
            drop_absent="drop_absent" in request.POST,
            cut_by_table="cut_by_table" in request.POST,
        )
        if isinstance(started, Refusal):
            refused = say_refusal(started)
        else:
            return done(
                request,
                _("The event has started: lists are locked, round 1 can be paired."),
                then=reverse("desk", args=[tournament.code]),
                undo=reverse("desk_unstart", args=[tournament.code]),
            )
    readiness = readiness_of(tournament)
    return desk_page(
        request,
        "start",
        tournament,
        tab="desk",
        status=422 if refused else 200,
        readiness=readiness,
        without=without_division(tournament),
        names=division_names(tournament),
        clash=table_clash(tournament),
        open_words=say_open_cards(readiness.open),
        refused=refused,
        drop_absent="drop_absent" in request.POST,
        cut_by_table="cut_by_table" in request.POST,
        allow_missing="allow_missing_decklists" in request.POST,
    )


@require_POST
@desk_view(Action.RUN_ROUNDS)
def unstart(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Back to registration, while no round exists."""
    unstart_tournament(actor=request.actor, tournament_id=tournament.pk)
    said = _("The start was undone: registration continues.")
    return done(request, said, then=reverse("desk", args=[tournament.code]))


@require_POST
@desk_view(Action.RUN_ROUNDS)
def pair(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Pair the round whose number the button showed; pressed twice it makes one round. If that takes longer than a page
    may, it continues in the background."""
    number = whole_number(request.POST.get("number"))
    made = pair_or_search(actor=request.actor, tournament_id=tournament.pk, number=number)
    return redirect("desk_search" if isinstance(made, PairingSearch) else "desk_round", tournament.code, number)


@require_safe
@desk_view(Action.VIEW_DESK)
def show(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """A round as it is: its draft to review, its tables, or its results."""
    return show_round(request, tournament, number)


def show_round(
    request: HttpRequest, tournament: Tournament, number: int, *, refused: Refusal | None = None
) -> HttpResponse:
    """The page of a round; with `refused`, a change by hand that was declined, whose form keeps what was typed."""
    shown = round_of(tournament, number)
    typed = (request.POST or request.GET) if refused is not None else {}
    is_draft = shown.status == Round.Status.DRAFT
    is_swiss = shown.stage == Round.Stage.SWISS
    people = draft_people(shown) if is_draft and is_swiss and tournament.is_in_pods else None
    draft = in_divisions(shown, draft_review(shown)) if is_draft and not tournament.is_in_pods else None
    menus = has_menus(people or draft, asked="by_hand" in request.GET or bool(typed))
    board = board_of(shown) if draft is None else None
    tables: Sequence[AtTable] = draft.pairs if draft is not None else board.rows if board is not None else ()
    wanted = whole_number(request.GET.get("part"))
    part, rows = part_of(tables, wanted)
    seeds = other_seeds(tournament) if not is_swiss else None
    outdated = read_outdated(shown) if is_draft and not is_swiss else None
    pods = pod_board(shown) if tournament.is_in_pods else None
    part, shown_pods = pod_part(pods.rows, wanted) if pods is not None else (part, ())
    return desk_page(
        request,
        "round",
        tournament,
        tab="rounds",
        round=shown,
        rounds=rounds_of(tournament, drafts=True),
        board=board,
        shown_pods=shown_pods,
        **_pod_facts(shown, pods, people, has_menus=menus),
        parts=pod_parts(pods.rows) if pods is not None else parts_of(tables),
        part=part,
        shown_rows=rows,
        round_end=round_end_of(shown),
        half_time=half_time_of(shown),
        draft=draft,
        draft_groups=draft_groups(shown, draft, part_of(draft.pairs, wanted)[1]) if draft is not None else (),
        unusual=unusual_page(draft, whole_number(request.GET.get("unusual"))) if draft is not None else None,
        clash=table_clash(tournament) if is_draft else None,
        sits_elsewhere=is_draft and sits_elsewhere(shown),
        feature_tables=feature_tables(tournament) if is_draft else (),
        search=open_search(tournament) if is_draft else None,
        certificate=_certificate(shown) if tournament.is_in_pods or not is_draft else None,
        corrections=corrections_since_pairing(shown) if is_draft else (),
        is_repairable=is_repairable(shown),
        repair_to_undo=repair_to_undo(shown),
        moved=moved_in(shown),
        came_later=came_after_draft(shown),
        late_offers=late_offers(shown),
        outdated=say_refusal(outdated.refusal) if outdated is not None else "",
        other_seeds=seeds,
        other_seeds_said=say_other_seeds(seeds) if seeds is not None else [],
        is_newest=not tournament.rounds.filter(number__gt=number).exists(),
        is_untouched=not is_draft and not has_results(shown),
        is_running=tournament.phase in (Tournament.Phase.SWISS, Tournament.Phase.TOP_CUT),
        refused=say_refusal(refused) if refused is not None else "",
        has_menus=menus,
        swap=typed if "one" in typed else {},
        move=typed if "table" in typed else {},
        status=refused.http_status if refused is not None else 200,
    )


def _pod_facts(shown: Round, pods: PodBoard | None, people: DraftPeople | None, *, has_menus: bool) -> dict[str, Any]:
    """What the page says of a round in pods; of a draft with `people` also what is decided and unusual in it."""
    decided = (
        {"people": _at_pods(shown, pods) if has_menus else (), "decided": list(decided_lines(shown, pods.byes))}
        if pods is not None and people is not None
        else {}
    )
    return {
        "pods": pods,
        "pods_corrected": is_before_correction(shown),
        "pod_changes": say_draft_people(people) if people is not None else [],
        "can_seat_again": people is not None and people.then is not None,
        "pod_marks": say_marks(pod_draft_marks(shown)) if people is not None else [],
        "pod_decided": decided,
    }


def has_menus(draft: DraftReview | DraftPeople | None, *, asked: bool) -> bool:
    """Whether the page of a draft has the menus of its players and matches: those of a large one weigh more than all
    the rest of the page, and are there when they are asked for."""
    if draft is None:
        return False
    count = draft.seated if isinstance(draft, DraftPeople) else len(draft.people)
    return asked or count <= MAX_MENU


def _at_pods(round: Round, pods: PodBoard) -> tuple[Seated, ...]:
    """Who can be exchanged in a draft in pods, with their tables."""
    return seated(seated_people(round), {seat.registration.pk: row.table for row in pods.rows for seat in row.seats})


def _certificate(round: Round) -> Certificate | None:
    return say_pods(round.pairing) if round.tournament.is_in_pods else certificate_of(round)


def round_of(tournament: Tournament, number: int) -> Round:
    """The tournament's round with that number, or 404."""
    return get_object_or_404(Round.objects.select_related("tournament__game"), tournament=tournament, number=number)


def round_button(
    service: Callable[..., Any], said: str | Promise, *, then: str = "desk_round"
) -> Callable[..., HttpResponse]:
    """A view for a button that concerns one round and needs nothing else; `then` names the view to go to next."""

    @require_POST
    @desk_view(Action.RUN_ROUNDS)
    def press(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
        concerned = round_of(tournament, number)
        named = {"round": say_round(concerned)}
        service(actor=request.actor, round_id=concerned.pk)
        keys = [tournament.code] if then == "desk" else [tournament.code, number]
        return done(request, said % named, then=reverse(then, args=keys))

    return press


@require_POST
@desk_view(Action.RUN_ROUNDS)
def publish(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Publish a draft; one with marks, or at tables at which another event plays, asks first, naming them."""
    concerned = round_of(tournament, number)
    named = {"round": say_round(concerned)}
    seen = request.POST.get("confirmed", "")
    published = attempt(publish_confirmed, actor=request.actor, round_id=concerned.pk, confirmed=bool(seen), seen=seen)
    if isinstance(published, Refusal):
        if published.code not in TO_CONFIRM:
            raise published
        marks, used = marks_to_confirm(concerned), tables_in_use(concerned)
        facts = {
            "question": _("Publish %(round)s as it is?") % named,
            "consequences": say_marks(marks) + say_tables_in_use(used),
            "action": _("Publish: %(round)s") % named,
            "back": reverse("desk_round", args=[tournament.code, number]),
            "press": "confirmed",
            "pressed": seen_of(marks, used),
            "danger": False,
        }
        return desk_confirm(request, tournament, **facts)
    return done(
        request,
        _("%(round)s: published.") % named,
        then=reverse("desk", args=[tournament.code]),
        undo=reverse("desk_round_unpublish", args=[tournament.code, number]),
    )


unpublish = round_button(services.unpublish_round, gettext_lazy("%(round)s: a draft again."))
discard = round_button(drafts.discard_draft, gettext_lazy("%(round)s: the draft is discarded."), then="desk")


@require_POST
@desk_view(Action.RUN_ROUNDS)
def complete(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Close the round, and say whom the event's settings dropped."""
    concerned = round_of(tournament, number)
    services.complete_round(actor=request.actor, round_id=concerned.pk)
    dropped = dropped_by_rule(concerned)
    if dropped:
        names = [
            f"{entry.entered_name} ({say_drop_rule(entry.drop_rule, tournament.drop_after_losses)})"
            for entry in dropped
        ]
        messages.info(request, _("Dropped by the event's settings: %(names)s.") % {"names": _(", ").join(names)})
    return done(
        request,
        _("%(round)s: completed.") % {"round": say_round(concerned)},
        then=reverse("desk", args=[tournament.code]),
        undo=reverse("desk_round_reopen", args=[tournament.code, number]),
    )


reopen = round_button(services.reopen_round, gettext_lazy("%(round)s: open again."), then="desk")
