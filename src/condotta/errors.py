"""The one error that is written for the person at the keyboard."""


class PlainError(Exception):
    """A failure told in one clear sentence that says what to do next.

    The command line prints the sentence and ends with status 2; there is never a traceback.
    """
