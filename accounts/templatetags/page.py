"""Parts of every page: icons, form fields, QR codes, notices that can be undone."""

from __future__ import annotations

import re
from datetime import datetime
from typing import Any

import segno
from django import template
from django.contrib.messages.storage.base import Message
from django.forms import BoundField, CheckboxInput, CheckboxSelectMultiple, RadioSelect, Select
from django.template.base import Parser, Token
from django.template.context import Context
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.timesince import timeuntil
from django.utils.translation import gettext, pgettext

from accounts import notices
from accounts.languages import html_language
from accounts.own_parts import is_for_everybody, place

register = template.Library()


@register.simple_tag(name="html_language")
def page_language() -> str:
    """`{% html_language %}`: the page's `lang`."""
    return html_language()


@register.simple_tag
def icon(name: str, label: str = "") -> SafeString:
    """A picture of the sprite `static/icons/sprite.svg`; without a label it is decoration and hidden from readers."""
    use = format_html('<use href="{}#{}"></use>', static("icons/sprite.svg"), name)
    if label:
        return format_html('<svg class="icon" role="img" aria-label="{}">{}</svg>', label, use)
    return format_html('<svg class="icon" aria-hidden="true" focusable="false">{}</svg>', use)


@register.simple_tag
def clause(*parts: object) -> SafeString:
    """The clause of the rules that a sentence rests on, its parts side by side; nothing where there is none."""
    words = " ".join(str(part) for part in parts if part)
    return format_html('<span class="clause">{}</span>', words) if words else SafeString()


@register.simple_tag
def rule_clause(*parts: object) -> SafeString:
    """The same for players and families: a plain word says what the code is the number of."""
    return clause(gettext("Rule book"), *parts) if any(parts) else SafeString()


@register.inclusion_tag("components/field.html")
def field(bound: BoundField, help: str = "", **attributes: Any) -> dict[str, Any]:
    """A form field with its label, help, errors and Bootstrap classes; keyword arguments become HTML attributes.

    Underscores in attribute names become hyphens: `{% field form.name inputmode="numeric" hx_get=url %}`. One that the
    form may leave empty, and this page may not, is not called optional with `aria_required="true"`.
    """
    widget = bound.field.widget
    check = isinstance(widget, CheckboxInput)
    many = isinstance(widget, RadioSelect | CheckboxSelectMultiple)
    classes = "form-check-input" if check or many else "form-select" if isinstance(widget, Select) else "form-control"
    attributes = {name.replace("_", "-"): value for name, value in attributes.items()}
    attributes["class"] = f"{classes} {attributes.get('class', '')}".strip() + (" is-invalid" if bound.errors else "")
    described = [
        f"{bound.auto_id}_{part}" for part, on in (("help", help or bound.help_text), ("wrong", bound.errors)) if on
    ]
    if described:
        attributes["aria-describedby"] = " ".join(described)
    return {
        "bound": bound,
        "kind": "check" if check else "many" if many else "line",
        "may_be_empty": not (bound.field.required or "aria-required" in attributes)
        and not (isinstance(widget, Select) and _always_chosen(widget)),
        "help": help or bound.help_text,
        "control": bound.as_widget(attrs=attributes),
    }


def _always_chosen(menu: Select) -> bool:
    """Whether a menu of one line has no empty choice: something is chosen whatever one does."""
    return not menu.allow_multiple_selected and all(value not in ("", None) for value, _label in menu.choices)


@register.filter
def time_left(moment: datetime) -> str:
    """How long until a moment, in its two largest units: 4 hours, 27 minutes."""
    # Django joins them as it joins a list, which Chinese parts by a mark that does not belong here.
    return timeuntil(moment).replace(gettext(", "), pgettext("between hours and minutes", ", "))


@register.tag
def own(parser: Parser, token: Token) -> OwnPlace:
    """`{% own "name" %}…{% endown %}`: a place for what is one visitor's own, see `accounts.own_parts`."""
    _, name = token.split_contents()
    inside = parser.parse(("endown",))
    parser.delete_first_token()
    return OwnPlace(name.strip("\"'"), inside)


class OwnPlace(template.Node):
    """Marks its place on pages for everybody, where `inside` is what everybody sees; elsewhere it is just there."""

    def __init__(self, name: str, inside: template.NodeList) -> None:
        self.name, self.nodelist = name, inside

    def render(self, context: Context) -> SafeString:
        html = self.nodelist.render(context)
        return mark_safe(place(self.name, html)) if is_for_everybody(context.get("request")) else html


@register.filter
def colon(word: object) -> str:
    """A word or name before what is said of it, with the colon of the active language and its space."""
    between = pgettext("after a word, before what is said of it", ": ")
    return f"{word}{between}"


@register.filter
def undo_path(message: Message) -> str:
    """The path of a POST that undoes what the notice reports; empty where there is none."""
    return notices.undo_path(message)


@register.simple_tag
def qr(text: str, label: str = "", error: str = "m", mask: int | None = None) -> SafeString:
    """The text as a QR code, an SVG drawing without styles that scales to its box.

    `error` is how much of it may be hidden: "m" 15 %, "l" 7 %, which keeps the squares of a long text large. `mask` is
    the pattern laid over it, 0 to 7; finding the best one takes four fifths of the time, which hundreds of codes need
    not have.
    """
    code = segno.make(text, error=error, micro=False, mask=mask)
    size = code.symbol_size(border=2)[0]
    path = re.search(r' d="([^"]+)"', code.svg_inline(border=2, omitsize=True))
    return format_html(
        '<svg class="qr" viewBox="0 0 {0} {0}" role="img" aria-label="{1}" shape-rendering="crispEdges">'
        '<rect width="{0}" height="{0}" fill="#fff"/><path d="{2}" stroke="#000" fill="none"/></svg>',
        size,
        label,
        mark_safe(path.group(1) if path else ""),
    )
