"""The frame of the command line: who is called, and how every failure ends."""

import os
import sys
from collections.abc import Sequence

from cyclopts import App, Parameter

import condotta
from condotta.cli import plain

COMMANDS = {
    "play": "Open the live table: battles in a browser, against people and bots.",
    "serve": "Serve battles for a club: without a browser, alone or as one of several servers.",
    "think": "Lend a machine to several servers: bots think on it.",
    "battle": "Conduct a whole battle between bots and tell it as a story.",
    "replay": "Tell a battle again from its log, for one seat or all, or verify it.",
    "dice": "Check the dice of a log, offline, by a second reckoning of their own.",
    "report": "Write one page with maps, story, losses and dice of a battle.",
    "army": "Find, show, build, check, cost, print and import armies.",
    "rule": "Answer a position file: legal or not, and why.",
    "clause": "Say what a clause means, and how sure we are of it.",
    "odds": "Tell the chances of a combat, outcome by outcome.",
    "lab": "Study many battles: figures with intervals, records to fight again.",
    "test": "Check a checkout: style, types, import rules and every test.",
}
"""What the help says of each command, before its module is imported."""
HELP = """Conduct a multiplayer tabletop miniature battle: play it, replay it, ask about it.

condotta COMMAND --help tells more about one command."""
WRONG_INPUT = 2
OUR_FAULT = 70
INTERRUPTED = 130
PIPE_CLOSED = 141


def only_telling(default: object) -> object:
    """A default as the help shows it: one that is off or empty goes without saying."""
    return default or None


def version() -> str:
    """The version of the program, and the form that runs."""
    from condotta.cli.form import form  # noqa: PLC0415 - asked for by hardly anybody

    return f"{condotta.__version__} ({form()})"


def build(wanted: str = "") -> App:
    """The command line with every command by name; the one that is wanted tells of itself."""
    app = App(
        name="condotta",
        version=version,
        help=HELP,
        help_format="markdown" if wanted in COMMANDS else "plaintext",  # half of the time it takes
        default_parameter=Parameter(negative=(), show_default=only_telling),
        result_action="return_value",
        exit_on_error=False,
        print_error=False,
        suppress_keyboard_interrupt=False,
    )
    for place, (name, what) in enumerate(COMMANDS.items()):
        briefly = None if name == wanted else what
        app.command(f"condotta.cli.{name}:command", name=name, help=briefly, sort_key=place)
    return app


def say(text: str) -> None:
    """One line to the person, apart from what the command prints."""
    print(plain.harmless(text), file=sys.stderr)


def hush() -> None:
    """Let nothing more be written to a pipe that nobody reads."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def main(words: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status: 0 well, 2 wrong input, 70 a fault of ours."""
    asked = list(sys.argv[1:] if words is None else words)
    try:
        result = build("".join(asked[:1]))(asked)
        sys.stdout.flush()
    except KeyboardInterrupt:
        say("Stopped.")
        return INTERRUPTED
    except BrokenPipeError:
        hush()
        return PIPE_CLOSED
    except Exception as error:  # noqa: BLE001  the last door: nobody sees a traceback
        return fail(error, asked)
    return result if isinstance(result, int) else 0


def fail(error: Exception, asked: Sequence[str]) -> int:
    """Tell a failure in one sentence and return its exit status."""
    if told := plain.sentence(error):
        say(told)
        return WRONG_INPUT
    note = plain.note_crash(error, asked)
    say(
        f"Condotta met a fault of its own ({type(error).__name__}): "
        f"please report it and add the note {note}."
    )
    return OUR_FAULT
