"""What the command line says when something is wrong: one sentence, no traceback."""

import sys
import tempfile
import traceback
import unicodedata
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path

from cyclopts import CoercionError, CycloptsError, MissingArgumentError, UnknownCommandError
from cyclopts.argument import Argument, Token
from cyclopts.exceptions import UnusedCliTokensError

import condotta
from condotta.errors import PlainError, nearest

HINTS = {
    "is damaged (": ": take another copy, or cut the log off before that line",
    "its first line is not a header": ": name a file that `condotta battle --out` wrote",
}
"""What to do about a log that cannot be read, by what is said of it."""


JOINER = "\u200d"
UNSEEN = ("Cc", "Cf", "Cs")
"""Letters that are not seen but heard: by them a text moves the cursor, or reads backwards."""


def harmless(text: str) -> str:
    """A text as a terminal may have it: what would steer the terminal is a question mark in a box.

    >>> harmless("hello \\x1b[2J\\n")
    'hello �[2J\\n'
    """
    if text.isprintable():
        return text
    return "".join(one if is_seen(one) else "\ufffd" for one in text)


def is_seen(letter: str) -> bool:
    """Whether a letter does nothing but be seen, end a line or hold an emoji together."""
    return letter in ("\n", "\t", JOINER) or unicodedata.category(letter) not in UNSEEN


def bad_words(error: CycloptsError) -> str:
    """The sentence for a command, option or value that the command line does not know."""
    chain = " ".join(("condotta", *(error.command_chain or ())))
    match error:
        case UnknownCommandError(unused_tokens=[word, *_], app=app):
            known = sorted(name for name in app or () if not name.startswith("-"))
            hint = nearest(word, known) or f" See {chain} --help."
            kind = "option" if word.startswith("-") else "command"
            return f'{chain} has no {kind} "{word}".{hint}'
        case UnusedCliTokensError(unused_tokens=[word, *_]):
            return f'{chain} does not know what to do with "{word}". See {chain} --help.'
        case CoercionError(target_type=kind, token=Token(keyword=str(option), value=value)) if (
            kind is int
        ):
            return f'{option} takes a whole number, such as 7, not "{value}".'
        case MissingArgumentError(argument=Argument(name=name, index=int())):
            return f"{chain} needs {name.lstrip('-').upper()}. See {chain} --help."
        case _:
            return str(error).strip() or f"{chain} did not understand that. See {chain} --help."


def bad_file(error: OSError) -> str:
    """The sentence for a file that cannot be opened, with the nearest name beside it."""
    path = Path(str(error.filename))
    match error:
        case FileNotFoundError():
            beside = path.parent.iterdir() if path.parent.is_dir() else ()
            return f"There is no file {path}.{nearest(path.name, (one.name for one in beside))}"
        case IsADirectoryError():
            return f"{path} is a folder: name a file in it."
        case FileExistsError():
            return f"{path} is there already: name another file."
        case _:
            return f"{path} cannot be used: {error.strerror}."


def from_kernel(error: Exception) -> str:
    """The sentence of a refused record or an unruled clash; empty for any other error."""
    module = sys.modules.get("condotta.kernel.errors")
    if module is None or not isinstance(error, (module.Corrupt, module.Clash)):
        return ""
    told = str(error)
    hint = next((hint for words, hint in HINTS.items() if words in told), "")
    return f"{told}{hint}"


def sentence(error: Exception) -> str:
    """What a person is told about an expected failure; empty when it is a fault of ours."""
    match error:
        case PlainError():
            return str(error)
        case CycloptsError():
            return bad_words(error)
        case OSError() if error.filename is not None:
            return bad_file(error)
        case _:
            return from_kernel(error)


def note_crash(error: Exception, words: Iterable[str]) -> Path:
    """Path of a note in the temporary folder with all that a mender needs."""
    stamp = datetime.now(tz=UTC).isoformat(timespec="seconds")
    head = f"condotta {condotta.__version__}, Python {sys.version}, {sys.platform}, {stamp}\n"
    asked = f"asked: condotta {' '.join(words)}\n\n"
    story = "".join(traceback.format_exception(error))
    with tempfile.NamedTemporaryFile(
        "w", prefix="condotta-", suffix=".txt", delete=False, encoding="utf-8"
    ) as note:
        note.write(head + asked + story)
    return Path(note.name)
