from tournaments.models.announcement import Announcement
from tournaments.models.assigned_round import AssignedRound
from tournaments.models.call import JudgeCall
from tournaments.models.decided_pair import DecidedPair
from tournaments.models.erasure import Erasure
from tournaments.models.export import Export
from tournaments.models.join_request import JoinRequest
from tournaments.models.judging import DeckCheck, Penalty, TimeExtension
from tournaments.models.keep_apart import KeepApart
from tournaments.models.log import LogEntry
from tournaments.models.match import Game, Match, MatchRevision
from tournaments.models.origin import Origin
from tournaments.models.parting import Parting
from tournaments.models.pod import Pod, PodRevision, PodSeat
from tournaments.models.receipt import PairingStep, SeedCommitment
from tournaments.models.registration import Registration
from tournaments.models.rejudging import Rejudging, VerdictChange
from tournaments.models.repair import PairedField, RoundRepair
from tournaments.models.report import PodReport, ResultReport
from tournaments.models.retention import Retention
from tournaments.models.round import Bye, MissedRound, Round
from tournaments.models.ruling import CardRuling
from tournaments.models.search import PairingSearch
from tournaments.models.season import Season, SeasonApart, SeasonEvent, SeasonLogEntry, SeasonMerge
from tournaments.models.snapshot import Restoration, Snapshot
from tournaments.models.stack import EnteredStack
from tournaments.models.staff import StaffMember
from tournaments.models.staff_link import StaffLink
from tournaments.models.tournament import Tournament
from tournaments.models.version import EventVersion

__all__ = [
    "Announcement",
    "AssignedRound",
    "Bye",
    "CardRuling",
    "DecidedPair",
    "DeckCheck",
    "EnteredStack",
    "Erasure",
    "EventVersion",
    "Export",
    "Game",
    "JoinRequest",
    "JudgeCall",
    "KeepApart",
    "LogEntry",
    "Match",
    "MatchRevision",
    "MissedRound",
    "Origin",
    "PairedField",
    "PairingSearch",
    "PairingStep",
    "Parting",
    "Penalty",
    "Pod",
    "PodReport",
    "PodRevision",
    "PodSeat",
    "Registration",
    "Rejudging",
    "Restoration",
    "ResultReport",
    "Retention",
    "Round",
    "RoundRepair",
    "Season",
    "SeasonApart",
    "SeasonEvent",
    "SeasonLogEntry",
    "SeasonMerge",
    "SeedCommitment",
    "Snapshot",
    "StaffLink",
    "StaffMember",
    "TimeExtension",
    "Tournament",
    "VerdictChange",
]
