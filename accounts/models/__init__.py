from accounts.models.consent import GuardianConsent
from accounts.models.link import SignInLink
from accounts.models.mail import NoticeAddress, QueuedMail
from accounts.models.notice import Notice, QuietNotice
from accounts.models.player import AgeGroup, Player
from accounts.models.push import PushSubscription, QueuedPush
from accounts.models.token import ApiToken
from accounts.models.user import User

__all__ = [
    "AgeGroup",
    "ApiToken",
    "GuardianConsent",
    "Notice",
    "NoticeAddress",
    "Player",
    "PushSubscription",
    "QueuedMail",
    "QueuedPush",
    "QuietNotice",
    "SignInLink",
    "User",
]
