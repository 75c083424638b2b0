/** What lies on the table, folded from events. Facts only: no rule, no dice, no judgement. */
import type { Area, Ask, Chair, Event, EventOf, Mark, Piece, Position as Sent, Step, Where } from '../wire'

export type Counters = Readonly<Record<string, Readonly<Record<string, number>>>>

export interface Position {
  readonly board: { readonly width: number; readonly depth: number }
  readonly chairs: readonly Chair[]
  readonly areas: readonly Area[]
  /** By id, in the order they were mustered. */
  readonly pieces: ReadonlyMap<string, Piece>
  readonly counters: Counters
  readonly turn: number
  readonly phase: string
  readonly active: readonly string[]
  readonly seals: Readonly<Record<string, string>>
  readonly ended: EventOf<'Ended'> | null
}

export const EMPTY: Position = {
  board: { width: 0, depth: 0 },
  chairs: [],
  areas: [],
  pieces: new Map(),
  counters: {},
  turn: 0,
  phase: '',
  active: [],
  seals: {},
  ended: null,
}

/** A position and the questions that are open in it, as one audience knows them. */
export interface View {
  readonly position: Position
  readonly asks: readonly Ask[]
}

export const NOTHING: View = { position: EMPTY, asks: [] }

export const placeOf = (piece: Piece): Where => piece.place ?? 'undeployed'
export const marked = (piece: Piece, name: string): boolean => (piece.marks ?? []).some((mark) => mark.name === name)
export const has = (piece: Piece, trait: string): boolean => (piece.traits ?? []).includes(trait)
export const count = (position: Position, holder: string, name: string): number =>
  position.counters[holder]?.[name] ?? 0
export const sideOf = (position: Position, seat: string): string =>
  position.chairs.find((chair) => chair.seat === seat)?.side ?? ''
export const onTable = (position: Position): Piece[] =>
  [...position.pieces.values()].filter((piece) => piece.place === 'table' && piece.pose)

function withPiece(position: Position, piece: Piece): Position {
  const pieces = new Map(position.pieces)
  pieces.set(piece.id, piece)
  return { ...position, pieces }
}

function changed(position: Position, id: string, change: Partial<Piece>): Position {
  const piece = position.pieces.get(id)
  if (!piece) throw new Error(`an event speaks of ${id}, which is not there`)
  return withPiece(position, { ...piece, ...change })
}

function moved(position: Position, steps: readonly Step[]): Position {
  const pieces = new Map(position.pieces)
  for (const step of steps) {
    const piece = pieces.get(step.piece)
    if (!piece) throw new Error(`${step.piece} moves and is not there`)
    pieces.set(step.piece, { ...piece, place: 'table', pose: step.pose })
  }
  return { ...position, pieces }
}

function counted(position: Position, holder: string, name: string, value: number): Position {
  const row = { ...position.counters[holder] }
  if (value) row[name] = value
  else delete row[name]
  const counters = { ...position.counters }
  if (Object.keys(row).length) counters[holder] = row
  else delete counters[holder]
  return { ...position, counters }
}

function expired(position: Position, moment: string): Position {
  const pieces = new Map(position.pieces)
  let any = false
  for (const [id, piece] of position.pieces) {
    const marks = piece.marks ?? []
    const kept = marks.filter((mark) => (mark.until ?? '') !== moment)
    if (kept.length < marks.length) {
      pieces.set(id, { ...piece, marks: kept })
      any = true
    }
  }
  return any ? { ...position, pieces } : position
}

function marks(position: Position, id: string, change: (marks: readonly Mark[]) => readonly Mark[]): Position {
  return changed(position, id, { marks: change(position.pieces.get(id)?.marks ?? []) })
}

const same = (one: Mark, other: Mark): boolean => one.name === other.name && (one.until ?? '') === (other.until ?? '')

/** The position after one fact. */
export function evolve(position: Position, event: Event): Position {
  switch (event.kind) {
    case 'Began':
      return { ...position, board: event.board, chairs: event.chairs }
    case 'Laid':
      return { ...position, areas: [...position.areas, event.area] }
    case 'Lifted':
      return { ...position, areas: position.areas.filter((area) => area.id !== event.area) }
    case 'Mustered':
      return withPiece(position, event.piece)
    case 'Exchanged': {
      const old = position.pieces.get(event.piece.id)
      return withPiece(position, old ? { ...event.piece, marks: old.marks ?? [] } : event.piece)
    }
    case 'Placed':
      return changed(position, event.piece, { place: event.place, pose: event.pose ?? null })
    case 'Moved':
      return moved(position, event.steps)
    case 'Removed':
      return changed(position, event.piece, { place: event.to ?? 'lost', pose: null })
    case 'Controlled':
      return changed(position, event.piece, { controller: event.controller })
    case 'Marked':
      return marks(position, event.piece, (old) => (old.some((mark) => same(mark, event.mark)) ? old : [...old, event.mark]))
    case 'Cleared':
      return marks(position, event.piece, (old) => old.filter((mark) => mark.name !== event.name))
    case 'Expired':
      return expired(position, event.moment)
    case 'Counted':
      return counted(position, event.holder, event.name, event.value)
    case 'Paid': {
      let after = position
      for (const [holder, change] of [[event.giver, -event.amount], [event.taker, event.amount]] as const)
        if (holder) after = counted(after, holder, event.name, count(after, holder, event.name) + change)
      return after
    }
    case 'Entered':
      return { ...position, turn: event.turn, phase: event.phase, active: event.active }
    case 'Sealed':
      return { ...position, seals: { ...position.seals, [event.seal]: event.digest } }
    case 'Corrected':
      return event.changes.reduce(evolve, position)
    case 'Ended':
      return { ...position, ended: event }
    default:
      return position
  }
}

/** The questions that are open after an event. */
export function evolveAsks(asks: readonly Ask[], event: Event): readonly Ask[] {
  switch (event.kind) {
    case 'Asked':
      return [...asks, event.ask]
    case 'Answered':
    case 'Withdrawn':
      return asks.filter((ask) => (ask.id ?? 0) !== event.ask)
    default:
      return asks
  }
}

export function see(view: View, event: Event): View {
  const position = evolve(view.position, event)
  const asks = position.ended && !view.asks.length ? view.asks : position.ended ? [] : evolveAsks(view.asks, event)
  return position === view.position && asks === view.asks ? view : { position, asks }
}

/** A snapshot the server sent, as the view it is. */
export function unpacked(sent: Sent, asks: readonly Ask[]): View {
  const { board, chairs, areas, pieces, counters, turn, phase, active, seals, ended } = { ...EMPTY, ...sent }
  const listed = pieces instanceof Map ? pieces : new Map(Object.entries(pieces as Readonly<Record<string, Piece>>))
  return { position: { board, chairs, areas, pieces: listed, counters, turn, phase, active, seals, ended }, asks }
}

/** A stream that grows: every view there was stays at hand, for undo and for looking back. */
export class Chronicle {
  readonly events: Event[] = []
  /** `views[n]` is what was known after n events; unchanged ones are shared. */
  readonly views: View[]
  /** For each event, whether it was taken back later. */
  readonly undone: boolean[] = []

  constructor(readonly start: View = NOTHING) {
    this.views = [start]
  }

  get view(): View {
    return this.views[this.views.length - 1] ?? this.start
  }

  take(event: Event): void {
    const before = this.view
    if (event.kind === 'Undone') {
      this.views.push(this.views[event.kept] ?? before)
      for (let number = event.kept; number < this.events.length; number++) this.undone[number] = true
    } else {
      this.views.push(see(before, event))
    }
    this.events.push(event)
    this.undone.push(false)
  }
}
