"""A list contained in a link: anybody may view and export it; nothing is stored."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from accounts.addresses import address_to_share
from accounts.languages import LANGUAGES, active_language
from accounts.refusals import Refusal
from cardpool.queries import current_ruleset, games_with_rules
from decks.exports.lists import MAX_LINK_LENGTH, ExportFormat, ListTerms, WrittenList, export_judged
from decks.judging import JudgedList
from decks.list_words import say_export_notice, say_list_refusal
from decks.models.decklist import Pool
from decks.text.converting import as_own_text
from decks.text.share import DamagedPayload, SharedList, read_payload
from decks.views.deck_page import show_deck
from decks.views.exporting import ExportLink, judged_sharing
from decks.views.shown import show_list
from decks.views.typed import Terms, TypedList


@dataclass(frozen=True)
class Written:
    """One format of the list on the page: its text to copy, or why it cannot be written so. A file that is only
    downloaded is written when it is asked for."""

    link: ExportLink
    text: str
    notices: tuple[str, ...]
    problem: str


@require_safe
def page(request: HttpRequest, payload: str) -> HttpResponse:
    """The list with today's verdict, its curves, its QR code, and every format it can be written in."""
    try:
        terms = terms_of(request, read_payload(payload))
    except DamagedPayload:
        refusal = Refusal("list_link_damaged")
        return render(request, "decks/shared_damaged.html", {"words": say_list_refusal(refusal)}, status=404)
    judged = terms.judge(list_address(payload))
    sharing = judged_sharing(judged, terms=list_terms(terms), language=active_language())
    facts: dict[str, Any] = {
        "terms": terms,
        "game": terms.ruleset.game,
        "shown": show_list(TypedList(""), judged, terms),
        "deck": show_deck(judged.cards, judged.book),
        "sharing": sharing,
        "written": [written(link, judged) for link in sharing.exports],
        "address": address_to_share(request, reverse("shared_list", args=[payload])),
        "fits_code": len(payload) <= MAX_LINK_LENGTH,
        "check_url": f"{reverse('deck_check')}?{check_query(payload, terms)}",
    }
    answer = render(request, "decks/shared.html", facts)
    answer["X-Robots-Tag"] = "noindex"
    return answer


@require_safe
def download(request: HttpRequest, payload: str, to: str) -> HttpResponse:
    """The list as a file in one format; `?lang=` for its headings. 422 with the reason if it cannot be written so."""
    if to not in tuple(ExportFormat):
        raise Http404
    language = LANGUAGES.get(request.GET.get("lang", ""), active_language())
    try:
        judged = terms_of(request, read_payload(payload)).judge(list_address(payload))
        file = export_judged(judged, to=ExportFormat(to), language=language)
    except DamagedPayload:
        refusal = Refusal("list_link_damaged")
        return render(request, "decks/shared_damaged.html", {"words": say_list_refusal(refusal)}, status=404)
    except Refusal as refusal:
        facts = {"words": say_list_refusal(refusal), "back": reverse("shared_list", args=[payload])}
        return render(request, "decks/shared_damaged.html", facts, status=422)
    return file_answer(file)


def file_answer(file: WrittenList) -> HttpResponse:
    """A written list as a download."""
    charset = "" if file.format is ExportFormat.XLSX else "; charset=utf-8"
    answer = HttpResponse(file.data, content_type=f"{file.media_type}{charset}")
    answer["Content-Disposition"] = f'attachment; filename="{file.file_name}"'
    answer["X-Robots-Tag"] = "noindex"
    return answer


def list_address(payload: str) -> str:
    """The link's path, which contains the list itself."""
    return f"decks/shared/{payload}"


def list_terms(terms: Terms) -> ListTerms:
    """What a link says about the terms."""
    return ListTerms(terms.best_of, terms.pool, terms.format)


def terms_of(request: HttpRequest, shared: SharedList) -> Terms:
    """Today's terms for a shared list; 404 for a game that is not played here. Invalid terms become the usual ones.

    A game that is no longer offered is still judged.
    """
    game = games_with_rules().filter(slug=shared.game).first()
    if game is None:
        raise Http404
    day = timezone.localdate()
    terms = Terms(ruleset=current_ruleset(game, on=day), best_of=1, pool="", as_of=day)
    pack = terms.book.pack
    return Terms(
        ruleset=terms.ruleset,
        best_of=shared.best_of if shared.best_of in pack.best_of_choices else pack.tournament.best_of,
        pool=shared.pool if shared.pool in Pool.values else pack.tournament.pool,
        as_of=day,
        format=shared.format,
        visitor=request,
    )


def check_query(payload: str, terms: Terms) -> str:
    """The query that opens the list in the deck judge."""
    return f"game={terms.ruleset.game.slug}&best_of={terms.best_of}&pool={terms.pool}&list={payload}"


def shared_text(payload: str, terms: Terms) -> str:
    """The list of a link as text to edit; empty if the link is damaged or for another game."""
    address = list_address(payload)
    text = as_own_text(address, form=terms.book.form_in(active_language()), catalogue=terms.book.catalogue)
    return "" if text == address else text


def written(link: ExportLink, judged: JudgedList) -> Written:
    """The list in one format, for the page."""
    if not link.is_copied:
        return Written(link, "", (), "")
    try:
        file = export_judged(judged, to=link.format, language=LANGUAGES[link.language])
    except Refusal as refusal:
        return Written(link, "", (), say_list_refusal(refusal))
    notices = tuple(say_export_notice(notice) for notice in file.notices)
    return Written(link, file.text, notices, "")
