"""What can be wrong with a game pack, besides what can be wrong with any table."""

from cardpool.intake.problems import BadFile, ProblemCode, gettext_noop


class PackFault(ProblemCode):
    """The mistakes only a pack, or the table of its cards, can hold."""

    SYNTAX = "syntax", gettext_noop("not valid TOML: %(detail)s")
    BAD_PATTERN = "bad_pattern", gettext_noop("is not a card-number pattern: %(detail)s")
    BAD_ROW = "bad_row", "%(detail)s"


class PackError(BadFile):
    """A pack that cannot be used: its shape, its deck rules, or its cards."""
