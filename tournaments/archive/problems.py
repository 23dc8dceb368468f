"""What can be wrong with an archive file, besides what can be wrong with any table."""

from __future__ import annotations

from cardpool.intake.problems import BadFile, ProblemCode, gettext_noop


class ArchiveFault(ProblemCode):
    """The kinds of fault only an archive can have."""

    NOT_JSON = "not_json", gettext_noop("not valid JSON")
    NO_SUCH_ENTRANT = "no_such_entrant", gettext_noop("no entrant has the id %(id)s")
    AGAINST_SELF = "against_self", gettext_noop("entrant %(id)s meets themselves")
    TWICE_IN_ROUND = "twice_in_round", gettext_noop("entrant %(id)s has two matches in this round")
    WRONG_PLAYERS = (
        "wrong_players",
        gettext_noop("a match of the kind “%(kind)s” has %(wanted)s players, not %(found)s"),
    )
    WINNER_NEEDED = "winner_needed", gettext_noop("a no-show needs its winner: seat 1 or 2")
    TWO_RESULTS = "two_results", gettext_noop("give either games or score, not both")
    STATE_AND_ROUNDS = "state_and_rounds", gettext_noop("an entrant known by a state cannot have rounds in the file")


class ArchiveError(BadFile):
    """A file that cannot be read; `problems` names every fault found."""
