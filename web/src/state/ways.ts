/** The ways that pieces went in a beat, pose by pose, for the eye: by the legs that were said where there are any. */
import type { Event, Leg, Piece, Point, Pose } from '../wire'
import type { Beat } from './beats'
import type { Position } from './fold'
import { after, type Body, bodyOf, degreesBetween } from './hand'

/** A wheel is drawn in so many parts. */
const PARTS = 4

export function waysOf(events: readonly Event[], beat: Beat, before: Position): Map<string, Pose[]> {
  const ways = new Map<string, Pose[]>()
  let said: Event | null = null
  for (let index = beat.from; index < beat.to; index++) {
    const event = events[index]
    if (event?.kind === 'Answered') said = event
    if (event?.kind !== 'Moved') continue
    const along = said?.kind === 'Answered' ? drawn(said.said as Doing | null, before) : new Map<string, Pose[]>()
    said = null
    for (const { piece, pose } of event.steps) {
      const start = ways.get(piece) ?? (before.pieces.get(piece)?.pose ? [before.pieces.get(piece)!.pose!] : [])
      ways.set(piece, [...start, ...(along.get(piece) ?? []), pose])
    }
  }
  return ways
}

interface Doing {
  readonly pieces?: readonly string[]
  readonly piece?: string
  readonly legs?: readonly Leg[]
  readonly trails?: readonly { readonly model: string; readonly points?: readonly Point[] }[]
}

function drawn(said: Doing | null, before: Position): Map<string, Pose[]> {
  const found = new Map<string, Pose[]>()
  for (const trail of said?.trails ?? []) {
    const pose = before.pieces.get(trail.model)?.pose
    if (pose) found.set(trail.model, (trail.points ?? []).slice(0, -1).map(([x, y]): Pose => [x, y, pose[2], pose[3]]))
  }
  const pieces = (said?.pieces ?? (said?.piece ? [said.piece] : [])).map((id) => before.pieces.get(id)).filter((piece): piece is Piece => !!piece?.pose)
  if (said?.legs?.length && pieces.length) {
    const body = bodyOf(pieces)
    const poses = parts(body, said.legs).map((legs) => after(body, legs))
    pieces.forEach((piece, index) => found.set(piece.id, poses.map((each) => each[index]!)))
  }
  return found
}

/** The legs up to each moment that is drawn, short of the last: a wheel bit by bit. */
function parts(body: Body, legs: readonly Leg[]): Leg[][] {
  return legs.flatMap((leg, index) => {
    const gone = legs.slice(0, index)
    if (leg.kind !== 'wheel') return index + 1 < legs.length ? [[...gone, leg]] : []
    const lead = after(body, gone)[0]
    if (!lead) return []
    const whole = degreesBetween(lead, [leg.ux, leg.uy])
    const from = Math.atan2(lead[2], lead[3])
    return Array.from({ length: PARTS }, (_, part): Leg[] => {
      const angle = from + (whole * (part + 1) * Math.PI) / (180 * PARTS)
      return [...gone, { ...leg, ux: Math.round(1e6 * Math.sin(angle)), uy: Math.round(1e6 * Math.cos(angle)) }]
    })
  })
}
