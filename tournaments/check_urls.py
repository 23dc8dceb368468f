"""Routes of the judge at the table: deck checks, penalties, extra time, calls, the state of the decklists."""

from django.urls import path

from tournaments.views.desk import calls, checks, counting, deck_figures, extra_time, floor, penalties, settling

urlpatterns = [
    path("t/<code>/checks/", checks.start_page, name="desk_checks"),
    path("t/<code>/checks/past/", checks.past, name="desk_checks_past"),
    path("t/<code>/checks/draw/", checks.draw, name="desk_check_draw"),
    path("t/<code>/checks/table/<int:match_id>/", checks.table, name="desk_check_table"),
    path("t/<code>/checks/table/<int:match_id>/start/", checks.start_table, name="desk_check_table_start"),
    path("t/<code>/checks/entry/<int:registration_id>/", checks.entry, name="desk_check_entry"),
    path("t/<code>/checks/entry/<int:registration_id>/start/", checks.start_entry, name="desk_check_start"),
    path("t/<code>/checks/lists/remind/", deck_figures.remind, name="desk_lists_remind"),
    path("t/<code>/checks/lists/<slug:figure>/", deck_figures.figure, name="desk_lists"),
    path("t/<code>/checks/cards/", settling.cards, name="desk_cards"),
    path("t/<code>/checks/cards/settle/", settling.settle, name="desk_card_settle"),
    path("t/<code>/checks/cards/<int:ruling_id>/withdraw/", settling.withdraw, name="desk_card_withdraw"),
    path("t/<code>/checks/cards/<int:ruling_id>/undo/", settling.undo, name="desk_card_undo"),
    path("t/<code>/checks/<int:check_id>/", counting.check, name="desk_check"),
    path("t/<code>/checks/<int:check_id>/counts/", counting.counts, name="desk_check_counts"),
    path("t/<code>/checks/<int:check_id>/tap/", counting.tap, name="desk_check_tap"),
    path("t/<code>/checks/<int:check_id>/cards/", counting.cards, name="desk_check_cards"),
    path("t/<code>/checks/<int:check_id>/result/", counting.result, name="desk_check_result"),
    path("t/<code>/checks/<int:check_id>/abandon/", counting.abandon, name="desk_check_abandon"),
    path("t/<code>/checks/<int:check_id>/reopen/", counting.reopen, name="desk_check_reopen"),
    path("t/<code>/floor/", floor.floor, name="desk_floor"),
    path("t/<code>/calls/", calls.calls, name="desk_calls"),
    path("t/<code>/calls/count/", calls.count, name="desk_calls_count"),
    path("t/<code>/calls/table/<int:match_id>/", calls.raise_at, name="desk_call_raise"),
    path("t/<code>/calls/<int:call_id>/", calls.call, name="desk_call"),
    path("t/<code>/calls/<int:call_id>/claim/", calls.claim, name="desk_call_claim"),
    path("t/<code>/calls/<int:call_id>/release/", calls.release, name="desk_call_release"),
    path("t/<code>/calls/<int:call_id>/reopen/", calls.reopen, name="desk_call_reopen"),
    path("t/<code>/calls/<int:call_id>/withdraw/", calls.withdraw, name="desk_call_withdraw"),
    path("t/<code>/penalties/", penalties.penalties, name="desk_penalties"),
    path("t/<code>/penalties/new/", penalties.new, name="desk_penalty_new"),
    path("t/<code>/penalties/<int:penalty_id>/withdraw/", penalties.withdraw, name="desk_penalty_withdraw"),
    path("t/<code>/extra-time/<int:match_id>/", extra_time.give, name="desk_time_give"),
    path("t/<code>/extra-time/<int:extension_id>/withdraw/", extra_time.withdraw, name="desk_time_withdraw"),
]
