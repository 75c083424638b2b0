/** When a seat may go to another, as the table told it some seconds ago. What may be done, the table says. */
import type { RoomSeat } from '../wire'

export interface Going {
  /** Whether it may go now, once others agree, or not yet. */
  readonly how: 'now' | 'ask' | 'wait'
  /** For how many seconds its holder has been away, and for how many more it stays his. */
  readonly away: number | null
  readonly left: number | null
}

/** `since` seconds have passed since it was told; after `absence` of them a seat may go. */
export function going(seat: Pick<RoomSeat, 'away' | 'changes'>, absence: number, since = 0): Going {
  const away = seat.away === null ? null : seat.away + Math.max(0, Math.floor(since))
  const left = away === null || seat.changes === 'free' || seat.changes === 'absent' ? null : Math.max(0, absence - away)
  const now = seat.changes === 'free' || seat.changes === 'absent' || left === 0
  return { how: now ? 'now' : seat.changes === 'ask' ? 'ask' : 'wait', away, left }
}

/** The absences that are offered, in seconds. */
export const ABSENCES: readonly number[] = [120, 300, 900, 3600, 86_400, 3 * 86_400]
