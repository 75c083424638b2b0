/** Draws by lot in this browser: where dice are typed in, nobody need trust the table with them. */

/** A number below `size`, each as likely: numbers that would favour some are thrown away. */
function below(size: number): number {
  const limit = 2 ** 32 - (2 ** 32 % size)
  const word = new Uint32Array(1)
  do crypto.getRandomValues(word)
  while (word[0]! >= limit)
  return word[0]! % size
}

/** So many of a pile, in the order in which they came off it. */
export function lots(pile: readonly string[], count: number): string[] {
  const rest = [...pile]
  return Array.from({ length: Math.min(count, rest.length) }, () => rest.splice(below(rest.length), 1)[0]!)
}

/** So many dice with so many sides, thrown in this browser. */
export const thrown = (dice: number, sides: number): number[] => Array.from({ length: dice }, () => below(sides) + 1)
