"""Routes of the tournaments' endpoints."""

from django.urls import URLPattern, URLResolver, include, path

from tournaments.api import (
    announcement_views,
    assigned_views,
    call_views,
    cut_views,
    decided_views,
    decklist_views,
    entry_views,
    erasing_views,
    export_views,
    joining_views,
    judging_views,
    late_seat_views,
    mail_views,
    match_views,
    notice_views,
    pairing_views,
    pasted_views,
    pod_decision_views,
    pod_repair_views,
    pod_report_views,
    pod_swap_views,
    pod_table_views,
    pod_views,
    receipt_views,
    report_views,
    round_views,
    search_views,
    season_views,
    settling_views,
    standings_views,
    tournament_views,
)

entry = [
    path("", entry_views.RegistrationDetail.as_view(), name="api_registration"),
    path("erasure/", erasing_views.PlayerErasure.as_view(), name="api_player_erasure"),
    path("check-in/", entry_views.CheckIn.as_view(), name="api_check_in"),
    path("division/", entry_views.EntryDivision.as_view(), name="api_entry_division"),
    path("steps/<slug:step>/", entry_views.EntryStep.as_view(), name="api_entry_step"),
    path("assigned/", assigned_views.AssignedRounds.as_view(), name="api_assigned"),
    path("assigned/withdraw/", assigned_views.AssignedWithdraw.as_view(), name="api_assigned_withdraw"),
    path("seat/", pairing_views.FixedSeat.as_view(), name="api_seat"),
    path("decklist/", decklist_views.EntryDecklist.as_view(), name="api_decklist"),
    path("decklist/versions/", decklist_views.EntryDecklistVersions.as_view(), name="api_decklist_versions"),
    path("standings/<str:value>/", standings_views.StandingExplained.as_view(), name="api_standing_explained"),
]

match = [
    path("", match_views.MatchDetail.as_view(), name="api_match"),
    path("games/", match_views.ReportGame.as_view(), name="api_match_games"),
    path("games/undo/", match_views.UndoGame.as_view(), name="api_game_undo"),
    path("score/", match_views.ReportScore.as_view(), name="api_score"),
    path("end-on-time/", match_views.EndOnTime.as_view(), name="api_end_on_time"),
    path("outcome/", match_views.ReportOutcome.as_view(), name="api_outcome"),
    path("correction/", match_views.Correct.as_view(), name="api_correction"),
    path("revisions/", match_views.RevisionList.as_view(), name="api_revisions"),
    path("reports/", report_views.MatchReports.as_view(), name="api_match_reports"),
    path("reports/games/", report_views.MatchGameReports.as_view(), name="api_match_game_reports"),
    path("call/", call_views.TableCall.as_view(), name="api_table_call"),
]

pod = [
    path("", pod_views.PodDetail.as_view(), name="api_pod"),
    path("result/", pod_views.PodResultOf.as_view(), name="api_pod_result"),
    path("clear/", pod_views.PodClear.as_view(), name="api_pod_clear"),
    path("revisions/", pod_views.PodRevisionList.as_view(), name="api_pod_revisions"),
    path("reports/", pod_report_views.PodReports.as_view(), name="api_pod_reports"),
    path("call/", pod_report_views.PodCall.as_view(), name="api_pod_call"),
]

check = [
    path("", judging_views.CheckDetail.as_view(), name="api_check"),
    path("counts/", judging_views.CheckCounts.as_view(), name="api_check_counts"),
    path("end/", judging_views.CheckEnd.as_view(), name="api_check_end"),
    path("abandon/", judging_views.CheckAbandon.as_view(), name="api_check_abandon"),
    path("reopen/", judging_views.CheckReopen.as_view(), name="api_check_reopen"),
]

call = [
    path("", call_views.CallDetail.as_view(), name="api_call"),
    path("claim/", call_views.CallClaim.as_view(), name="api_call_claim"),
    path("release/", call_views.CallRelease.as_view(), name="api_call_release"),
    path("close/", call_views.CallClose.as_view(), name="api_call_close"),
    path("reopen/", call_views.CallReopen.as_view(), name="api_call_reopen"),
]

judging: list[URLPattern | URLResolver] = [
    path("checks/", judging_views.CheckList.as_view(), name="api_checks"),
    path("checks/draw/", judging_views.CheckDraw.as_view(), name="api_check_draw"),
    path("checks/<int:check_id>/", include(check)),
    path("calls/", call_views.CallList.as_view(), name="api_calls"),
    path("calls/<int:call_id>/", include(call)),
    path("penalties/", judging_views.PenaltyList.as_view(), name="api_penalties"),
    path("penalties/<int:penalty_id>/withdraw/", judging_views.PenaltyWithdraw.as_view(), name="api_penalty_withdraw"),
    path("time-extensions/", judging_views.TimeExtensionList.as_view(), name="api_time_extensions"),
    path(
        "time-extensions/<int:extension_id>/withdraw/",
        judging_views.TimeExtensionWithdraw.as_view(),
        name="api_time_extension_withdraw",
    ),
    path("open-cards/", settling_views.OpenCardList.as_view(), name="api_open_cards"),
    path("card-rulings/", settling_views.RulingList.as_view(), name="api_card_rulings"),
    path(
        "card-rulings/<int:ruling_id>/withdraw/",
        settling_views.RulingWithdraw.as_view(),
        name="api_card_ruling_withdraw",
    ),
    path("decklists/statistics/", judging_views.ListStatistics.as_view(), name="api_list_statistics"),
    path("decklists/reminders/", judging_views.ListReminders.as_view(), name="api_list_reminders"),
]

join_request = [
    path("", joining_views.JoinRequestDetail.as_view(), name="api_join_request"),
    path("key/", joining_views.JoinRequestKey.as_view(), name="api_join_key"),
    path("same/", joining_views.JoinSame.as_view(), name="api_join_same"),
    path("other/", joining_views.JoinOther.as_view(), name="api_join_other"),
    path("refusal/", joining_views.JoinRefuse.as_view(), name="api_join_refuse"),
    path("reopen/", joining_views.JoinReopen.as_view(), name="api_join_reopen"),
]

announcing = [
    path("", announcement_views.AnnouncementList.as_view(), name="api_announcements"),
    path("history/", announcement_views.AnnouncementHistory.as_view(), name="api_announcement_history"),
    path("<int:announcement_id>/", announcement_views.AnnouncementDetail.as_view(), name="api_announcement"),
    path(
        "<int:announcement_id>/take-down/",
        announcement_views.AnnouncementTakeDown.as_view(),
        name="api_announcement_take_down",
    ),
]

tournament: list[URLPattern | URLResolver] = [
    path("", tournament_views.TournamentDetail.as_view(), name="api_tournament"),
    path("duplicate/", tournament_views.TournamentDuplicate.as_view(), name="api_duplicate"),
    path("cancellation/", tournament_views.TournamentCancel.as_view(), name="api_cancel"),
    path("staff/", tournament_views.StaffList.as_view(), name="api_staff"),
    path("staff/<str:username>/<str:role>/", tournament_views.StaffRole.as_view(), name="api_staff_role"),
    path("announcements/", include(announcing)),
    path("joining/", joining_views.Joining.as_view(), name="api_joining"),
    path("join-requests/", joining_views.JoinRequestList.as_view(), name="api_join_requests"),
    path("join-requests/<int:request_id>/", include(join_request)),
    path("registrations/", entry_views.RegistrationList.as_view(), name="api_registrations"),
    path("registrations/ages/", entry_views.UnknownAges.as_view(), name="api_ages"),
    path("registrations/pasted/", pasted_views.PastedList.as_view(), name="api_pasted"),
    path("registrations/pasted/preview/", pasted_views.PastedPreview.as_view(), name="api_pasted_preview"),
    path("registrations/<int:registration_id>/", include(entry)),
    path("start/", round_views.TournamentStart.as_view(), name="api_start"),
    path("steps/<slug:step>/", round_views.TournamentStep.as_view(), name="api_tournament_step"),
    path("top-cut/", cut_views.TopCut.as_view(), name="api_top_cut"),
    path("rounds/", round_views.RoundList.as_view(), name="api_rounds"),
    path("rounds/<int:number>/", round_views.RoundDetail.as_view(), name="api_round"),
    path("rounds/<int:number>/steps/<slug:step>/", round_views.RoundStep.as_view(), name="api_round_step"),
    path("rounds/<int:number>/proof/", pairing_views.RoundProof.as_view(), name="api_round_proof"),
    path("rounds/<int:number>/swap/", pod_swap_views.RoundSwap.as_view(), name="api_round_swap"),
    path("rounds/<int:number>/pods/repair/", pod_repair_views.PodRepairs.as_view(), name="api_pod_repair"),
    path("rounds/<int:number>/pods/tables/", pod_table_views.PodTables.as_view(), name="api_pod_tables"),
    path("rounds/<int:number>/pods/decisions/", pod_decision_views.PodDecisions.as_view(), name="api_pod_decisions"),
    path(
        "rounds/<int:number>/pods/decisions/plan/",
        pod_decision_views.PodDecisionPlanOf.as_view(),
        name="api_pod_decision_plan",
    ),
    path("rounds/<int:number>/receipt/", receipt_views.RoundReceipt.as_view(), name="api_round_receipt"),
    path("seeds/", receipt_views.SeedList.as_view(), name="api_seeds"),
    path("rounds/<int:number>/search/", search_views.RoundSearch.as_view(), name="api_round_search"),
    path("rounds/<int:number>/decisions/", decided_views.RoundDecisions.as_view(), name="api_round_decisions"),
    path(
        "rounds/<int:number>/decisions/plan/", decided_views.RoundDecisionPlan.as_view(), name="api_round_decision_plan"
    ),
    path("rounds/<int:number>/repair/", pairing_views.RoundRepairs.as_view(), name="api_round_repair"),
    path("rounds/<int:number>/late/", late_seat_views.RoundLateSeats.as_view(), name="api_round_late_seats"),
    path("apart/", pairing_views.ApartList.as_view(), name="api_apart"),
    path("apart/<int:pair_id>/", pairing_views.ApartDetail.as_view(), name="api_apart_pair"),
    path("matches/<int:match_id>/", include(match)),
    path("pods/unconfirmed/", pod_report_views.UnconfirmedPods.as_view(), name="api_unconfirmed_pods"),
    path("pods/<int:pod_id>/", include(pod)),
    path("", include(judging)),
    path("reports/unconfirmed/", report_views.UnconfirmedReports.as_view(), name="api_unconfirmed"),
    path("tables/overdue/", report_views.OverdueTables.as_view(), name="api_overdue_tables"),
    path("standings/", standings_views.StandingList.as_view(), name="api_standings"),
    path("exports/", export_views.ExportList.as_view(), name="api_exports"),
]

urlpatterns = [
    path("tournaments/", tournament_views.TournamentList.as_view(), name="api_tournaments"),
    path("tournaments/<slug:code>/", include(tournament)),
    path("join-codes/<str:typed>/", joining_views.JoinCode.as_view(), name="api_join_code"),
    path("seasons/", season_views.SeasonList.as_view(), name="api_seasons"),
    path("seasons/<slug:season>/", season_views.SeasonDetail.as_view(), name="api_season"),
    path("seasons/<slug:season>/leaderboard/", season_views.SeasonLeaderboard.as_view(), name="api_season_board"),
    path(
        "seasons/<slug:season>/players/<int:person_id>/", season_views.SeasonPerson.as_view(), name="api_season_person"
    ),
    path("notices/", notice_views.NoticeList.as_view(), name="api_notices"),
    path("notices/choice/", notice_views.NoticeChoice.as_view(), name="api_notice_choice"),
    path("notices/mail/", mail_views.NoticeMail.as_view(), name="api_notice_mail"),
    path("notices/mail/stop/", mail_views.NoticeMailStop.as_view(), name="api_notice_mail_stop"),
    path("notices/push/", notice_views.NoticePush.as_view(), name="api_notice_push"),
    path("notices/push/stop/", notice_views.NoticePushStop.as_view(), name="api_notice_push_stop"),
    path("notices/read/", notice_views.NoticesRead.as_view(), name="api_notices_read"),
    path("notices/<int:notice_id>/read/", notice_views.NoticeRead.as_view(), name="api_notice_read"),
    path("exports/<uuid:key>/", export_views.ExportDetail.as_view(), name="api_export"),
    path("exports/<uuid:key>/file/", export_views.ExportFile.as_view(), name="api_export_file"),
]
