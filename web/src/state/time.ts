/** Times as people read them. */
import type { Say } from './words'

const [MINUTE, HOUR, DAY] = [60, 3600, 86_400]

/** So many seconds: 4:05, 1:02:05, or days and hours. */
export function spell(seconds: number, say: Say): string {
  const whole = Math.floor(Math.abs(seconds))
  if (whole >= DAY) return say('room.time.days', { days: Math.floor(whole / DAY), hours: Math.floor((whole % DAY) / HOUR) })
  const two = (count: number): string => String(count).padStart(2, '0')
  const [hours, minutes, rest] = [Math.floor(whole / HOUR), Math.floor((whole % HOUR) / MINUTE), two(whole % MINUTE)]
  return hours ? `${hours}:${two(minutes)}:${rest}` : `${minutes}:${rest}`
}

/** The length of a clock: in days, hours or minutes, whichever comes out even. */
export function length(seconds: number, say: Say): string {
  if (!seconds) return say('room.clock.none')
  if (seconds % DAY === 0) return say('room.clock.days', { count: seconds / DAY })
  if (seconds % HOUR === 0) return say('room.clock.hours', { count: seconds / HOUR })
  return say('room.clock.minutes', { count: Math.ceil(seconds / MINUTE) })
}

/** The clocks that are offered, in seconds; none is the first. */
export const CLOCKS: readonly number[] = [0, 15 * MINUTE, 30 * MINUTE, HOUR, 2 * HOUR, DAY, 3 * DAY, 7 * DAY]
