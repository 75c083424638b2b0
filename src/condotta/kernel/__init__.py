"""The engine: what may be said, what follows, who may know. It knows no game.

A *decider*: `decide` turns what a seat says into events, `evolve` applies an event to a state.
Events are what hands do at a table; chance is a seat; a procedure's progress is its answers;
layers speak at seams. See `docs/design.md`.

Flat because it is one chapter: events, asks, frames, views and logs, which none can do without.
"""
