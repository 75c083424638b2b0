/** Names for people: seats, stands, bodies of stands, worked out from the pieces. */
import type { Area, Param, Params, Piece } from '../wire'
import type { Position } from './fold'
import type { Words } from './words'

export const CAMP = 'CAMP'
/** Begins the unit of a piece that is named by whoever brought it. */
const OWN = 'own:'
/** The type of a piece that stands for a whole unit of single models. */
export const UNIT = 'unit'
/** Whether a piece is one model of a unit: its id is the unit's and a number. */
export const isModel = (piece: Piece): boolean => !!piece.command && piece.id.startsWith(`${piece.command}.`)
/** Whether a piece is a secret card, in a hand or shown. */
export const isCard = (piece: Piece): boolean => (piece.traits ?? []).includes('treachery card')
const MOST_TYPES = 3
const NUMBERED = /^([A-Z]+)(\d+)$/
/** The ids that people use: of stands, units and their models, and the numbers of markers. */
const CALLED = /^[A-Z]*\d+(\.\d+)?$/
const numbered = (piece: Piece): string => (piece.id.startsWith(`${piece.type}-`) ? piece.id.slice(piece.type.length + 1) : piece.id)

/** Says what things are called, in one language. */
export class Names {
  /** `players` are those who hold seats, by the seats, where a name says who is meant. */
  constructor(readonly words: Words, private readonly players: Readonly<Record<string, string>> = {}) {}

  seat = (seat: string): string =>
    this.words.first([`seat.${seat}`], seat.slice(0, 1).toUpperCase() + seat.slice(1))

  /** A seat in a sentence: by its player where that is known, as the log calls it. */
  called = (seat: string): string => this.players[seat] ?? this.seat(seat)

  type = (code: string): string => this.words.first([`troop.${code}`, `treachery.${code}`, `icon.${code}`, `type.${code}`], code)

  ground = (kind: string): string => this.words.first([`terrain.${kind}`], kind)

  /**
   * What kind of troops a piece is: its type, or its unit where the type has no name. What a player
   * brought is called as it came, in every language.
   */
  kind = (piece: Piece): string => (piece.unit?.startsWith(OWN) ? piece.unit.slice(OWN.length) : piece.unit && this.words.has(`unit.${piece.unit}`) ? this.words.say(`unit.${piece.unit}`) : piece.unit && !this.words.has(`troop.${piece.type}`) && !this.words.has(`type.${piece.type}`) ? piece.unit : this.type(piece.type))

  /** A model of a unit by its own kind; as its unit, where there is but one kind of one. */
  private model = (piece: Piece): string => {
    if (piece.type === piece.unit) return `${this.kind(piece)} ${piece.command}`
    const own = !piece.unit?.startsWith(OWN) && this.words.has(`model.${piece.type}`)
    return `${own ? this.words.say(`model.${piece.type}`) : this.kind(piece)} ${piece.id}`
  }

  stand = (piece: Piece): string =>
    isModel(piece) ? this.model(piece) : piece.truth && piece.place === 'hand' ? this.type(piece.truth) : isCard(piece) ? this.type(piece.type) : piece.type === CAMP ? this.words.say('story.camp', { id: piece.id }) : [this.kind(piece), ...(CALLED.exec(numbered(piece)) ?? []).slice(0, 1)].join(' ')

  /** What lies on a piece for everybody to see, a secret of one's own last; else the first card it may use. */
  tokens(piece: Piece): readonly { letter: string; says: string; card: boolean }[] {
    const slugs = (piece.marks ?? []).map((mark) => mark.name.replaceAll(' ', '-')).filter((slug) => this.words.has(`token.${slug}`))
    const found = slugs.map((slug) => ({ letter: this.words.say(`token.${slug}`), says: this.words.say(`note.${slug}`), card: false }))
    if (piece.truth && piece.place !== 'hand') found.push({ letter: this.words.say('token.secret'), says: this.words.say('web.is.secret'), card: false })
    const code = (piece.traits ?? []).map((trait) => trait.split(':')[0] ?? '').find((one) => this.words.has(`card.${one}.name`))
    return found.length || !code || piece.place === 'hand' ? found : [{ letter: '', says: this.words.say(`card.${code}.name`), card: true }]
  }

  /** The letters that are drawn on a piece, with the number beside its sign where one is. */
  written(piece: Piece, number = ''): string {
    const letters = this.tokens(piece).flatMap((token) => token.letter || [])
    const signs = piece.type === CAMP ? [this.type(CAMP)] : isModel(piece) ? [piece.id] : [piece.type, ...(number ? [number] : [])]
    return [...signs, ...letters].join(' ')
  }

  /** Several stands by type, each type with its ids; counted if the types are many. */
  body(all: readonly Piece[]): string {
    const ids = new Set(all.map((piece) => piece.id))
    const pieces = all.filter((piece) => !(isModel(piece) && ids.has(piece.command ?? '')))
    const [only] = pieces
    if (only && pieces.length === 1) return this.stand(only)
    const unit = only?.command ?? ''
    if (only && unit && pieces.every((piece) => piece.command === unit && isModel(piece))) return `${this.kind(only)} ${unit}`
    const cards = pieces.filter(isCard)
    if (cards.length) return this.words.say('story.several', { names: [...(cards.length < pieces.length ? [this.body(pieces.filter((piece) => !isCard(piece)))] : []), ...cards.map(this.stand)] })
    const types = new Map<string, string[]>()
    const order = (one: Piece, other: Piece): number => before(one.type, other.type) || before(this.kind(one), this.kind(other)) || byNumber(one, other)
    for (const piece of [...pieces].sort(order)) {
      const kind = this.kind(piece)
      types.set(kind, [...(types.get(kind) ?? []), piece.id])
    }
    const said = [...types].map(([kind, ids]) => `${kind} ${runs(ids)}`)
    if (said.length > MOST_TYPES) {
      const ids = runs([...pieces].sort(byNumber).map((piece) => piece.id))
      return this.words.say('story.count', { count: pieces.length, ids })
    }
    return this.words.say('story.several', { names: said })
  }

  /** Parameters of a message with ids and seats as people call them. */
  params(params: Params, position: Position): Params {
    const own: Record<string, Param> = {}
    for (const [name, value] of Object.entries(params))
      own[name] = typeof value === 'number' ? value : typeof value === 'string' ? this.one(value, position, false) : this.several(value, position)
    return own
  }

  /** Whatever an id or key stands for: a piece, a seat, a command, an area. */
  one(value: string, position: Position, inList: boolean): string {
    const piece = position.pieces.get(value)
    if (piece) return inList ? value : this.stand(piece)
    const [left = '', right = ''] = value.split('>')
    if (right && position.pieces.has(left) && position.pieces.has(right.split(':')[0] ?? ''))
      return this.words.say('story.pair', { attacker: this.one(left, position, false), defender: this.one(right, position, false) })
    const [of = '', part = ''] = value.split(':')
    const whole = position.pieces.get(of)
    if (whole && this.words.has(`part.${part}`)) return this.words.say(`part.${part}`, { stand: this.stand(whole) })
    if (position.chairs.some((chair) => chair.seat === value)) return this.called(value)
    for (const other of position.pieces.values())
      if (other.command && other.command === value) return `${this.called(other.controller)} ${commandNumber(value)}`.trim()
    const area = position.areas.find((one: Area) => one.id === value)
    return area ? this.ground(area.kind) : this.words.first([`english.${value}`], value)
  }

  private several(values: readonly string[], position: Position): Param {
    const pieces = values.map((id) => position.pieces.get(id)).filter((piece) => piece !== undefined)
    const said = pieces.length === values.length ? this.body(pieces) : ''
    // one stays a list of one, so that the verb agrees with it
    if (said) return pieces.length === 1 ? [said] : said
    return values.map((value) => this.one(value, position, true))
  }
}

/** The number of one of several commands of an army; nothing for the only one. */
export const commandNumber = (command: string): string => command.split('.')[1] ?? ''

/** The number in the name of a stand or a unit: its own among those of its army. */
export const numberIn = (id: string): string => NUMBERED.exec(id)?.[2] ?? ''

/** Ids, those that follow one another as a range: R1–R3, R7. */
export function runs(ids: readonly string[]): string {
  const found: string[][] = []
  for (const id of ids) {
    const last = NUMBERED.exec(found.at(-1)?.at(-1) ?? '')
    const here = NUMBERED.exec(id)
    const follows = last && here && last[1] === here[1] && Number(here[2]) === Number(last[2]) + 1
    if (follows) found.at(-1)?.push(id)
    else found.push([id])
  }
  return found.flatMap((run) => (run.length > 2 ? [`${run[0]}–${run.at(-1)}`] : run)).join(', ')
}

function number(id: string): [string, number] {
  const found = NUMBERED.exec(id)
  return found ? [found[1] ?? '', Number(found[2])] : [id, 0]
}

export function byNumber(one: Piece, other: Piece): number {
  const [a, b] = number(one.id)
  const [c, d] = number(other.id)
  return a < c ? -1 : a > c ? 1 : b - d
}

const before = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)

/** How those are called who hold seats: not of two seats alike, nor as a seat itself is called. */
export function calledBy(seats: readonly { readonly seat: string; readonly held_by: string; readonly player: string }[], words: Words): Record<string, string> {
  const held = seats.filter((one) => ['person', 'you'].includes(one.held_by) && one.player)
  const low = (text: string): string => text.toLowerCase()
  const taken = new Set(seats.flatMap(({ seat }) => [low(seat), low(words.first([`seat.${seat}`], seat))]))
  const told = held.map((one) => low(one.player))
  return Object.fromEntries(held.filter(({ player }) => told.filter((one) => one === low(player)).length === 1 && !taken.has(low(player))).map(({ seat, player }) => [seat, player]))
}
