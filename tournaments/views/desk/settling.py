"""The cards that keep lists of an event undecided, what judges decided about them, and deciding."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from cardpool.legality.deck import Identity
from cardpool.packs import GamePack
from decks.judging import book_of
from decks.settled_words import say_counts_as
from decks.wording import say_question
from tournaments.forms.desk.judging import WithdrawForm
from tournaments.forms.desk.settling import SettleForm, initial_of
from tournaments.models import CardRuling, Tournament
from tournaments.permissions import Action
from tournaments.queries.card_rulings import OpenCard, find_ruling, open_cards, ruling_facts, ruling_on, rulings_of
from tournaments.queries.rejudging import waiting_run
from tournaments.queries.settling import AskedCard, asked_card, asked_values
from tournaments.services import settling as services
from tournaments.services.settling import OVER
from tournaments.views.desk.access import accepted, desk_page, desk_view, done, sent_to, whole_number


@dataclass(frozen=True)
class RulingRow:
    """A ruling with what the card counts as in words, and whether the pool now has all that rules ask about it."""

    ruling: CardRuling
    what: str
    is_known_by_now: bool


@require_safe
@desk_view(Action.SETTLE_CARDS)
def cards(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The open cards, those of most lists first, and every ruling with its history."""
    book = book_of(tournament.ruleset)
    asked = asked_values(book)
    rows = [ruling_row(one, book.pack, asked_card(one.number, book, asked)) for one in rulings_of(tournament)]
    found = open_cards(tournament)
    return desk_page(
        request,
        "settle_cards",
        tournament,
        tab="judge",
        found=found,
        shown=[(card, said_questions(card, book.pack, tournament.list_length)) for card in found.cards],
        in_force=[row for row in rows if row.ruling.ended_at is None],
        ended=[row for row in rows if row.ruling.ended_at is not None],
        run=waiting_run(tournament),
        is_over=tournament.phase in OVER,
    )


@require_http_methods(["GET", "HEAD", "POST"])
@desk_view(Action.SETTLE_CARDS)
def settle(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Decide about the card `?number=`, called `?name=` in the lists; without a number, the page asks for one."""
    if tournament.phase in OVER:
        raise Http404
    book = book_of(tournament.ruleset)
    typed = request.GET.get("number", "").strip()[: services.MAX_NAME_LENGTH]
    number = services.number_of_card(typed, request.GET.get("name", ""), book, tournament)
    if not number:
        by_name = book.ruleset.identity is Identity.NAME
        status = 422 if typed else 200
        return desk_page(request, "settle_which", tournament, tab="judge", typed=typed, by_name=by_name, status=status)
    asked = asked_card(number, book, asked_values(book))
    earlier = ruling_on(tournament, number)
    here = next((card for card in open_cards(tournament).cards if card.number == number), None)
    name = earlier.name if earlier else request.GET.get("name", "").strip() or (here.name if here else "")
    initial = initial_of(earlier) if earlier else {"name": asked.card.name if asked.card else name}
    form = SettleForm(sent_to(request), asked=asked, book=book, typed_name=name, initial=initial)
    if request.method == "POST" and form.is_valid():
        settled = accepted(
            form,
            services.settle_card,
            actor=request.actor,
            tournament_id=tournament.pk,
            number=number,
            name=form.cleaned_data["name"],
            counts_as=form.counts_as,
            reason=form.cleaned_data["reason"],
            replaces=whole_number(request.POST.get("replaces")) or None,
        )
        if settled is not None:
            said = _("%(card)s is settled; the lists with it are judged again.") % {"card": number}
            undo = reverse("desk_card_undo", args=[tournament.code, settled.pk])
            return done(request, said, then=reverse("desk_cards", args=[tournament.code]), undo=undo)
    return desk_page(
        request,
        "settle_card",
        tournament,
        tab="judge",
        form=form,
        asked=asked,
        number=number,
        name=name,
        here=here,
        questions=said_questions(here, book.pack, tournament.list_length) if here else [],
        earlier=ruling_row(earlier, book.pack, asked) if earlier else None,
    )


@require_http_methods(["GET", "HEAD", "POST"])
@desk_view(Action.SETTLE_CARDS)
def withdraw(request: HttpRequest, tournament: Tournament, ruling_id: int) -> HttpResponse:
    """Take a ruling back, with a reason."""
    ruling = ruling_of_desk(tournament, ruling_id)
    book = book_of(tournament.ruleset)
    form = WithdrawForm(sent_to(request))
    back = reverse("desk_cards", args=[tournament.code])
    if request.method == "POST" and form.is_valid():
        taken = accepted(form, services.withdraw_ruling, actor=request.actor, ruling_id=ruling.pk, **form.cleaned_data)
        if taken is not None:
            return done(request, said_back(ruling), then=back)
    row = ruling_row(ruling, book.pack, asked_card(ruling.number, book, asked_values(book)))
    return desk_page(request, "settle_withdraw", tournament, tab="judge", row=row, form=form, back=back)


@require_POST
@desk_view(Action.SETTLE_CARDS)
def undo(request: HttpRequest, tournament: Tournament, ruling_id: int) -> HttpResponse:
    """Take a ruling back at once; the one it replaced applies again."""
    ruling = ruling_of_desk(tournament, ruling_id)
    services.withdraw_ruling(actor=request.actor, ruling_id=ruling.pk, restore=True)
    return done(request, said_back(ruling), then=reverse("desk_cards", args=[tournament.code]))


def ruling_of_desk(tournament: Tournament, ruling_id: int) -> CardRuling:
    """A ruling of this event, or 404."""
    found = find_ruling(tournament, ruling_id)
    if found is None:
        raise Http404
    return found


def ruling_row(ruling: CardRuling, pack: GamePack, asked: AskedCard) -> RulingRow:
    """A ruling as pages show it."""
    return RulingRow(ruling, say_counts_as(ruling_facts(ruling), pack=pack), not asked.is_open)


def said_questions(card: OpenCard, pack: GamePack, best_of: int) -> list[tuple[str, str]]:
    """What a card leaves open, with the clauses."""
    return [(say_question(one, pack=pack, best_of=best_of), one["clause"]) for one in card.questions]


def said_back(ruling: CardRuling) -> str:
    return _("The decision about %(card)s is withdrawn; the lists with it are judged again.") % {"card": ruling.number}
