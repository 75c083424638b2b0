/** Rosters that are kept in this browser, and nowhere else. */
import type { ArmyAsked } from '../wire'

export type Selection = ArmyAsked['roster']
export interface Kept {
  readonly id: string
  readonly name: string
  readonly roster: Selection
  readonly lists: readonly unknown[]
}
const PLACE = 'condotta.rosters'

export function keptRosters(): readonly Kept[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(PLACE) ?? '[]')
    return Array.isArray(found) ? (found as Kept[]) : []
  } catch {
    return []
  }
}

/** Whether they could be kept: a private or full browser keeps nothing. */
function keep(all: readonly Kept[]): boolean {
  try {
    localStorage.setItem(PLACE, JSON.stringify(all))
    return true
  } catch {
    return false
  }
}

export const put = (one: Kept): boolean => keep([one, ...keptRosters().filter((other) => other.id !== one.id)])
export const drop = (id: string): boolean => keep(keptRosters().filter((one) => one.id !== id))
export const fresh = (): string => `${Date.now().toString(36)}${Math.random().toString(36).slice(2, 8)}`
