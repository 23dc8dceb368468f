"""The boards of teams that play by seat: `{% load boards %}`."""

from __future__ import annotations

from django import template
from django.utils.translation import gettext as _

from tournaments.models import Match, Registration
from tournaments.models.match import seat_letter
from tournaments.queries.boards import boards_shown, is_level
from tournaments.queries.rounds import MatchRow

register = template.Library()


@register.filter
def seat_name(board: Match) -> str:
    """What a board of teams by seat is called: by the seat of those who play it."""
    return _("Seat %(letter)s") % {"letter": seat_letter(board.board)}


@register.filter
def letter(board: Match) -> str:
    """The letter of its seat, where there is room for no more."""
    return seat_letter(board.board)


@register.filter
def seat_of_member(member: Registration) -> str:
    """The seat of a member of a team that plays by seat."""
    return _("Seat %(letter)s") % {"letter": seat_letter(member.seat or 1)}


@register.filter
def is_level_here(match: Match) -> bool:
    """Whether a match of a round's list is over on its boards, and a judge has to say who advances."""
    return is_level(match, [row.match for row in boards_shown(match.round).get(match.pk, [])])


@register.simple_tag
def boards_at(match: Match) -> list[MatchRow]:
    """The boards of a match of a round's list, which are read once for the round; none where teams play as one."""
    return boards_shown(match.round).get(match.pk, [])
