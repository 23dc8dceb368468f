"""Routes of notices to one person, and of the runs that judge open decks again."""

from django.urls import path

from tournaments.views import mail_links, notices, rejudging

urlpatterns = [
    path("my/notices/", notices.inbox, name="my_notices"),
    path("my/notices/read/", notices.read_all, name="my_notices_read"),
    path("my/notices/<int:notice_id>/read/", notices.read, name="my_notice_read"),
    path("mail/confirm/<str:secret>/", mail_links.confirm, name="mail_confirm"),
    path("mail/end/<str:secret>/", mail_links.end, name="mail_end"),
    path("desk/games/<slug:slug>/judging/", rejudging.of_game, name="game_rejudging"),
    path("desk/games/<slug:slug>/judging/again/", rejudging.again, name="game_rejudging_again"),
    path("t/<code>/desk/judging/", rejudging.of_event, name="desk_rejudging"),
    path("t/<code>/desk/judging/again/", rejudging.of_event_again, name="desk_rejudging_again"),
]
