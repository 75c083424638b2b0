/** Dice that lie on the table: read from questions about them, and from the rulings that name whose each is. */
import type { Ask } from '../wire'
import type { Chronicle } from './fold'

const SHOWS = 'shows:'
/** A die that stays: it has been rolled a second time. */
const FIXED = '!'

/** The dice of one roll, of which one may be rolled again. */
export function lying(ask: Pick<Ask, 'about'>): { pips: number; fixed: boolean }[] {
  const shown = ask.about?.find((one) => one.startsWith(SHOWS))?.slice(SHOWS.length) ?? ''
  return shown.split(' ').filter(Boolean).map((one) => ({ pips: parseInt(one, 10), fixed: one.endsWith(FIXED) }))
}

/** The die of each seat in a roll-off: "red:3". */
export function ofEach(ask: Pick<Ask, 'about'>, seats: readonly string[]): { seat: string; pips: number }[] {
  return (ask.about ?? []).flatMap((one) => {
    const [seat = '', pips = ''] = one.split(':')
    return seats.includes(seat) && pips ? [{ seat, pips: Number(pips) }] : []
  })
}

const DIE = 'die of '
const BESIDE = ['Ruled', 'Counted', 'Asked', 'Withdrawn', 'Sealed', 'Opened', 'Told', 'Seated', 'Paid']

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
