/** What cards allow, in words: the names of acts and of those they serve. */
import type { Action, ActShown, Param, Params } from '../wire'
import type { Table } from './table.svelte'
import { prefs } from './prefs.svelte'

/** Acts that are called the same: a button for all of them. */
export interface Deedful {
  readonly label: string
  readonly acts: readonly ActShown[]
  readonly legal: readonly ActShown[]
}

const slug = (kind: string): string => kind.replace(/(?<=[a-z])[A-Z]/g, '-$&').toLowerCase()

/** What an act is called. */
export function called(table: Table, action: Action, params: Params = {}): string {
  const fields = Object.entries(action).filter((field): field is [string, Param] => typeof field[1] !== 'object' || (Array.isArray(field[1]) && field[1].every((one) => typeof one === 'string')))
  const given = prefs.names.params({ ...Object.fromEntries(fields), ...params }, table.position)
  const filled = fields.filter(([, value]) => Array.isArray(value) && value.length).map(([field]) => `act.${slug(action.kind)}-${field}`)
  const key = [...filled, `act.${slug(action.kind)}`].find((one) => prefs.words.has(one))
  return key ? prefs.words.say(key, given) : action.kind
}

/** The stands that an act speaks of. */
export const standsOf = (table: Table, act: ActShown): string[] => act.pieces.filter((id) => table.position.pieces.get(id)?.place !== 'hand')

/** The same act about what is selected, where its fields may name that. */
export function chosen(table: Table, act: ActShown): ActShown {
  const picked = Object.entries(act.choices).map(([field, ids]) => [field, table.selected.filter((id) => ids.includes(id))] as const)
  const named = Object.fromEntries(picked.filter(([, ids]) => ids.length))
  return Object.keys(named).length ? { ...act, action: { ...act.action, ...named } as Action, refusals: [] } : act
}

/** What is the same act, whichever of those who take a form together says it. */
const alike = (action: Action): string =>
  action.kind === 'TakeForm' && action.others?.length ? JSON.stringify([action.form, ...[action.piece, ...action.others].sort()]) : JSON.stringify(action)

/** Acts put together by what they are called; where each has a price, every stand's by itself. */
export function grouped(table: Table, acts: readonly ActShown[]): Deedful[] {
  const groups = new Map<string, ActShown[]>()
  const together = table.ask?.says?.includes('Deploy') ?? false
  // what is chosen may make several the same
  const each = new Map(acts.map((act) => [alike(act.action), act] as const))
  for (const act of each.values()) {
    const [stand] = standsOf(table, act)
    const name = called(table, act.action)
    const who = stand ? prefs.names.one(stand, table.position, false) : ''
    const label = together || !who || table.selected.length < 2 || name.includes(who) ? name : `${name}: ${who}`
    groups.set(label, [...(groups.get(label) ?? []), act])
  }
  return [...groups].map(([label, all]) => ({ label, acts: all, legal: all.filter((act) => !act.refusals.length) }))
}

/** Say them, one after another, each to the question that is open then. */
export async function perform(table: Table, acts: readonly ActShown[]): Promise<void> {
  const kept = table.selected
  const window = table.ask?.window
  for (const act of acts) {
    if (act.shape) return void table.hand.takeUp(act)
    if (table.ask?.window !== window || !table.ask || !(await table.talk.say(table.ask, act.action))) return
  }
  table.select(kept.filter((id) => table.position.pieces.has(id)))
}
