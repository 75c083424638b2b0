/** What pieces count, read from the counters beside them. */
import { count, type Position } from './fold'

const WORTH = 'worth'
const FULL_POINTS = 'points'

/** Half points that a piece counts: in halves, or in whole points. */
const worthOf = (position: Position, id: string): number => count(position, id, WORTH) || 2 * count(position, id, FULL_POINTS)

/** Half points of all that an owner mustered. */
export const mustered = (position: Position, owner: string): number =>
  [...position.pieces.values()].filter((piece) => piece.owner === owner).reduce((sum, piece) => sum + worthOf(position, piece.id), 0)

/** Half points of an owner's pieces that are lost. */
export function lost(position: Position, owner: string): number {
  return [...position.pieces.values()]
    .filter((piece) => piece.place === 'lost' && piece.owner === owner)
    .reduce((sum, piece) => sum + worthOf(position, piece.id), 0)
}
