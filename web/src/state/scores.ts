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
