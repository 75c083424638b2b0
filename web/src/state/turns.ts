/** In which order seats had their turns: read from the phases that were entered. */
import type { Chronicle } from './fold'

/** Of those who have had a turn in the round, who had it first, second and so on, up to a moment. */
export function turnsTaken(chronicle: Chronicle, at: number, played: readonly string[]): string[] {
  const found: string[] = []
  for (let number = at - 1; number >= 0 && found.length < played.length; number -= 1) {
    const event = chronicle.events[number]!
    if (chronicle.undone[number] || event.kind !== 'Entered') continue
    for (const seat of event.active) if (played.includes(seat) && !found.includes(seat)) found.unshift(seat)
  }
  // a battle that began in the midst of a round does not tell it
  return [...played.filter((seat) => !found.includes(seat)), ...found]
}
