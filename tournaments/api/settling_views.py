"""Endpoints of settling cards: the cards that leave lists open, the decisions, deciding and undoing."""

from __future__ import annotations

from django.http import Http404
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.pages import Pages
from accounts.api.problems import problems
from cardpool.queries import pack_of
from tournaments.api.judging_views import JudgeEndpoint
from tournaments.api.settling_serializers import (
    CardRulingSerializer,
    OpenCardsSerializer,
    SettleCardSerializer,
    render_open_cards,
)
from tournaments.api.tournament_serializers import ReasonSerializer
from tournaments.permissions import Action
from tournaments.queries.card_rulings import find_ruling, open_cards, rulings_of
from tournaments.services import settling
from tournaments.services.settling import CountsAs


class OpenCardList(JudgeEndpoint):
    """The cards that keep submitted lists of an event undecided."""

    needs = Action.SETTLE_CARDS

    @extend_schema(
        operation_id="open_cards_list",
        summary=_("The cards that keep submitted lists undecided; for the event's judges."),
        tags=["judging"],
        responses={200: OpenCardsSerializer, **problems(403)},
    )
    def get(self, request: Request, code: str) -> Response:
        tournament = self.tournament(code)
        pack = pack_of(tournament.ruleset)
        return Response(render_open_cards(open_cards(tournament), pack=pack, best_of=tournament.list_length))


class RulingList(JudgeEndpoint):
    """What judges of an event decided about cards, the newest first; deciding."""

    needs = Action.SETTLE_CARDS
    pagination_class = Pages

    @extend_schema(
        operation_id="card_rulings_list",
        summary=_("What judges decided that cards count as, the newest first; for the event's judges."),
        tags=["judging"],
        responses={200: CardRulingSerializer(many=True), **problems(403)},
        filters=False,
    )
    def get(self, request: Request, code: str) -> Response:
        return self.paged(request, rulings_of(self.tournament(code)), CardRulingSerializer)

    @extend_schema(
        operation_id="card_rulings_settle",
        summary=_("Settle a card: say what it counts as. Every list with it is judged again."),
        tags=["judging"],
        request=SettleCardSerializer,
        responses={201: CardRulingSerializer, **problems(400, 403, 409)},
    )
    def post(self, request: Request, code: str) -> Response:
        tournament = self.tournament(code)
        sent = self.sent(SettleCardSerializer)
        counts_as = CountsAs(
            sent.get("counts_as", ""), sent.get("facts", {}), sent.get("copy_limit"), sent.get("rules")
        )
        settled = settling.settle_card(
            actor=self.actor,
            tournament_id=tournament.pk,
            number=sent["number"],
            name=sent.get("name", ""),
            counts_as=counts_as,
            reason=sent["reason"],
            replaces=sent.get("replaces"),
        )
        return Response(CardRulingSerializer(settled).data, status=201)


class RulingWithdraw(JudgeEndpoint):
    """Taking a decision about a card back, with a reason."""

    needs = Action.SETTLE_CARDS

    @extend_schema(
        operation_id="card_rulings_withdraw",
        summary=_("Withdraw a decision about a card, with a reason; it stays in the record."),
        tags=["judging"],
        request=ReasonSerializer,
        responses={200: CardRulingSerializer, **problems(400, 403, 409)},
    )
    def post(self, request: Request, code: str, ruling_id: int) -> Response:
        found = find_ruling(self.tournament(code), ruling_id)
        if found is None:
            raise Http404
        reason = self.sent(ReasonSerializer).get("reason", "")
        taken = settling.withdraw_ruling(actor=self.actor, ruling_id=found.pk, reason=reason)
        return Response(CardRulingSerializer(taken).data)
