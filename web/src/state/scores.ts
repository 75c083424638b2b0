/** What dice must show, as it is written beside them. */
import type { Needed } from '../wire'
import { prefs } from './prefs.svelte'

/** A score that no die shows. */
const NEVER = 7

/** The score that is needed, as a sign ("3+", "≥ 8", "≤ 4") or in words. */
export function score(needed: Needed, words = false): string {
  const [least, most] = [needed.least ?? 0, needed.most ?? 0]
  if (least >= NEVER && !needed.together) return words ? prefs.words.say('web.need.never') : '×'
  if (most) return words ? prefs.words.say('web.need.most', { most }) : `≤\u202f${most}`
  if (needed.together) return words ? prefs.words.say('web.need.sum', { least }) : `≥\u202f${least}`
  return words ? prefs.words.say('web.need.each', { least }) : `${least}+`
}

/** Whether each of several dice does what is needed; nothing is said of dice that are added up. */
export function served(needed: Needed | null | undefined, pip: number): boolean | null {
  if (!needed || needed.together || !(needed.least || needed.most)) return null
  return pip >= (needed.least ?? 0) && (!needed.most || pip <= needed.most)
}
