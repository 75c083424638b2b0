/** How the commands of armies stand at a moment, from what lies on the table and what the server said of them. */
import type { CommandShown, Piece } from '../wire'
import { count, has, type Position } from './fold'

export interface Standing {
  readonly one: CommandShown
  /** Half points. */
  readonly lost: number
  readonly broken: boolean
  /** Its stands on the table, those lost, all that are known. */
  readonly left: readonly Piece[]
  readonly gone: readonly Piece[]
  readonly all: readonly Piece[]
  readonly leader: Piece | undefined
  readonly ally: boolean
  /** Whether some of it are still to come in. */
  readonly away: boolean
}

export function stood(position: Position, shown: readonly CommandShown[]): Standing[] {
  return shown.map((one) => {
    const all = [...position.pieces.values()].filter((piece) => piece.command === one.command && !has(piece, 'marker'))
    const gone = all.filter((piece) => piece.place === 'lost')
    const lost = gone.reduce((sum, piece) => sum + count(position, piece.id, 'worth'), 0)
    return {
      one, lost, gone, all, broken: lost >= one.breaks,
      left: all.filter((piece) => piece.place === 'table'),
      leader: all.find((piece) => has(piece, 'general')),
      ally: all.some((piece) => has(piece, 'ally')),
      away: all.some((piece) => piece.place === 'reserve'),
    }
  })
}
