/** What answers are called: ids and keys become names, in every menu the same way. */
import type { Action, Leg, Param, Params } from '../wire'
import type { Position } from './fold'
import type { Names } from './names'
import type { Words } from './words'

/** Fields that every listed answer has: whose it is, and where. */
const PLAIN = ['kind', 'piece', 'pose', 'legs', 'ux', 'uy']

/** A kind of thing as the catalogue writes it: `SwapRegiments` is `swap-regiments`. */
export const slugOf = (kind: string): string => kind.replace(/(?<=[a-z])[A-Z]/g, '-$&').replaceAll(' ', '-').toLowerCase()

const ids = (value: unknown): string[] => (typeof value === 'string' ? [value] : Array.isArray(value) ? value.flatMap(ids) : value && typeof value === 'object' ? Object.values(value).flatMap(ids) : [])

/** The pieces that an answer names. */
export const named = (position: Position, action: Action): string[] => [...new Set(ids(action).filter((id) => position.pieces.has(id)))]

/** The two parties an option speaks of: "R1>B2", a shot of one at the other. */
export function pair(option: string): [string, string] | null {
  const [left, right] = option.split('>')
  return left && right ? [left, right] : null
}

/** The two parties of an answer: those it names, or whoever is asked about and a target on the table. */
export function against(option: string, about: string, position: Position): [string, string] | null {
  const both = about !== option && [about, option].every((id) => position.pieces.get(id)?.pose)
  return pair(option) ?? (both ? [about, option] : null)
}

/** Every id an option may speak of: both parties, all bodies, the body whose part it is. */
export const spoken = (option: string): string[] => option.split(/[>+]/).map((id) => id.split(':')[0] ?? '')

/** Says what answers are called in one language, at one table. */
export class Labels {
  constructor(
    private readonly words: Words,
    private readonly names: Names,
    private readonly position: Position,
  ) {}

  private one = (id: string): string => this.names.one(id, this.position, false)
  private upper = (text: string): string => `${text.slice(0, 1).toLocaleUpperCase(this.words.lang)}${text.slice(1)}`

  /** An option of a window: two parties, several bodies, a word of its own with a number, or a name. */
  option(option: string, slug: string): string {
    const two = pair(option)
    // what the first does to the second is said where a question has words for it
    const both = `option.${slug}.pair`
    if (two) return this.words.say(this.words.has(both) ? both : 'story.pair', { attacker: this.option(two[0], slug), defender: this.option(two[1], slug) })
    const { pieces } = this.position
    const several = option.split('+').map((id) => pieces.get(id))
    if (several.length > 1 && several.every((piece) => piece !== undefined)) return this.names.body(several)
    if (option.includes('+')) return this.words.say('story.several', { names: option.split('+').map((one) => this.option(one, slug)) })
    const key = option.replaceAll(' ', '-')
    const own = [`option.${slug}.${key}`, `option.${key}`, `topography.${key}`, `terrain.${key}`, `spell.${key}`, `icon.${key}`].find((one) => this.words.has(one))
    if (own) return this.words.say(own)
    const said = this.one(option)
    const [head = '', tail = ''] = option.split(':')
    if (!tail || said !== option) return said
    if (this.words.has(`option.${slug}.${head}`)) return this.words.say(`option.${slug}.${head}`, { count: Number(tail) })
    const times = Number(tail) && this.words.has(`option.${slug}.times`) ? this.words.say(`option.${slug}.times`, { count: Number(tail) }) : ''
    return `${this.option(head, slug)}: ${times || this.option(tail, slug)}`
  }

  /** What comes off a pile: whose card, the number of a box, or a name. */
  drawn(one: string, slug: string): string {
    const piece = this.position.pieces.get(one)
    if (piece) return `${this.names.type(piece.type)} · ${this.names.seat(piece.owner)}`
    if (Number.isInteger(Number(one))) return String(Number(one))
    const said = this.option(one, slug)
    return this.upper(said === one ? this.names.type(one) : said)
  }

  /** An answer by its catalogue entry, that of a field it fills too before the plain one. */
  action(action: Action, slug: string): string {
    if (action.kind === 'Choose') return this.upper(this.option(action.option, slug))
    if ('legs' in action && 'piece' in action) return this.upper(this.going(action.piece, action.legs, 'march' in action && !!action.march))
    const verb = slugOf(action.kind)
    const filled = Object.entries(action).filter(([field, value]) => !PLAIN.includes(field) && value)
    const key = [...filled.map(([field]) => `act.${verb}-${field}`), `act.${verb}`].find((each) => this.words.has(each))
    if (key) return this.upper(this.words.say(key, this.parts(action)))
    return this.upper(`${verb.replaceAll('-', ' ')}: ${this.words.list(named(this.position, action).map(this.one))}`).replace(/: $/, '')
  }

  /** The fields of an answer in words; `piece` is the body that it speaks of first unless it says. */
  private parts(action: Action): Params {
    const plain = Object.entries(action).filter((field): field is [string, Param] => ['string', 'number'].includes(typeof field[1]) || (Array.isArray(field[1]) && field[1].every((one) => typeof one === 'string')))
    const both = plain.flatMap(([field, value]) => (typeof value === 'string' && pair(value) ? [[field, this.option(value, '')] as const] : []))
    const bodies = named(this.position, action).map((id) => this.position.pieces.get(id)).filter((piece) => piece !== undefined)
    const own = bodies.filter((piece) => piece.controller === bodies[0]?.controller)
    return { piece: this.names.body(own), ...this.names.params(Object.fromEntries(plain), this.position), ...Object.fromEntries(both) }
  }

  /** A body that goes leg after leg: what it does, and how far it comes straight on or aside. */
  private going(id: string, legs: readonly Leg[], fast: boolean): string {
    const far = legs.reduce((sum, leg) => sum + ('distance' in leg ? Math.abs(leg.distance) : 0), 0)
    const verbs = legs.map((leg) => this.words.say(`story.leg.one.${leg.kind === 'advance' ? (leg.distance < 0 ? 'backs' : 'advances') : leg.kind === 'wheel' ? `wheels-${leg.side}` : leg.kind === 'slide' ? 'slides' : 'moves'}`))
    return this.words.say(fast ? 'web.listed.fast' : 'web.listed.legs', { who: this.one(id), verb: this.words.list([...new Set(verbs)]), far })
  }
}
