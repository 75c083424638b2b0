/** What an offer would move, in words for one seat. */
import type { Position } from './fold'
import { prefs, say } from './prefs.svelte'

/** Tokens and cards: those that are known by name, others counted. */
export function moves(position: Position, sum: number | undefined, ids: readonly string[] | undefined): string {
  const known = (ids ?? []).map((id) => position.pieces.get(id)).filter((card) => card?.truth).map((card) => prefs.names.stand(card!))
  const hidden = (ids ?? []).length - known.length
  const said = [...(sum ? [say('web.bargain.tokens', { tokens: sum })] : []), ...known, ...(hidden ? [say('web.bargain.cards', { count: hidden })] : [])]
  return said.length ? prefs.words.list(said) : say('web.bargain.nothing')
}
