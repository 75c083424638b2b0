/** Kinds of ground in words, and which of them have been chosen for a table. */
import { extent } from '../board/paper'
import type { Area, Event, TerrainShown } from '../wire'
import { say } from './prefs.svelte'

/** The windows in which kinds of ground are chosen one by one. */
const CHOICES: readonly string[] = ['piece', 'coast']

/** What a kind is in a few words. */
export function brief(known: TerrainShown): string {
  if (!known.going) return known.says.map((one) => say(one.key, one.params)).join('; ')
  const sight = { area: 'hides', crest: 'crest' }[known.sight] ?? 'clear'
  const cover = known.cover ? [say(`ground.cover-${known.cover}`)] : []
  return [say(`ground.${known.going}`), say(`ground.${sight}`), ...cover, ...(known.hill ? [say('ground.high')] : [])].join(', ')
}

/** The kinds that were chosen one after another, as far as they were not taken back. */
export function chosen(events: readonly Event[], undone: readonly boolean[]): string[] {
  return events.flatMap((event, index) => (event.kind === 'Answered' && !undone[index] && CHOICES.includes(event.window) && event.said?.kind === 'Choose' && event.said.option !== 'none' ? [event.said.option] : []))
}

/** How long and how deep a piece of ground is. */
export function size(area: Area): readonly [number, number] {
  if ('half_length' in area.outline) return [2 * area.outline.half_length, 2 * area.outline.half_width]
  const [x1, y1, x2, y2] = extent(area.outline)
  return [x2 - x1, y2 - y1]
}
