from tournaments.models.assigned_round import AssignedRound
from tournaments.models.call import JudgeCall
from tournaments.models.decided_pair import DecidedPair
from tournaments.models.export import Export
from tournaments.models.judging import DeckCheck, Penalty, TimeExtension
from tournaments.models.keep_apart import KeepApart
from tournaments.models.log import LogEntry
from tournaments.models.match import Game, Match, MatchRevision
from tournaments.models.registration import Registration
from tournaments.models.rejudging import Rejudging, VerdictChange
from tournaments.models.repair import PairedField, RoundRepair
from tournaments.models.report import ResultReport
from tournaments.models.round import Bye, MissedRound, Round
from tournaments.models.ruling import CardRuling
from tournaments.models.search import PairingSearch
from tournaments.models.season import Season, SeasonApart, SeasonEvent, SeasonLogEntry, SeasonMerge
from tournaments.models.snapshot import Restoration, Snapshot
from tournaments.models.staff import StaffMember
from tournaments.models.staff_link import StaffLink
from tournaments.models.tournament import Tournament
from tournaments.models.version import EventVersion

__all__ = [
    "AssignedRound",
    "Bye",
    "CardRuling",
    "DecidedPair",
    "DeckCheck",
    "EventVersion",
    "Export",
    "Game",
    "JudgeCall",
    "KeepApart",
    "LogEntry",
    "Match",
    "MatchRevision",
    "MissedRound",
    "PairedField",
    "PairingSearch",
    "Penalty",
    "Registration",
    "Rejudging",
    "Restoration",
    "ResultReport",
    "Round",
    "RoundRepair",
    "Season",
    "SeasonApart",
    "SeasonEvent",
    "SeasonLogEntry",
    "SeasonMerge",
    "Snapshot",
    "StaffLink",
    "StaffMember",
    "TimeExtension",
    "Tournament",
    "VerdictChange",
]
