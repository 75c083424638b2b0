/** What dice must show, as it is written beside them. */
import type { Needed } from '../wire'
import type { Words } from './words'

/** A score that no die shows. */
const NEVER = 7
const never = (needed: Needed): boolean => (needed.least ?? 0) >= NEVER && !needed.together

/** The score that is needed, as a sign: "3+", "≥ 8", "≤ 4". */
export function score(needed: Needed): string {
  if (never(needed)) return '×'
  if (needed.most) return `≤\u202f${needed.most}`
  return needed.together ? `≥\u202f${needed.least ?? 0}` : `${needed.least ?? 0}+`
}

/** Whether there is anything that so many dice must show: a sum that every throw comes to is nothing. */
export const asks = (needed: Needed | null | undefined, dice: number): boolean => !!needed && (!!needed.most || (needed.together ? (needed.least ?? 0) > dice : !!needed.least))

/** The same in words. */
export function spelt(words: Words, needed: Needed): string {
  const [least, most] = [needed.least ?? 0, needed.most ?? 0]
  if (never(needed)) return words.say('web.need.never')
  return most ? words.say('web.need.most', { most }) : words.say(needed.together ? 'web.need.sum' : 'web.need.each', { least })
}

/** Whether each of several dice does what is needed; nothing is said of dice that are added up. */
export function served(needed: Needed | null | undefined, pip: number): boolean | null {
  if (!needed || needed.together || !(needed.least || needed.most)) return null
  return pip >= (needed.least ?? 0) && (!needed.most || pip <= needed.most)
}

/** What a die counts as, where that is not what it shows. */
export const counted = (needed: Needed | null | undefined, pip: number): number | null => needed?.counts?.[pip - 1] ?? null

/** What each face counts as, neighbours that count alike together: "1–2 → 1, 3–4 → 2, 5–6 → 3". */
export function facesCount(needed: Needed): string {
  const counts = needed.counts ?? []
  const starts = counts.flatMap((count, at) => (at && counts[at - 1] === count ? [] : [at]))
  return starts.map((start, place) => {
    const end = starts[place + 1] ?? counts.length
    return `${start + 1}${end > start + 1 ? `–${end}` : ''} → ${counts[start]}`
  }).join(', ')
}
