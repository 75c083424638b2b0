/** What lies on the map besides pieces: ghosts, rulers, shapes that explain. */
import type { Piece, Point, Pose } from '../wire'

export interface Ghost {
  readonly poses: ReadonlyMap<string, Pose>
  /** What stands there; it may be no piece of the table yet. */
  readonly bodies?: ReadonlyMap<string, Piece>
  /** The files it will stand in, where it forms anew. */
  readonly files?: number | undefined
  /** What the server said; null while it is being asked. */
  readonly legal: boolean | null
  readonly arrow?: readonly Point[] | null
  readonly label?: string
  /** Whether what stands there can be taken where it would stand. */
  readonly grab?: boolean
  readonly grips?: readonly { readonly name: string; readonly at: Point }[]
}

/** Where somebody fell, whose, and what is written beside. */
export interface Fell {
  readonly id: string
  readonly at: Point
  readonly seat: string
  readonly text: string
}

export interface Ruler {
  readonly from: Point
  readonly to: Point
  readonly label: string
}

/** A shape the server drew for the eye: a zone, a range, an arc. */
export interface Aid {
  readonly kind: string
  readonly piece: string
  readonly seat: string
  readonly points: readonly Point[]
  readonly text: string
}
