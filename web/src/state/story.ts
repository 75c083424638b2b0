/** Events told as sentences: the story, the rules behind it, or the raw records. */
import { corners, extent } from '../board/paper'
import type { Event, EventOf, Leg, Move, Params, Piece, Point, Refusal, Tally } from '../wire'
import { count, EMPTY, has, evolve, type Position } from './fold'
import { Labels } from './labels'
import { CAMP, isCard, isModel, Names, UNIT } from './names'
import type { Words } from './words'

export const STORY = 1
export const RULES = 2
export const RAW = 3
export type Level = typeof STORY | typeof RULES | typeof RAW

export interface Line {
  level: Level
  kind: string
  text: string
  clause: string
  seat: string
  turn: number
  /** The number of the event that is told, from 1. */
  event: number
}

const WORTH = 'worth'
const FULL_POINTS = 'points'
const POINTS = 'command points'
/** The ways of moving that the story tells; the others are of the rules. */
const TOLD: readonly string[] = ['move', 'march', 'forced march', 'charge', 'flee', 'pursue', 'overrun']

/** Tells events one after another; it keeps the position, and what it has not said yet. */
export class Narrator {
  readonly names: Names
  position: Position = EMPTY
  number = 0
  private said: EventOf<'Answered'> | null = null
  private paid: [spent: number, left: number] | null = null
  private mustered = false
  private readonly musters = new Set<string>()
  private placed: EventOf<'Placed'>[] = []

  constructor(private readonly words: Words) {
    this.names = new Names(words)
  }

  /** The lines that an event adds, waiting ones first. */
  hear(event: Event): Line[] {
    this.number += 1
    const lines: Line[] = []
    if ((event.kind !== 'Placed' && event.kind !== 'Answered') || this.breaks(event)) lines.push(...this.flush())
    lines.push(...this.told(event))
    this.position = evolve(this.position, event)
    lines.push(this.line(RAW, 'raw', JSON.stringify(event)))
    return lines
  }

  /** What was kept back to be said together. */
  flush(): Line[] {
    const groups = new Map<string, { seat: string; place: string; ids: string[] }>()
    for (const event of this.placed) {
      const seat = this.position.pieces.get(event.piece)?.controller ?? ''
      const key = `${seat}/${event.place}`
      const group = groups.get(key) ?? { seat, place: event.place, ids: [] }
      group.ids.push(event.piece)
      groups.set(key, group)
    }
    this.placed = []
    // what is nobody's goes with whoever carries it: rulings tell of that
    return [...groups.values()].filter(({ seat }) => seat).map(({ seat, place, ids }) => {
      const pieces = this.pieces(ids)
      const body = this.names.body(pieces)
      const key = this.placing(pieces, place)
      return this.line(STORY, 'setup', this.say(key, { seat: this.names.seat(seat), body }), '', seat)
    })
  }

  /** The message for pieces that are put somewhere: what waits beside the board waits for a flank march over TRIUMPH! alone. */
  private placing(pieces: readonly Piece[], place: string): string {
    const begun = this.position.turn > 0
    if (place === 'aside' && pieces.every(isCard)) return 'story.discards'
    if (place === 'aside' && pieces.every((one) => isModel(one) || one.type === UNIT)) return 'story.placed.aboard'
    if (place === 'reserve') return pieces.every((one) => this.words.has(`troop.${one.type}`)) ? 'story.placed.march' : begun ? 'story.placed.away' : 'story.placed.reserve'
    return begun && place === 'table' ? 'story.placed.stands' : `story.placed.${place}`
  }

  private pieces(ids: readonly string[]): Piece[] {
    return ids.map((id) => this.position.pieces.get(id)).filter((piece) => piece !== undefined)
  }

  private breaks(event: Event): boolean {
    const [first] = this.placed
    if (!first || event.kind !== 'Placed') return event.kind === 'Answered' && event.seat === 'chance'
    const controller = (id: string): string | undefined => this.position.pieces.get(id)?.controller
    return controller(first.piece) !== controller(event.piece) || first.place !== event.place
  }

  private say(key: string, params: Params = {}): string {
    return this.words.say(key, params)
  }

  private line(level: Level, kind: string, text: string, clause = '', seat = ''): Line {
    return { level, kind, text, clause, seat, turn: this.position.turn, event: this.number }
  }

  private told(event: Event): Line[] {
    const lines: Line[] = []
    if (this.mustered && event.kind !== 'Mustered' && event.kind !== 'Counted') {
      this.mustered = false
      lines.push(...this.armies())
    }
    return [...lines, ...this.one(event)]
  }

  private one(event: Event): Line[] {
    switch (event.kind) {
      case 'Began':
        return [this.began(event)]
      case 'Mustered':
        this.mustered ||= isTroop(event.piece)
        return []
      case 'Laid':
        return [this.line(STORY, 'setup', this.laid(event))]
      case 'Entered':
        return this.entered(event)
      case 'Answered':
        return this.answered(event)
      case 'Counted':
        if (event.name === POINTS) this.paid = [count(this.position, event.holder, POINTS) - event.value, event.value]
        return []
      case 'Moved':
        return [this.moved(event)]
      case 'Placed':
        this.placed.push(event)
        return []
      case 'Ruled':
        return this.ruled(event)
      case 'Removed':
        return this.removed(event)
      case 'Told':
        return [this.line(STORY, 'say', this.say((event.to ?? []).length ? 'story.told-aside' : 'story.told', { seat: this.names.seat(event.seat), text: event.text }), '', event.seat)]
      case 'Undone':
        return [this.line(STORY, 'undo', this.say('story.undone', { seat: this.names.seat(event.seat) }), '', event.seat)]
      case 'Corrected':
        return [this.line(STORY, 'undo', this.say('story.corrected', { reason: event.reason }))]
      case 'Ended':
        return [this.ended(event)]
      default:
        return []
    }
  }

  private began(event: EventOf<'Began'>): Line {
    const armies = event.chairs.map((chair) => (chair.name ? `${chair.name} (${this.names.seat(chair.seat)})` : this.names.seat(chair.seat)))
    const [width, depth] = [event.board.width, event.board.depth].map((side) => Math.floor(side / 10_000))
    return this.line(STORY, 'setup', this.say('story.began', { armies, width: width ?? 0, depth: depth ?? 0 }))
  }

  private armies(): Line[] {
    const chairs = this.position.chairs.map(({ seat }) => ({ seat, stands: [...this.position.pieces.values()].filter((piece) => piece.owner === seat && piece.type !== CAMP && isTroop(piece)) }))
    const lines = chairs.filter(({ stands }) => stands.length).map(({ seat, stands }) => {
      const units = stands.filter((piece) => piece.type === UNIT)
      if (units.length) {
        const power = units.reduce((sum, piece) => sum + count(this.position, piece.id, 'power'), 0)
        const force = { seat: this.names.seat(seat), count: units.length, models: stands.filter(isModel).length, power, body: this.names.body(units, true) }
        return this.line(STORY, 'setup', this.say('story.force', force), '', seat)
      }
      const points = stands.reduce((sum, piece) => sum + worthOf(this.position, piece.id), 0)
      const params = { seat: this.names.seat(seat), count: stands.length, points, body: this.names.body(stands, true) }
      const regiments = stands.some((piece) => count(this.position, piece.id, 'models'))
      return this.line(STORY, 'setup', this.say(regiments ? 'story.regiments' : 'story.army', params), '', seat)
    })
    const fresh = lines.filter(({ seat }) => !this.musters.has(seat))
    for (const { seat } of fresh) this.musters.add(seat)
    return fresh
  }

  private laid({ area }: EventOf<'Laid'>): string {
    const [left, low, right, high] = extent(area.outline)
    const { width, depth } = this.position.board
    const column = Math.min(2, Math.max(0, Math.floor((3 * (left + right)) / 2 / Math.max(1, width))))
    const row = (low + high) / 2 < depth / 2 ? 'south' : 'north'
    const where = this.say(`story.where.${row}.${['west', 'centre', 'east'][column]}`)
    const size = { long: this.words.mu(Math.round(right - left)), wide: this.words.mu(Math.round(high - low)) }
    return this.say('story.laid', { ground: this.names.ground(area.kind), where, ...size })
  }

  private entered(event: EventOf<'Entered'>): Line[] {
    this.paid = null
    if (event.turn > this.position.turn) {
      const said = this.say('story.turn', { turn: event.turn, seats: event.active.map(this.names.seat) })
      return [{ ...this.line(STORY, 'turn', said, '', event.active[0] ?? ''), turn: event.turn }]
    }
    if (!event.phase || event.phase === 'ready') return []
    const text = this.words.first([`story.phase.${event.phase}`], event.phase)
    return [this.line(event.turn === 0 ? STORY : RULES, 'phase', text)]
  }

  private answered(event: EventOf<'Answered'>): Line[] {
    this.said = event
    this.paid = null
    const who = { seat: this.names.seat(event.seat), window: this.window(event.window) }
    if (event.said === null) return [this.line(RULES, 'choice', this.say('story.secret', who), '', event.seat)]
    switch (event.said.kind) {
      case 'Roll':
        return [this.line(RULES, 'dice', this.say('story.rolled', { ...who, dice: event.said.pips.join(', ') }))]
      case 'Draw':
        return [this.line(RULES, 'dice', this.say('story.drawn', { drawn: event.said.drawn.map((one) => this.option(one, event.window.replaceAll(' ', '-'))) }))]
      case 'Choose': {
        const option = this.option(event.said.option, event.window.replaceAll(' ', '-'))
        return [this.line(RULES, 'choice', this.say('story.chosen', { ...who, option }), '', event.seat)]
      }
      default:
        return []
    }
  }

  window(window: string): string {
    return this.words.first([`window.${window.replaceAll(' ', '-')}`], window)
  }

  /** An option as every menu says it. */
  option(option: string, window: string): string {
    return new Labels(this.words, this.names, this.position).option(option, window)
  }

  private moved(event: EventOf<'Moved'>): Line {
    const pieces = this.pieces(event.steps.map((step) => step.piece))
    const seat = pieces[0]?.controller ?? ''
    const way = event.way ?? 'move'
    let text = this.movedLine(event, pieces, way)
    let level: Level = way === 'deploy' ? STORY : RULES
    if (TOLD.includes(way)) {
      level = STORY
      if (this.paid && this.paid[0] > 0)
        text += ` ${this.say('story.paid', { spent: this.paid[0], left: this.paid[1] })}`
    }
    this.paid = null
    return this.line(level, way === 'deploy' ? 'setup' : 'move', text, '', seat)
  }

  private movedLine(event: EventOf<'Moved'>, pieces: Piece[], way: string): string {
    const ends = new Map(event.steps.map((step) => [step.piece, step.pose]))
    const params = {
      seat: this.names.seat(pieces[0]?.controller ?? ''),
      body: this.names.body(pieces),
      far: farthest(pieces, ends),
      verb: this.verb(event, way),
      way,
    }
    const key = `story.way.${way.replaceAll(' ', '-')}`
    return this.say(this.words.has(key) ? key : 'story.way.other', params)
  }

  private verb(event: EventOf<'Moved'>, way: string): string {
    const number = event.steps.length === 1 ? 'story.leg.one' : 'story.leg.many'
    const said = this.said?.said
    if (way !== 'move' || said?.kind !== 'Move') return this.say(`${number}.moves`)
    const move: Move = said
    const legs = [...(move.forming ? [`${number}.forms`] : []), ...move.legs.map((leg) => `${number}.${legWord(leg)}`)]
    return this.say('story.legs', { legs: [...new Set(legs)].map((key) => this.say(key)) })
  }

  private ruled(event: EventOf<'Ruled'>): Line[] {
    const params = this.names.params(event.params ?? {}, this.position)
    const lines: Line[] = []
    if (isFight(event)) lines.push(this.line(STORY, 'combat', this.fight(event, params), event.clause))
    else lines.push(this.line(STORY, 'rule', this.say(event.key, params), event.clause))
    for (const tally of event.tallies ?? []) lines.push(this.line(RULES, 'modifiers', this.tally(tally)))
    for (const clause of event.cites ?? []) lines.push(this.line(RULES, 'cite', this.say('story.cites', { clause })))
    return lines
  }

  private fight(event: EventOf<'Ruled'>, who: Params): string {
    const [one, two] = event.tallies ?? []
    if (!one || !two) return ''
    const outcome = event.key.split('.').at(-1) ?? ''
    const params = {
      ...who,
      outcome: `outcome.${outcome}`,
      one: this.who(one.who),
      two: this.who(two.who),
      sum: summed(one),
      other: summed(two),
      total: String(total(one)),
      against: String(total(two)),
    }
    const key = event.key.startsWith('combat.ranged') ? 'story.shot' : 'story.fight'
    return `${this.say(key, params)} ${this.say(outcome !== 'none' ? 'story.outcome' : key === 'story.shot' ? 'story.noEffect' : 'story.nothing', params)}`
  }

  who(id: string): string {
    const piece = this.position.pieces.get(id)
    return piece ? this.names.stand(piece) : this.names.seat(id)
  }

  /** A total with every reason and its clause. */
  tally(tally: Tally): string {
    const parts = tally.parts.map((part) => `${this.say(part.key)} ${this.words.signed(part.value)} [${part.clause}]`)
    if (tally.die) parts.push(this.say('story.die', { die: tally.die }))
    const who = this.names.one(tally.who, this.position, false)
    return this.say('story.tally', { who, parts: parts.join('; ') || '0', total: total(tally) })
  }

  private removed(event: EventOf<'Removed'>): Line[] {
    const piece = this.position.pieces.get(event.piece)
    if (!piece) return [this.line(RULES, 'loss', event.piece)]
    // of a unit whose models are gone another line tells, and of a card or an offer that is spent
    if (piece.type === UNIT || isCard(piece) || has(piece, 'deal')) return []
    if (isModel(piece)) return [this.line(RULES, 'loss', this.say('story.lostModel', { stand: this.names.stand(piece), seat: this.names.seat(piece.owner) }), event.clause ?? '', piece.owner)]
    const points = worthOf(this.position, piece.id)
    const stand = this.names.stand(piece)
    const params = { stand, seat: this.names.seat(piece.owner), points, lost: lost(this.position, piece.owner) + points }
    const key = (event.to ?? 'lost') !== 'lost' ? 'story.gone' : piece.type === CAMP ? 'story.lostCamp' : 'story.lost'
    return [this.line(STORY, 'loss', this.say(key, params), event.clause ?? '', piece.owner)]
  }

  private ended(event: EventOf<'Ended'>): Line {
    const winners = event.winners.map(this.names.seat)
    const key = winners.length ? 'story.won' : 'story.drawn-battle'
    return this.line(STORY, 'end', this.say(key, { winners }), event.clause)
  }

  /** A refusal in players' words. */
  refused(refusal: Pick<Refusal, 'key' | 'params'>): string {
    return this.say(refusal.key, this.names.params(refusal.params ?? {}, this.position))
  }
}

export const total = (tally: Tally): number => tally.parts.reduce((sum, part) => sum + part.value, tally.die)

/** A total as a sum: 5 − 1 + 3. */
export function summed(tally: Tally): string {
  const values = [...tally.parts.map((part) => part.value), tally.die]
  return values
    .map((value, index) => {
      const sign = value < 0 ? '−' : index ? '+' : ''
      return index ? ` ${sign} ${Math.abs(value)}` : `${sign}${Math.abs(value)}`
    })
    .join('')
}

/** Half points that a piece counts, as the counters beside it say: in halves, or in whole points. */
export const worthOf = (position: Position, id: string): number => count(position, id, WORTH) || 2 * count(position, id, FULL_POINTS)

/** Half points of all that an owner mustered. */
export const mustered = (position: Position, owner: string): number =>
  [...position.pieces.values()].filter((piece) => piece.owner === owner).reduce((sum, piece) => sum + worthOf(position, piece.id), 0)

/** Half points of an owner's pieces that are lost, as the counters beside them say. */
export function lost(position: Position, owner: string): number {
  return [...position.pieces.values()]
    .filter((piece) => piece.place === 'lost' && piece.owner === owner)
    .reduce((sum, piece) => sum + worthOf(position, piece.id), 0)
}

/** No card, nothing in a hand, and no marker: what an army is made of. */
const isTroop = (piece: Piece): boolean => piece.place !== 'hand' && !has(piece, 'card') && !has(piece, 'marker')

export const isFight = (event: EventOf<'Ruled'>): boolean =>
  event.key.startsWith('combat.') && event.tallies?.length === 2

function legWord(leg: Leg): string {
  switch (leg.kind) {
    case 'advance':
      return leg.distance >= 0 ? 'advances' : 'backs'
    case 'slide':
      return 'slides'
    case 'oblique':
      return 'oblique'
    case 'wheel':
      return `wheels-${leg.side}`
    default:
      return 'moves'
  }
}

function farthest(pieces: readonly Piece[], ends: ReadonlyMap<string, Piece['pose']>): number {
  let far = 0
  for (const piece of pieces) {
    const end = ends.get(piece.id)
    if (!piece.pose || !piece.shape || !end) continue
    const before = corners(piece.pose, piece.shape)
    const after = corners(end, piece.shape)
    const ways = piece.shape.kind === 'disc' ? [0] : [0, 1]
    for (const index of ways) far = Math.max(far, distance(before[index], after[index]))
  }
  return Math.round(far)
}

const distance = (one: Point | undefined, two: Point | undefined): number =>
  one && two ? Math.hypot(one[0] - two[0], one[1] - two[1]) : 0
