"""Marks for `?find=` in the lists of an event, for templates: `{% load found_rows %}` (`tournaments.pages.found`).

`{% rows "tables" round.number %}` · `{% row "tables" entry.pk round.number %}…{% endrow %}` ·
`{% found "waiting" %}…{% endfound %}`
"""

from __future__ import annotations

from django import template
from django.template.base import FilterExpression, Parser, Token
from django.template.context import Context
from django.utils.safestring import SafeString, mark_safe

from accounts.own_parts import is_for_everybody
from tournaments.pages import found

register = template.Library()


@register.tag("row")
def row_of_list(parser: Parser, token: Token) -> RowOfList:
    """`{% row "tables" entry.pk round.number %}…{% endrow %}`: a row that `?find=` finds (`tournaments.pages.found`).

    The round's number is left out where a list is of none.
    """
    _, name, key, *of_round = token.split_contents()
    inside = parser.parse(("endrow",))
    parser.delete_first_token()
    number = parser.compile_filter(of_round[0]) if of_round else None
    return RowOfList(name.strip("\"'"), parser.compile_filter(key), number, inside)


class RowOfList(template.Node):
    """Marks a row on pages for everybody; elsewhere it is rendered without a mark."""

    def __init__(
        self, name: str, key: FilterExpression, number: FilterExpression | None, inside: template.NodeList
    ) -> None:
        self.name, self.key, self.number, self.nodelist = name, key, number, inside

    def render(self, context: Context) -> SafeString:
        html = self.nodelist.render(context)
        if not is_for_everybody(context.get("request")):
            return html
        number = self.number.resolve(context) if self.number is not None else ""
        return mark_safe(found.row(found.place_of(self.name, number), self.key.resolve(context), html))


@register.simple_tag(takes_context=True)
def rows(context: Context, name: str, number: object = "") -> str:
    """The place of the rows that are found, of the round of that number, on pages for everybody."""
    return mark_safe(found.rows(found.place_of(name, number))) if is_for_everybody(context.get("request")) else ""


@register.tag("found")
def found_block(parser: Parser, token: Token) -> FoundBlock:
    """`{% found "waiting" %}…{% endfound %}`: a part of the frame of a search, see `tournaments.pages.found`."""
    _, name = token.split_contents()
    inside = parser.parse(("endfound",))
    parser.delete_first_token()
    return FoundBlock(name.strip("\"'"), inside)


class FoundBlock(template.Node):
    """Marks a part that only some searches show, on the frame of a search; elsewhere it is rendered without a mark."""

    def __init__(self, name: str, inside: template.NodeList) -> None:
        self.name, self.nodelist = name, inside

    def render(self, context: Context) -> SafeString:
        html = self.nodelist.render(context)
        if context.get("find") == found.FRAME:
            return mark_safe(found.block(self.name, html))
        return html if self.name != found.OFTEN else mark_safe("")
