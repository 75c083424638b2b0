/** In which part of the list of battles one stands. */
import type { Room } from '../wire'

export type Standing = 'mine' | 'going-on' | 'over'

/** Whether a battle waits for whoever looks, or invites them; goes on without; or is over. */
export function standing(room: Room): Standing {
  if (room.winners) return 'over'
  const asked = room.waits.some((seat) => room.you.includes(seat)) || (room.waits.includes('chance') && room.you.length > 0)
  return !room.archived && !room.damaged && (asked || (room.invited.length > 0 && !room.you.length)) ? 'mine' : 'going-on'
}
