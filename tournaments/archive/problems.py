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

    SEEDED_TWICE = "seeded_twice", gettext_noop("entrant %(id)s is seeded twice")
    WRONG_SIZE = "wrong_size", gettext_noop("a top cut has %(least)s to %(most)s entrants, not %(found)s")
    WRONG_DIVISION = "wrong_division", gettext_noop("the entrant %(id)s is not of this top cut's division")
    WHOSE_CUT = "whose_cut", gettext_noop("of several top cuts each needs a division of its own")
    NOT_IN_BRACKET = (
        "not_in_bracket",
        gettext_noop("the bracket has no match of %(one)s and %(two)s in its round %(round)s"),
    )
    NO_WINNER = "no_winner", gettext_noop("a match of the top cut has a winner; this score is level")
    NO_DRAWS = "no_draws", gettext_noop("a match of the top cut cannot be of the kind “%(kind)s”")

    WRONG_POD = "wrong_pod", gettext_noop("a pod here has %(least)s to %(most)s players, not %(found)s")
    NO_ORDER = (
        "no_order",
        gettext_noop("the places of a pod: none, or everybody's from 1 on, those who share one followed by a gap"),
    )
    NOT_IN_FINALS = "not_in_finals", gettext_noop("entrant %(id)s is not among those who play this round")
    NOT_ONE_FINAL = "not_one_final", gettext_noop("final pods are one pod, or a round of pods and one final")
    ONLY_MATCHES = "only_matches", gettext_noop("this page replays events of matches, not events in pods")


class ArchiveError(BadFile):
    """A file that cannot be read; `problems` names every fault found."""
