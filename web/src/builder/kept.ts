/** Rosters that are kept in this browser, and nowhere else: by name, the one being built, the one chosen. */
import type { ArmyAsked } from '../wire'

export type Selection = ArmyAsked['roster']
export interface Kept {
  readonly id: string
  readonly name: string
  readonly roster: Selection
  readonly lists: readonly unknown[]
  readonly cap?: number
}
/** An army that is taken into a battle; `size` is the game it was built for, `settings` how its table reads prices. */
export interface Chosen extends Kept {
  readonly size: string
  readonly settings?: Readonly<Record<string, unknown>>
}
const PLACE = 'condotta.rosters'
const DRAFT = 'condotta.draft'
const CHOSEN = 'condotta.chosen'

function found(place: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(place) ?? 'null')
  } catch {
    return null
  }
}
/** Whether it could be kept: a private or full browser keeps nothing. */
function store(place: string, value: unknown): boolean {
  try {
    if (value === null) localStorage.removeItem(place)
    else localStorage.setItem(place, JSON.stringify(value))
    return true
  } catch {
    return false
  }
}
const whole = (value: unknown): value is Kept => typeof value === 'object' && value !== null && typeof (value as Kept).id === 'string' && typeof (value as Kept).roster === 'object' && Array.isArray((value as Kept).lists)

export function keptRosters(): readonly Kept[] {
  const all = found(PLACE)
  return Array.isArray(all) ? all.filter(whole) : []
}
export const put = (one: Kept): boolean => store(PLACE, [one, ...keptRosters().filter((other) => other.id !== one.id)])
export const drop = (id: string): boolean => store(PLACE, keptRosters().filter((one) => one.id !== id))
export const fresh = (): string => `${Date.now().toString(36)}${Math.random().toString(36).slice(2, 8)}`

/** What was being built when the page was left. */
export function draft(): Kept | null {
  const one = found(DRAFT)
  return whole(one) ? one : null
}
export const keepDraft = (one: Kept | null): boolean => store(DRAFT, one)

export const choose = (one: Chosen): boolean => store(CHOSEN, one)
/** The army that was chosen for a battle; it is chosen once. */
export function taken(): Chosen | null {
  const one = found(CHOSEN)
  store(CHOSEN, null)
  return whole(one) ? (one as Chosen) : null
}
