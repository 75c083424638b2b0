"""The command line: one module a command, each imported only when it is called.

A command's module offers one name, `command`: a function whose annotations are its options,
or a `cyclopts.App` when it has subcommands. What it returns is the exit status; None is 0.

Flat because each module is one command, or the words that a few commands share.
"""
