/** A position of the referee's desk that is to be played on from, on its way to a new battle. */
import type { Place } from '../wire'

const KEY = 'condotta-position'
/** What a file says to a ruling, and not to a battle. */
const RULING = ['settings', 'under', 'says', 'questions', 'at_once', 'expect', 'dice', 'draws'] as const

export interface Laid {
  readonly file: string
  readonly system: string
  readonly title: string
  readonly settings: Readonly<Record<string, unknown>>
  readonly seats: readonly Place[]
}

/** Keep what lies on the desk until the battle is set up. */
export function lay(data: Readonly<Record<string, unknown>>, seats: readonly Place[]): void {
  const rest = Object.fromEntries(Object.entries(data).filter(([name]) => !(RULING as readonly string[]).includes(name)))
  const settings = (data['settings'] ?? {}) as Record<string, unknown>
  const made: Laid = { file: JSON.stringify(rest), system: String(data['system'] ?? ''), title: String(data['title'] ?? ''), settings, seats }
  sessionStorage.setItem(KEY, JSON.stringify(made))
}

/** What was laid on the desk last, in this tab. */
export function laid(): Laid | null {
  const kept = sessionStorage.getItem(KEY)
  return kept ? (JSON.parse(kept) as Laid) : null
}
