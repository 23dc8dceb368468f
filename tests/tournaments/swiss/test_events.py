"""Whole random events, every round re-checked by a checker that shares no code with the engine."""

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tournaments.swiss.settings import Order, PairingSettings, TeamPolicy

from .checker import check_round
from .events import EventPlan, play_event

POINTS = ((3, 1, 0), (2, 1, 0), (6, 3, 0), (1, 0, 0), (10, 4, 1))

plans = st.builds(
    EventPlan,
    players=st.integers(4, 90) | st.integers(91, 400),
    rounds=st.integers(5, 10),
    points=st.sampled_from(POINTS),
    draws=st.sampled_from([0.0, 0.05, 0.3]),
    drops=st.sampled_from([0.0, 0.05, 0.2]),
    late=st.sampled_from([0.0, 0.05]),
    teams=st.sampled_from([0, 2, 6, 40]),
    planned=st.booleans(),
    tables=st.booleans(),
    settings=st.builds(
        PairingSettings,
        order=st.sampled_from(Order),
        team_policy=st.sampled_from([TeamPolicy.IGNORE, TeamPolicy.DISCOURAGE]),
        team_rounds=st.sampled_from([None, 2]),
    ),
)


@settings(max_examples=80, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(plan=plans, seed=st.integers(0, 10**6))
def test_every_round_of_an_event_is_complete_and_best(plan: EventPlan, seed: int) -> None:
    for history, result in play_event(plan, seed):
        check_round(history, plan.settings, result)
