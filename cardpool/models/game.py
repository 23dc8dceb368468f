import uuid

from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.languages import language_key

LAST_POSITION = 100


class CardGame(models.Model):
    """A card game a store can run, declared by a game pack. Where games are offered, the lowest `position` comes first.

    `pool_revision` names the state of its cards: what writes one renews it in the same transaction, and a process
    knows by it whether the cards it remembers are still the cards there are. It never takes a value twice.
    """

    slug = models.SlugField(_("identifier"), max_length=60, unique=True)
    name_zh = models.CharField(_("Chinese name"), max_length=80)
    name_en = models.CharField(_("English name"), max_length=80)
    is_listed = models.BooleanField(_("offered for new tournaments"), default=True)
    position = models.PositiveSmallIntegerField(_("place in lists of games"), default=LAST_POSITION)
    pool_revision = models.UUIDField(default=uuid.uuid4, editable=False)

    class Meta:
        verbose_name = _("card game")
        verbose_name_plural = _("card games")
        ordering = ["position", "slug"]

    def __str__(self) -> str:
        return self.display_name

    @property
    def display_name(self) -> str:
        """The name in the active language."""
        return self.name_zh if language_key() == "zh" else self.name_en


class Ruleset(models.Model):
    """One dated, immutable version of a game's pack: deck rules, play facts, labels and defaults.

    `pack` is the TOML text as loaded and `digest` its SHA-256. A row is never changed once it exists; a tournament
    pins one, so a later version changes no old verdict.
    """

    game = models.ForeignKey(CardGame, on_delete=models.PROTECT, related_name="rulesets")
    version = models.CharField(_("version"), max_length=40)
    effective_from = models.DateField(_("in force from"))
    pack = models.TextField()
    digest = models.CharField(max_length=64)
    loaded_at = models.DateTimeField(auto_now_add=True)
    published_by = models.CharField(max_length=150, blank=True, help_text=_("Empty: shipped with the site."))

    class Meta:
        verbose_name = _("ruleset")
        verbose_name_plural = _("rulesets")
        ordering = ["game", "-effective_from", "-id"]
        constraints = [models.UniqueConstraint(fields=["game", "version", "digest"], name="ruleset_version_unique")]

    def __str__(self) -> str:
        return f"{self.game.slug} {self.version}"
