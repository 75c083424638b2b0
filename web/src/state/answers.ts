/** Answers in words, for questions whose answers are listed. */
import type { Action, Leg, Param } from '../wire'
import { prefs } from './prefs.svelte'
import type { Table } from './table.svelte'

/** Fields that every such answer has: whose it is, and where. */
const PLAIN = ['kind', 'piece', 'pose', 'legs', 'ux', 'uy']

const upper = (text: string): string => `${text.slice(0, 1).toLocaleUpperCase(prefs.words.lang)}${text.slice(1)}`
const ids = (value: unknown): string[] => (typeof value === 'string' ? [value] : Array.isArray(value) ? value.flatMap(ids) : value && typeof value === 'object' ? Object.values(value).flatMap(ids) : [])

/** The pieces that an answer names. */
export const named = (table: Table, action: Action): string[] => [...new Set(ids(action).filter((id) => table.position.pieces.has(id)))]

/** What an answer is called: by its catalogue entry, that of a field it fills too before the plain one. */
export function answer(table: Table, action: Action, slug: string): string {
  const { words, names } = prefs
  const one = (id: string): string => names.one(id, table.position, false)
  if (action.kind === 'Choose') return upper(words.first([`option.${slug}.${action.option}`, `option.${action.option}`], one(action.option)))
  if ('legs' in action && 'piece' in action) return upper(going(table, action.piece, action.legs, 'march' in action && !!action.march))
  const verb = action.kind.replace(/(?<=[a-z])[A-Z]/g, '-$&').toLowerCase()
  const filled = Object.entries(action).filter(([field, value]) => !PLAIN.includes(field) && value)
  const key = [...filled.map(([field]) => `act.${verb}-${field}`), `act.${verb}`].find((each) => words.has(each))
  const given = names.params(Object.fromEntries(Object.entries(action).filter((field): field is [string, Param] => ['string', 'number'].includes(typeof field[1]))), table.position)
  if (key) return upper(words.say(key, given))
  return upper(`${verb.replaceAll('-', ' ')}: ${words.list(named(table, action).map(one))}`).replace(/: $/, '')
}

/** A body that goes leg after leg: what it does, and how far it comes straight on or aside. */
function going(table: Table, id: string, legs: readonly Leg[], fast: boolean): string {
  const { words, names } = prefs
  const far = legs.reduce((sum, leg) => sum + ('distance' in leg ? Math.abs(leg.distance) : 0), 0)
  const verbs = legs.map((leg) => words.say(`story.leg.one.${leg.kind === 'advance' ? (leg.distance < 0 ? 'backs' : 'advances') : leg.kind === 'wheel' ? `wheels-${leg.side}` : leg.kind === 'slide' ? 'slides' : 'moves'}`))
  return words.say(fast ? 'web.listed.fast' : 'web.listed.legs', { who: names.one(id, table.position, false), verb: words.list([...new Set(verbs)]), far })
}
