/** Dice of which each is a seat's own: read from the rulings that name them. */
import type { Chronicle } from './fold'

const DIE = 'die of '
const BESIDE = ['Ruled', 'Counted', 'Asked', 'Withdrawn', 'Sealed', 'Told', 'Paid']

/** The newest die of each seat in the throw that led to where one is now: nobody has chosen since. */
export function lastRolled(chronicle: Chronicle): ReadonlyMap<string, number> {
  const { events, undone } = chronicle
  const found = new Map<string, number>()
  for (let number = events.length - 1; number >= 0; number -= 1) {
    const event = events[number]!
    if (undone[number]) continue
    if (event.kind === 'Ruled') {
      for (const [name, value] of Object.entries(event.params ?? {})) if (name.startsWith(DIE) && !found.has(name.slice(DIE.length))) found.set(name.slice(DIE.length), Number(value))
    } else if (!BESIDE.includes(event.kind) && !(event.kind === 'Answered' && event.seat === 'chance')) break
  }
  return found
}
