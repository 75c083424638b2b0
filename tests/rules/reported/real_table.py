"""A battle at a real table for tests: who says what, and what came of it."""

import condotta
from condotta.kernel.asks import Choose
from condotta.kernel.events import Ruled


class Evening:
    """A reported battle in which the test answers for everybody, by windows."""

    def __init__(self, system, seats=None, seed=3, **settings):
        self.play = condotta.begin(system, seats=seats, seed=seed, settings=settings)

    @property
    def position(self):
        """The truth on the table."""
        return self.play.engine.state.position

    @property
    def asks(self):
        """The open questions by seat and window."""
        return {(ask.seat, ask.window): ask for ask in self.play.engine.state.asks}

    def until(self, window, **phase):
        """Let bots answer until somebody is asked in that window; the question."""
        for _ in range(3_000):
            found = [ask for (_, name), ask in self.asks.items() if name == window]
            at = phase.get("phase", self.position.phase) == self.position.phase
            if found and at:
                return found[0]
            assert not self.play.over, f"over before {window}"
            question = self.play.question
            self.play.say(self.play.suggest(question), question)
        raise AssertionError(f"nobody was asked {window}")

    def say(self, seat, window, said):
        """What a seat answers in a window; the rulings that came of it."""
        answer = Choose(said) if isinstance(said, str) else said
        events = self.play.engine.say(seat, answer, self.asks[seat, window].id)
        return [event for event in events if isinstance(event, Ruled)]

    def act(self, seat, said):
        """What a seat does unasked; the rulings that came of it."""
        return [event for event in self.play.engine.say(seat, said) if isinstance(event, Ruled)]

    def refused(self, seat, window, said):
        """The clauses and keys by which an answer is not taken."""
        verdict = self.play.engine.judge(seat, said, self.asks[seat, window].id)
        return [(one.clause, one.key) for one in verdict.refusals]


def keys(rulings):
    """The keys of rulings."""
    return [one.key for one in rulings]
