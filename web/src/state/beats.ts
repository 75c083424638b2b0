/**
 * What happened, cut into beats: each is one thing to see. A ruling comes with the dice that led to
 * it and with what followed from it, a move is one by itself unless the ruling has told it. Read from
 * events alone: no rule.
 */
import type { Event, Line, Needed, Params, Piece, Point, Pose, Tally } from '../wire'
import { count, type Position, type View } from './fold'
import { STORY } from './told'

/** A throw: what it was for and must show, and the first piece that it was said to be about. */
export interface Thrown { readonly window: string; readonly pips: readonly number[]; readonly sides: number; readonly needed: Needed | null; readonly whose: string }

/** Who does something to whom, by the ruling of that key. */
export interface Deed { readonly by: string; readonly to: readonly string[]; readonly key: string }

export type BeatKind = 'quiet' | 'turn' | 'told' | 'setup' | 'move' | 'roll' | 'loss' | 'end'

export interface Beat {
  /** So many events had happened before it, and after it. */
  readonly from: number
  readonly to: number
  readonly kind: BeatKind
  readonly dice: readonly Thrown[]
  readonly tallies: readonly Tally[]
  /** Pieces that it is about: who moved, and whom rulings name, first who acts. */
  readonly about: readonly string[]
  readonly lost: readonly string[]
  /** Who does something to whom by the last ruling that says so. */
  readonly deed: Deed | null
  /** Who leaves the table, and where. */
  readonly leaves: { readonly by: string; readonly at: Point } | null
  /** Who moved or set out; nobody where it was a ruling. */
  readonly seat: string
}

/** Lines by the number of the event that they tell of. */
export class Told {
  private readonly at = new Map<number, Line[]>()

  constructor(lines: readonly Line[] = []) {
    this.add(lines)
  }

  add(lines: readonly Line[]): void {
    for (const line of lines) {
      const those = this.at.get(line.event)
      if (those) those.push(line)
      else this.at.set(line.event, [line])
    }
  }

  of(event: number): readonly Line[] {
    return this.at.get(event) ?? []
  }

  /** What a beat is told as: its story, and all of it. */
  story(beat: Beat): Line[] {
    return this.lines(beat).filter((line) => line.level === STORY)
  }

  lines(beat: Beat): Line[] {
    const found: Line[] = []
    for (let number = beat.from + 1; number <= beat.to; number++) found.push(...this.of(number))
    return found
  }
}

interface Open {
  from: number
  told: boolean
  seen: boolean
  moved: boolean
  kind: BeatKind
  dice: Thrown[]
  tallies: Tally[]
  about: string[]
  lost: string[]
  deed: Deed | null
  leaves: { by: string; at: Point } | null
  seat: string
}

const RANK: readonly BeatKind[] = ['quiet', 'setup', 'move', 'told', 'turn', 'roll', 'loss', 'end']
const opened = (from: number): Open => ({ from, told: false, seen: false, moved: false, kind: 'quiet', dice: [], tallies: [], about: [], lost: [], deed: null, leaves: null, seat: '' })

/** What the rounds of games are counted by: another begins with what is told of it. */
const ROUNDS: ReadonlySet<string> = new Set(['battle round', 'game turn', 'round'])
/** What is paid for a move before it is made: counted after it, it is what nobody used. */
const LEFT_OVER = 'command points'

/**
 * The beats of the events after `from`; `views` are what was known after so many. A beat ends where
 * somebody is asked, unless it has dice that nothing has come of yet, or where something else is told.
 */
export function beatsOf(events: readonly Event[], told: Told, from: number, views: readonly View[]): Beat[] {
  const found: Beat[] = []
  let beat = opened(from)
  const close = (at: number): void => {
    if (at > beat.from) found.push({ ...beat, to: at })
    beat = opened(at)
  }
  for (let index = from; index < events.length; index++) {
    const event = events[index]!
    const story = told.of(index + 1).filter((line) => line.level === STORY)
    const chance = (event.kind === 'Asked' && event.ask.seat === 'chance') || (event.kind === 'Answered' && event.seat === 'chance')
    const said = (event.kind === 'Asked' || event.kind === 'Answered') && !chance
    const goes = event.kind === 'Moved' && beat.kind !== 'setup' && told.of(index + 1).length > 0
    // what runs out at an end is over with what comes after it, not with what was told last; so is what counts anew
    const over = event.kind === 'Expired' || (event.kind === 'Counted' && (ROUNDS.has(event.name) || (beat.moved && event.name === LEFT_OVER)))
    // whether others let dice lie that nothing has come of yet stands with what does
    const lies = beat.dice.length > 0 && !beat.told
    if (beat.seen && ((said && !lies) || over || (beat.told && (chance || story.length > 0)) || (beat.moved && !beat.told && chance) || goes)) close(index)
    add(beat, event, story, views[index]!)
  }
  close(events.length)
  return found
}

function add(beat: Open, event: Event, story: readonly Line[], { position, asks }: View): void {
  const is = (kind: BeatKind): void => {
    if (RANK.indexOf(kind) > RANK.indexOf(beat.kind)) beat.kind = kind
    beat.seen = true
  }
  const names = (ids: readonly string[]): void => {
    for (const id of ids) if (position.pieces.has(id) && !beat.about.includes(id)) beat.about.push(id)
  }
  if (story.length) {
    beat.told = true
    is(story.some((line) => line.kind === 'turn') ? 'turn' : story.every((line) => line.kind === 'setup' || line.kind === 'passed') ? 'setup' : story.some((line) => line.kind === 'end') ? 'end' : story.some((line) => line.kind === 'move') ? 'move' : 'told')
    beat.seat ||= story.find((line) => line.seat)?.seat ?? ''
  }
  switch (event.kind) {
    case 'Answered':
      if (event.seat === 'chance' && event.said?.kind === 'Roll') {
        const asked = asks.find((ask) => ask.id === event.ask)
        beat.dice.push({ window: event.window, pips: event.said.pips, sides: asked?.sides ?? 6, needed: asked?.needed ?? null, whose: Object.values(asked?.needed?.params ?? {}).map(String).find((id) => position.pieces.has(id)) ?? '' })
        is('roll')
      }
      break
    case 'Moved':
      beat.moved = true
      names(event.steps.map((step) => step.piece))
      beat.seat ||= position.pieces.get(event.steps[0]?.piece ?? '')?.controller ?? ''
      is(event.way === 'deploy' ? 'setup' : 'move')
      break
    case 'Placed':
      if (event.place === 'table' && event.pose) {
        names([event.piece])
        beat.seat ||= position.pieces.get(event.piece)?.controller ?? ''
        is('setup')
      }
      break
    case 'Ruled':
      beat.tallies.push(...(event.tallies ?? []))
      beat.seat ||= position.chairs.find((chair) => chair.seat === event.params?.['seat'])?.seat ?? ''
      for (const value of Object.values(event.params ?? {})) names(typeof value === 'string' ? [value] : typeof value === 'number' ? [] : value)
      names((event.tallies ?? []).map((tally) => tally.who))
      beat.deed = deedOf(event.params ?? {}, position, event.key) ?? beat.deed
      beat.leaves = leavesOf(event.params ?? {}, position) ?? beat.leaves
      break
    case 'Removed':
      if ((event.to ?? 'lost') === 'lost') {
        beat.lost.push(event.piece)
        names([event.piece])
        is('loss')
      }
      break
  }
}

/** What rulings call those to whom something is done. */
const SUFFERS = new Set(['target', 'targets', 'defender', 'loser', 'losers', 'met'])

/** Who a ruling says does something, and to whom of another player. */
export function deedOf(params: Params, { pieces }: Position, key = ''): Deed | null {
  const roles = Object.entries(params).map(([role, value]) => [role, (typeof value === 'string' ? [value] : Array.isArray(value) ? value : []).filter((id) => pieces.has(id))] as const).filter(([, ids]) => ids.length > 0)
  // of several that do it together, whoever stands by himself: others have joined him
  const doers = roles.find(([role]) => !SUFFERS.has(role))?.[1] ?? []
  const by = doers.find((id) => pieces.get(id)?.pose) ?? doers[0] ?? ''
  const to = roles.find(([role, ids]) => SUFFERS.has(role) && !ids.includes(by)) ?? roles.find(([, ids]) => !ids.includes(by))
  const foes = (to?.[1] ?? []).filter((id) => pieces.get(id)?.controller !== pieces.get(by)?.controller)
  return by && foes.length ? { by, to: foes, key } : null
}

/** Who a ruling says goes to a place on the way off the table. */
function leavesOf(params: Params, { pieces }: Position): { by: string; at: Point } | null {
  const { x, y } = params
  const by = Object.values(params).find((value): value is string => typeof value === 'string' && pieces.has(value))
  return by && typeof x === 'number' && typeof y === 'number' ? { by, at: [x, y] } : null
}

/** What there is to see of a beat by itself; what is quiet passes unseen. */
export const isSeen = (beat: Beat): boolean => beat.kind !== 'quiet'

/** How long a beat is looked at when nobody hurries, in milliseconds: longer where there is more to read. */
export function dwell(beat: Beat, letters: number): number {
  const base: Record<BeatKind, number> = { quiet: 0, setup: 500, turn: 900, move: 1000, told: 1100, roll: 1700, loss: 1700, end: 2200 }
  if (!base[beat.kind]) return 0
  return base[beat.kind] + Math.min(1600, Math.max(0, letters - 40) * 14) + Math.min(800, 200 * Math.max(0, beat.dice.length - 1))
}

/** What a piece that is still there has lost: of its models, or in wounds. */
export interface Toll { readonly piece: string; readonly of: 'models' | 'wounds'; readonly count: number }

/** What became less between two moments of pieces that stand on the table at both. */
export function tolls(before: Position, after: Position, pieces: readonly string[]): Toll[] {
  return pieces.flatMap((piece): Toll[] => {
    if (after.pieces.get(piece)?.place !== 'table') return []
    const [slain, hurt] = [count(before, piece, 'models') - count(after, piece, 'models'), count(after, piece, 'wounds') - count(before, piece, 'wounds')]
    return slain > 0 ? [{ piece, of: 'models', count: slain }] : hurt > 0 ? [{ piece, of: 'wounds', count: hurt }] : []
  })
}

/** One way over the table, from where a piece stood. */
export interface Trail { readonly piece: Piece; readonly poses: readonly Pose[] }
export interface Fallen { readonly piece: Piece; readonly pose: Pose }

/** What moved and fell between two moments: whole ways, and where those stood who are gone. */
export function traces(events: readonly Event[], at: (number: number) => Position, undone: readonly boolean[], from: number, to: number): { trails: Trail[]; fallen: Fallen[] } {
  const ways = new Map<string, { piece: Piece; poses: Pose[] }>()
  const fallen: Fallen[] = []
  for (let index = from; index < to; index++) {
    const event = events[index]
    if (!event || undone[index]) continue
    if (event.kind === 'Moved' && event.way !== 'deploy')
      for (const { piece: id, pose } of event.steps) {
        const piece = at(index).pieces.get(id)
        if (!piece?.pose) continue
        const way = ways.get(id) ?? { piece, poses: [piece.pose] }
        way.poses.push(pose)
        ways.set(id, way)
      }
    else if (event.kind === 'Removed' && (event.to ?? 'lost') === 'lost') {
      const piece = at(index).pieces.get(event.piece)
      if (piece?.pose && piece.place === 'table') fallen.push({ piece, pose: piece.pose })
    }
  }
  return { trails: [...ways.values()], fallen }
}
