"""Stating the facts of one card, with a field for every attribute its game declares."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.languages import language_key
from accounts.typed_text import one_line
from cardpool.card_checks import MAX_TEXT_LENGTH
from cardpool.intake.strict_json import KEY_TWICE, BadJson, read_json_tables
from cardpool.packs import AttributeType, GamePack
from cardpool.packs.game_pack import Attribute
from cardpool.services.card_editing import CardFacts, StatedPrinting

ATTRIBUTE = "attribute_"
MAX_LINES_LENGTH = 6000
MAX_RULES_LENGTH = 8000
_YES, _NO = "1", "0"


class CardForm(forms.Form):
    """Everything about a card. What has several parts has one per line; `shown` is what the editor started from."""

    number = forms.CharField(label=_("Card number"), required=False, max_length=60)
    name = forms.CharField(label=_("Card name"), max_length=120, help_text=_("As it is printed on the card."))
    other_names = forms.CharField(
        label=_("Further names"),
        required=False,
        max_length=MAX_LINES_LENGTH,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text=_("In other languages or earlier ones, one per line. Lists and search find the card by each."),
    )
    copy_limit = forms.IntegerField(
        label=_("Own copy limit"),
        required=False,
        min_value=0,
        max_value=999,
        help_text=_("Only where the card itself states one."),
    )
    deck_rules = forms.CharField(
        label=_("Deck rules printed on it"),
        required=False,
        max_length=MAX_RULES_LENGTH,
        widget=forms.Textarea(attrs={"rows": 3, "spellcheck": "false"}),
        help_text=_("A JSON list of tables as the pack format describes them; empty for none."),
    )
    codes = forms.CharField(
        label=_("Further codes"),
        required=False,
        max_length=MAX_LINES_LENGTH,
        widget=forms.Textarea(attrs={"rows": 2, "spellcheck": "false"}),
        help_text=_("Other numbers that lists know it by, such as passcodes, one per line."),
    )
    printings = forms.CharField(
        label=_("Printings"),
        required=False,
        max_length=MAX_LINES_LENGTH,
        widget=forms.Textarea(attrs={"rows": 3, "spellcheck": "false"}),
        help_text=_("One per line: code | rarity | picture."),
    )
    is_demo = forms.BooleanField(label=_("A made-up card for trying things out"), required=False)
    shown = forms.CharField(required=False, widget=forms.HiddenInput())

    def __init__(
        self, *args: Any, pack: GamePack, known: CardFacts | None = None, short: Collection[str] = (), **kwargs: Any
    ) -> None:
        """`known` are the facts of a card that is changed; its number and whatever the pack does not declare stay.

        `short` names the text attributes whose values take one line on every card.
        """
        super().__init__(*args, **kwargs)
        self._pack, self._known = pack, known
        for attribute in pack.attributes:
            had = known.attributes.get(attribute.key) if known else None
            self.fields[ATTRIBUTE + attribute.key] = _field(attribute, had, is_short=attribute.key in short)
        if known is not None:
            self.fields["number"].disabled = True
            self.initial = {**_initial(known, pack), **self.initial}

    @property
    def attribute_fields(self) -> list[Any]:
        """The bound fields of the attributes, in the order of the pack."""
        return [self[ATTRIBUTE + attribute.key] for attribute in self._pack.attributes]

    def clean_deck_rules(self) -> tuple[Mapping[str, Any], ...]:
        """The tables. Raises ValidationError for anything but a JSON list of tables whose keys are each there once."""
        typed = self.cleaned_data["deck_rules"].strip()
        if not typed:
            return ()
        try:
            return read_json_tables(typed)
        except BadJson as mistake:
            if mistake.code == KEY_TWICE:
                said = _("A rule contains “%(key)s” twice, the second time in line %(line)s, column %(column)s.")
                raise forms.ValidationError(said % mistake.facts) from None
            raise forms.ValidationError(_("Deck rules are a JSON list of tables, such as [{…}, {…}].")) from None

    def facts(self) -> CardFacts:
        """What was stated; the form must be valid."""
        typed = self.cleaned_data
        number = one_line(typed["number"])
        if self._known is not None:
            number = self._known.number
        attributes = dict(self._known.attributes) if self._known else {}
        for attribute in self._pack.attributes:
            attributes.pop(attribute.key, None)
            value = _value(attribute, typed[ATTRIBUTE + attribute.key])
            if value is not None:
                attributes[attribute.key] = value
        return CardFacts(
            number=self._pack.normalise_number(number) or number,
            name=one_line(typed["name"]),
            other_names=_parts(typed["other_names"]),
            attributes=attributes,
            codes=_parts(typed["codes"]),
            copy_limit=typed["copy_limit"],
            deck_rules=typed["deck_rules"],
            is_demo=typed["is_demo"],
            printings=tuple(_printing(line) for line in typed["printings"].splitlines() if line.strip()),
        )


def _field(attribute: Attribute, had: Any, *, is_short: bool) -> forms.Field:
    language = language_key()
    facts: dict[str, Any] = {"label": attribute.names.in_language(language), "required": False}
    choices = [(word.key, word.names.in_language(language)) for word in attribute.values]
    present = had if isinstance(had, tuple) else () if had is None else (had,)
    choices += [(value, str(value)) for value in present if choices and value not in dict(choices)]
    if attribute.type is AttributeType.INTEGER:
        return forms.IntegerField(min_value=0, **facts)
    if attribute.type is AttributeType.FLAG:
        return forms.ChoiceField(choices=[("", _("not known")), (_YES, _("yes")), (_NO, _("no"))], **facts)
    if attribute.type is AttributeType.LIST and choices:
        return forms.MultipleChoiceField(choices=choices, widget=forms.CheckboxSelectMultiple, **facts)
    if choices:
        return forms.ChoiceField(choices=[("", _("not known")), *choices], **facts)
    if attribute.type is AttributeType.LIST:
        facts["help_text"] = _("One per line.")
        return forms.CharField(max_length=MAX_TEXT_LENGTH, widget=forms.Textarea(attrs={"rows": 3}), **facts)
    if is_short:
        return forms.CharField(max_length=MAX_TEXT_LENGTH, **facts)
    wide = forms.Textarea(attrs={"rows": 4, "data-wide": True})
    return forms.CharField(max_length=MAX_TEXT_LENGTH, widget=wide, **facts)


def _initial(known: CardFacts, pack: GamePack) -> dict[str, Any]:
    rules = ",\n".join(json.dumps(dict(rule), ensure_ascii=False) for rule in known.deck_rules)
    initial: dict[str, Any] = {
        "number": known.number,
        "name": known.name,
        "other_names": "\n".join(known.other_names),
        "copy_limit": known.copy_limit,
        "deck_rules": f"[{rules}]" if rules else "",
        "codes": "\n".join(known.codes),
        "printings": "\n".join(" | ".join((one.code, one.rarity, one.art)).rstrip(" |") for one in known.printings),
        "is_demo": known.is_demo,
    }
    for attribute in pack.attributes:
        value = known.attributes.get(attribute.key)
        if isinstance(value, tuple):
            value = list(value) if attribute.values else "\n".join(value)
        elif isinstance(value, bool):
            value = _YES if value else _NO
        initial[ATTRIBUTE + attribute.key] = value
    return initial


def _value(attribute: Attribute, typed: Any) -> Any:
    """The attribute as typed; None where nothing is known."""
    if attribute.type is AttributeType.INTEGER:
        return typed
    if attribute.type is AttributeType.FLAG:
        return {_YES: True, _NO: False}.get(typed)
    if attribute.type is AttributeType.LIST:
        return (tuple(typed) if isinstance(typed, list) else _parts(typed)) or None
    return "\n".join(one_line(line) for line in typed.splitlines()).strip() or None


def _parts(typed: str) -> tuple[str, ...]:
    """The lines that say something, each once."""
    lines = (one_line(line) for line in typed.splitlines())
    return tuple(dict.fromkeys(line for line in lines if line))


def _printing(line: str) -> StatedPrinting:
    code, rarity, art = [one_line(part) for part in [*line.split("|", 2), "", ""][:3]]
    return StatedPrinting(code, rarity, art)
