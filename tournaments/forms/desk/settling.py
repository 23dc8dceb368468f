"""Settling a card: what it counts as, and why."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.languages import language_key
from cardpool.packs import AttributeType
from decks.judging import JudgingBook
from decks.settled_words import say_brought_rule, say_value
from tournaments.models import CardRuling
from tournaments.queries.settling import MAX_COPY_LIMIT, MAX_NUMBER, AskedCard, AskedFact, card_meant, likely_cards
from tournaments.services.settling import MAX_NAME_LENGTH, CountsAs

ANOTHER, OWN = "another", "own"
TYPED = ""
"""The choice that stands for the card typed beside it."""

NOTHING = "-"
"""The choice that no value a rule asks for fits."""


class SettleForm(forms.Form):
    """What one card counts as. After `is_valid()`, `counts_as` is what the service takes."""

    name = forms.CharField(
        label=gettext_lazy("Name in the lists"),
        max_length=MAX_NAME_LENGTH,
        required=False,
        help_text=gettext_lazy("Where copies are counted by name, those of this name count together."),
    )
    kind = forms.ChoiceField(label=gettext_lazy("It counts as"), widget=forms.RadioSelect, initial=ANOTHER)
    likely = forms.ChoiceField(label=gettext_lazy("Which card"), widget=forms.RadioSelect, required=False)
    target = forms.CharField(label=gettext_lazy("Its number or name"), max_length=MAX_NAME_LENGTH, required=False)
    copy_limit = forms.IntegerField(
        label=gettext_lazy("Most copies, if the card states a limit of its own"),
        min_value=0,
        max_value=MAX_COPY_LIMIT,
        required=False,
    )
    rules = forms.MultipleChoiceField(
        label=gettext_lazy("Deck rules printed on it"), widget=forms.CheckboxSelectMultiple, required=False
    )
    without_rules = forms.BooleanField(
        label=gettext_lazy("Leave out the deck rules that the card pool notes for it"), required=False
    )
    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        max_length=200,
        help_text=gettext_lazy("Players with the card read it, and the day; they do not read your name."),
    )

    def __init__(self, *args: Any, asked: AskedCard, book: JudgingBook, typed_name: str = "", **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.asked, self.book = asked, book
        self.counts_as = CountsAs()
        self._choices("kind", [(ANOTHER, _("a card of the card pool")), (OWN, _("a separate card, with these facts"))])
        chosen = self.data.get("likely", "")  # Offered by the page before, for a text that meant several cards.
        likely = likely_cards(asked.number, typed_name, book)
        self.offer_cards((*likely, *([chosen] if chosen in book.cards and chosen not in likely else [])))
        for fact in asked.facts:
            self.fields[f"fact_{fact.attribute.key}"] = _fact_field(fact)
        rules = [(str(place), say_brought_rule(table)) for place, table in enumerate(asked.rules)]
        self._choices("rules", rules)
        known = asked.card is not None
        for name, is_asked in [
            ("rules", bool(rules) and not known),
            ("without_rules", known and not asked.is_readable),
            ("copy_limit", asked.has_limit),
        ]:
            if not is_asked:
                del self.fields[name]

    @property
    def fact_fields(self) -> list[forms.BoundField]:
        """The fields for a card of its own."""
        keys = [name for name in self.fields if name.startswith("fact_")]
        return [self[name] for name in (*keys, "copy_limit", "rules", "without_rules") if name in self.fields]

    def offer_cards(self, numbers: tuple[str, ...]) -> None:
        """Offer these cards of the pool, and the one that is typed."""
        cards = [(number, f"{number} {self.book.cards[number].name}".strip()) for number in numbers]
        self._choices("likely", [*cards, (TYPED, _("another: type it below"))])
        self.fields["likely"].initial = TYPED

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        if cleaned.get("kind") == ANOTHER:
            self.counts_as = CountsAs(self._target(cleaned))
        elif cleaned.get("kind") == OWN:
            facts = {fact.attribute.key: cleaned.get(f"fact_{fact.attribute.key}") for fact in self.asked.facts}
            self.counts_as = CountsAs(
                facts={key: value for key, value in facts.items() if value is not None},
                copy_limit=cleaned.get("copy_limit"),
                rules=self._rules(cleaned),
            )
        return cleaned

    def _rules(self, cleaned: dict[str, Any]) -> list[int] | None:
        if self.asked.card is None:
            return [int(place) for place in cleaned.get("rules", [])]
        return [] if cleaned.get("without_rules") else None

    def _target(self, cleaned: dict[str, Any]) -> str:
        """The number of the card that is chosen or typed; what is not clear is offered to choose."""
        typed = cleaned.get("target", "")
        if chosen := cleaned.get("likely", ""):
            return str(chosen)
        if not typed:
            self.add_error("target", _("Choose a card, or type the number or name of one in the card pool."))
            return ""
        meant = card_meant(typed, self.book)
        if meant.number:
            return meant.number
        if meant.choices:
            self.offer_cards(meant.choices)
            self.add_error("likely", _("Which of these cards do you mean by “%(typed)s”?") % {"typed": typed})
        else:
            self.add_error("target", _("“%(typed)s” is not a card of the card pool.") % {"typed": typed})
        return ""

    def _choices(self, name: str, choices: list[tuple[str, str]]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = choices


def initial_of(ruling: CardRuling) -> dict[str, Any]:
    """What the form starts with when a ruling is corrected."""
    facts = {f"fact_{key}": _shown(value) for key, value in ruling.facts.items()}
    return facts | {
        "name": ruling.name,
        "kind": ANOTHER if ruling.counts_as else OWN,
        "target": ruling.counts_as,
        "copy_limit": ruling.copy_limit,
        "without_rules": ruling.deck_rules == [],
    }


def _fact_field(fact: AskedFact) -> forms.Field:
    """A field for one attribute that rules ask of the card; empty leaves it as it is known, or open."""
    attribute = fact.attribute
    label = attribute.names.in_language(language_key())
    is_list = attribute.type is AttributeType.LIST
    values = [(value, say_value(attribute, (value,) if is_list else value)) for value in fact.values]
    blank = _("not known")
    if fact.known is not None:
        blank = _("as in the card pool: %(value)s") % {"value": say_value(attribute, fact.known)}
    if attribute.type is AttributeType.INTEGER:
        return forms.IntegerField(
            label=label, required=False, min_value=-MAX_NUMBER, max_value=MAX_NUMBER, help_text=blank
        )
    if attribute.type is AttributeType.FLAG:
        choices = [("", blank), ("1", _("yes")), ("0", _("no"))]
        return forms.TypedChoiceField(
            label=label, required=False, choices=choices, coerce=lambda value: value == "1", empty_value=None
        )
    none = [] if attribute.values and attribute.type is AttributeType.TEXT else [(NOTHING, _("none of these"))]
    if is_list:
        return ListedFactField(
            label=label,
            required=False,
            choices=[*values, *none],
            widget=forms.CheckboxSelectMultiple,
            help_text=_("Nothing ticked: %(value)s.") % {"value": blank},
        )
    return forms.TypedChoiceField(
        label=label,
        required=False,
        choices=[("", blank), *values, *none],
        coerce=lambda value: "" if value == NOTHING else value,
        empty_value=None,
    )


class ListedFactField(forms.MultipleChoiceField):
    """The values of a list attribute; none ticked is not an answer, `NOTHING` alone is an empty list."""

    def clean(self, value: Any) -> Any:
        chosen = super().clean(value)
        if not chosen:
            return None
        if NOTHING in chosen and len(chosen) > 1:
            raise forms.ValidationError(_("Tick either “none of these” or the ones that apply."))
        return [one for one in chosen if one != NOTHING]


def _shown(value: Any) -> Any:
    """A stated fact as its field takes it."""
    if isinstance(value, bool):
        return "1" if value else "0"
    return value or [NOTHING] if isinstance(value, list) else NOTHING if value == "" else value
