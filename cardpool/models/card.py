from django.db import models
from django.utils.translation import gettext_lazy as _

from cardpool.models.game import CardGame


class Card(models.Model):
    """The rules object that copy limits count.

    `key` is what lists and links call it by (its normalised number, or its name where it has none); `number` is the
    card number printed on it; `attributes` holds the pack's declared attributes by key; `deck_rules` the deck rules
    printed on it, as `cardpool.legality.printed_rules` reads them; `codes` further numbers that lists and card files
    know it by, such as the passcodes of its other pictures. Where a game counts by name, every printing with facts
    of its own is a row, and those of one name count together. `shipped_digest` is the digest of the facts as the
    shipped pool last stated them, empty for a card that came another way: while the row still has that digest nobody
    has changed it and a newer shipped pool may.
    """

    game = models.ForeignKey(CardGame, on_delete=models.PROTECT, related_name="cards")
    key = models.CharField(max_length=120)
    number = models.CharField(_("card number"), max_length=60, blank=True)
    name = models.CharField(_("name"), max_length=120)
    other_names = models.JSONField(default=list, blank=True)
    attributes = models.JSONField(default=dict, blank=True)
    codes = models.JSONField(_("further codes"), default=list, blank=True)
    copy_limit = models.PositiveSmallIntegerField(_("own copy limit"), null=True, blank=True)
    deck_rules = models.JSONField(_("deck rules printed on it"), default=list, blank=True)
    is_demo = models.BooleanField(_("made-up demo card"), default=False)
    shipped_digest = models.CharField(max_length=64, blank=True, default="", editable=False)

    class Meta:
        verbose_name = _("card")
        verbose_name_plural = _("cards")
        ordering = ["game", "number", "name"]
        constraints = [models.UniqueConstraint(fields=["game", "key"], name="card_key_unique")]
        indexes = [models.Index(fields=["game", "name"], name="card_game_name")]

    def __str__(self) -> str:
        return f"{self.number} {self.name}".strip()


class Printing(models.Model):
    """A physical version of a card: another rarity or picture under the same card number."""

    card = models.ForeignKey(Card, on_delete=models.CASCADE, related_name="printings")
    code = models.CharField(_("code"), max_length=60)
    rarity = models.CharField(_("rarity"), max_length=40, blank=True)
    art = models.CharField(_("art"), max_length=120, blank=True)

    class Meta:
        verbose_name = _("printing")
        verbose_name_plural = _("printings")
        constraints = [models.UniqueConstraint(fields=["card", "code", "rarity", "art"], name="printing_unique")]

    def __str__(self) -> str:
        return f"{self.code} {self.rarity}".strip()
