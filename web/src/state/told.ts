/** What the table told of what happened, at three levels: the story, the rules behind it, the raw records. */
import type { Event, Line } from '../wire'

export const STORY = 1
export const RULES = 2
export const RAW = 3
export type Level = typeof STORY | typeof RULES | typeof RAW

/** The records as they are, a line each. */
export const raw = (events: readonly Event[]): Line[] =>
  events.map((event, index) => ({ level: RAW, kind: 'raw', text: JSON.stringify(event), clause: '', seat: '', turn: 0, event: index + 1, odds: [] }))
