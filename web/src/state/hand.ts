/**
 * What a hand holds above the table: a body on its way, before anybody has judged it.
 * The poses here are for the eye; the server works out the real ones from the same legs.
 */
import { carried, centre, corners, facing, offset, sizeOf, swung, turnedBy, UNIT } from '../board/paper'
import type { Action, Leg, Piece, Point, Pose, Step } from '../wire'

/** A body in ranks and files goes by legs (`manoeuvre`), forms anew (`reform`) or is set down (`stand`). */
export type Doing = 'move' | 'deploy' | 'camp' | 'march' | 'act' | 'manoeuvre' | 'reform' | 'stand'

/**
 * What goes with a body besides its place: `act` is an answer that wants one, `says` the kind of
 * answer where several are given by the same hand.
 */
export interface Extra { edge?: string; garrison?: string; act?: Action; says?: string; fast?: boolean; files?: number; swift?: boolean }

/** A body lifted from the table; `pieces[0]` leads. */
export interface Body {
  readonly pieces: readonly Piece[]
  readonly starts: readonly Pose[]
}

export const bodyOf = (pieces: readonly Piece[]): Body => ({
  pieces,
  starts: pieces.map((piece) => piece.pose ?? [0, 0, 0, UNIT]),
})

/** Whether a body goes leg after leg: a group, or one in ranks and files. */
export const byLegs = (doing: Doing, body: Body): boolean => doing === 'manoeuvre' || (doing === 'move' && body.pieces.length > 1)

/** A body in other files: so many models, until now in so many files. */
export function formed(piece: Piece, models: number, files: number, wanted: number): Piece {
  const shape = piece.shape
  if (shape?.kind !== 'rectangle') return piece
  const ranks = (all: number): number => Math.max(1, Math.ceil(models / Math.max(1, all)))
  const wide = (all: number): number => Math.max(1, Math.min(all, models))
  const [width, depth] = [shape.width / wide(files), shape.depth / ranks(files)]
  return { ...piece, shape: { ...shape, width: Math.round(width * wide(wanted)), depth: Math.round(depth * ranks(wanted)) } }
}

/** Where a body in other files stands, turned about the middle of where it stood. */
export function aboutMiddle(start: Pose, before: Piece, now: Piece, to: readonly [number, number]): Pose {
  const [x, y] = centre(start, before.shape)
  const [ux, uy] = facing(to[0], to[1])
  const front = offset([x, y, ux, uy], sizeOf(now.shape)[1] / 2)
  return [Math.round(front[0]), Math.round(front[1]), ux, uy]
}

/**
 * The legs that bring a body towards where it is dragged: straight ahead or back, aside, or about a
 * front corner and on. `lead` is where it was taken, the drag is in quanta.
 */
export function dragged(body: Body, dx: number, dy: number): Leg[] {
  const lead = body.starts[0]
  if (!lead) return []
  const [fx, fy] = [lead[2] / UNIT, lead[3] / UNIT]
  const [ahead, aside] = [dx * fx + dy * fy, dx * fy - dy * fx]
  const turn = (Math.atan2(aside, ahead) * 180) / Math.PI
  if (Math.abs(turn) < STRAIGHT || Math.abs(turn) > 180 - AROUND) return withAdvance([], Math.round(ahead))
  if (Math.abs(turn) > AROUND) return withSlide([], Math.round(aside))
  const wheel = withWheel(body, [], turn)
  const end = after(body, wheel)[0] ?? lead
  const on = ((lead[0] + dx - end[0]) * end[2] + (lead[1] + dy - end[1]) * end[3]) / UNIT
  return withAdvance(wheel, Math.max(0, Math.round(on)))
}

/** Where a body is after its legs, moved as one. */
export function after(body: Body, legs: readonly Leg[]): Pose[] {
  return legs.reduce<Pose[]>((poses, leg) => step(body, poses, leg), [...body.starts])
}

function step(body: Body, poses: readonly Pose[], leg: Leg): Pose[] {
  const lead = poses[0]
  if (!lead) return []
  switch (leg.kind) {
    case 'advance':
      return poses.map((pose) => along(lead, pose, leg.distance, 0))
    case 'slide':
      return poses.map((pose) => along(lead, pose, 0, leg.distance))
    case 'oblique':
      return poses.map((pose) => along(lead, pose, leg.forward, leg.right))
    case 'shift':
      return poses.map((pose) => carried(pose, lead, leg.pose))
    case 'wheel': {
      const about = pivot(body, poses, leg.side)
      const turn = degreesBetween(lead, [leg.ux, leg.uy])
      return poses.map((pose) => swung(pose, about, turn))
    }
  }
}

function along(lead: Pose, pose: Pose, ahead: number, right: number): Pose {
  const moved = offset([0, 0, lead[2], lead[3]], ahead, right)
  return [pose[0] + moved[0], pose[1] + moved[1], pose[2], pose[3]]
}

/** The front corner at the left or right end of the foremost rank: what a wheel turns about. */
export function pivot(body: Body, poses: readonly Pose[], side: 'left' | 'right'): Point {
  const lead = poses[0] ?? [0, 0, 0, UNIT]
  const [fx, fy] = [lead[2] / UNIT, lead[3] / UNIT]
  let best: { aside: number; ahead: number; corner: Point } | null = null
  poses.forEach((pose, index) => {
    const [left, right] = corners(pose, body.pieces[index]?.shape)
    const corner = side === 'left' ? left : right
    const aside = (corner[0] * fy - corner[1] * fx) * (side === 'left' ? -1 : 1)
    const ahead = corner[0] * fx + corner[1] * fy
    if (!best || aside > best.aside + 50 || (Math.abs(aside - best.aside) <= 50 && ahead > best.ahead)) best = { aside, ahead, corner }
  })
  return best ? (best as { corner: Point }).corner : [lead[0], lead[1]]
}

/** Degrees clockwise from where a pose faces to a direction. */
export function degreesBetween(pose: Pose, to: readonly [number, number]): number {
  const [from, target] = [Math.atan2(pose[2], pose[3]), Math.atan2(to[0], to[1])]
  const turn = ((target - from) * 180) / Math.PI
  return ((((turn + 180) % 360) + 360) % 360) - 180
}

/** One leg more, joined to the last where both are of a kind. */
export function withAdvance(legs: readonly Leg[], distance: number): Leg[] {
  const last = legs.at(-1)
  const sum = last?.kind === 'advance' ? last.distance + distance : distance
  const rest = last?.kind === 'advance' ? legs.slice(0, -1) : legs
  return sum ? [...rest, { kind: 'advance', distance: sum }] : [...rest]
}

export function withSlide(legs: readonly Leg[], distance: number): Leg[] {
  const last = legs.at(-1)
  const sum = last?.kind === 'slide' ? last.distance + distance : distance
  const rest = last?.kind === 'slide' ? legs.slice(0, -1) : legs
  return sum ? [...rest, { kind: 'slide', distance: sum }] : [...rest]
}

/** A wheel by so many degrees more; turned back to the start it is none. */
export function withWheel(body: Body, legs: readonly Leg[], degrees: number): Leg[] {
  const last = legs.at(-1)
  const rest = last?.kind === 'wheel' ? legs.slice(0, -1) : legs
  const lead = after(body, rest)[0] ?? [0, 0, 0, UNIT]
  const was = last?.kind === 'wheel' ? degreesBetween(lead, [last.ux, last.uy]) : 0
  const turn = was + degrees
  if (Math.abs(turn) < 0.01) return [...rest]
  const [ux, uy] = turnedBy(lead[2], lead[3], turn)
  return [...rest, { kind: 'wheel', side: turn > 0 ? 'right' : 'left', ux, uy }]
}

/** A pose shifted by so much on the table and turned so far. */
export function shifted(pose: Pose, dx: number, dy: number, degrees = 0): Pose {
  const [ux, uy] = degrees ? turnedBy(pose[2], pose[3], degrees) : facing(pose[2], pose[3])
  return [Math.round(pose[0] + dx), Math.round(pose[1] + dy), ux, uy]
}

const steps = (body: Body, poses: readonly Pose[]): Step[] =>
  body.pieces.map((piece, index) => ({ kind: 'Step', piece: piece.id, pose: poses[index] ?? [0, 0, 0, UNIT] }))

/** Degrees off the own front within which a hand means straight on, and beyond which it means aside. */
const [STRAIGHT, AROUND] = [6, 75]

/** What is said when the hand lets go. */
export function spoken(doing: Doing, body: Body, legs: readonly Leg[], poses: readonly Pose[], extra: Extra = {}): Action {
  switch (doing) {
    case 'move':
      return { kind: 'Move', pieces: body.pieces.map((piece) => piece.id), legs }
    case 'deploy':
      return { kind: 'Deploy', steps: steps(body, poses) }
    case 'camp':
      return { kind: 'PlaceCamp', pose: poses[0] ?? [0, 0, 0, UNIT], garrison: extra.garrison ?? '' }
    case 'march':
      return { kind: 'March', edge: (extra.edge ?? 'left') as 'left', steps: steps(body, poses) }
    case 'manoeuvre':
      return { kind: extra.says, piece: body.pieces[0]?.id, legs, ...(extra.fast ? { march: true } : {}) } as Action
    case 'reform': {
      const [, , ux, uy] = poses[0] ?? [0, 0, 0, UNIT]
      return { kind: 'Reform', piece: body.pieces[0]?.id ?? '', ux, uy, files: extra.files ?? 0, swift: extra.swift ?? false }
    }
    case 'stand':
      return { kind: extra.says, piece: body.pieces[0]?.id, pose: poses[0], ...(extra.files ? { files: extra.files } : {}) } as unknown as Action
    case 'act':
      return { ...extra.act, pose: poses[0] ?? [0, 0, 0, UNIT] } as Action
  }
}

/** A front corner of a body on its way: which piece, which corner, from where to where, how far. */
export interface Farthest { readonly index: number; readonly corner: 0 | 1; readonly from: Point; readonly to: Point; readonly far: number }

/** The front corner that has come farthest: for the arrow. */
export function farthest(body: Body, poses: readonly Pose[]): Farthest | null {
  let best: Farthest | null = null
  body.pieces.forEach((piece, index) => {
    const [start, end] = [body.starts[index], poses[index]]
    if (!start || !end) return
    const [before, now] = [corners(start, piece.shape), corners(end, piece.shape)]
    for (const corner of [0, 1] as const) {
      const [from, to] = [before[corner], now[corner]]
      const far = Math.hypot(to[0] - from[0], to[1] - from[1])
      if (!best || far > best.far) best = { index, corner, from, to, far }
    }
  })
  return best
}

/** The way of that corner, by the places where the table has the body go in between. */
export function track(body: Body, way: Farthest, via: readonly (readonly (readonly [string, Pose])[])[] = []): Point[] {
  const piece = body.pieces[way.index]
  const poses = via.flatMap((station) => station.filter(([id]) => id === piece?.id).map(([, pose]) => pose))
  return [way.from, ...poses.map((pose) => corners(pose, piece?.shape)[way.corner]), way.to]
}

/** Whether a front would lie on an edge of another's base: square to it, corner on corner. */
export function inContact(ends: readonly Pose[], pieces: readonly Piece[], others: readonly Piece[]): boolean {
  return ends.some((end, index) => others.some((other) => other.pose && frontOn(corners(end, pieces[index]?.shape).slice(0, 2), end, other.pose, other)))
}

function frontOn(front: readonly Point[], end: Pose, pose: Pose, other: Piece): boolean {
  const theirs = corners(pose, other.shape)
  const on = front.filter(([x, y]) => theirs.some((corner) => Math.hypot(corner[0] - x, corner[1] - y) < CLOSE)).length
  const along = Math.abs(end[2] * pose[2] + end[3] * pose[3]) / UNIT / UNIT
  // on a flank one corner meets one, on front and rear both do
  return along < ASKEW ? on > 0 : along > 1 - ASKEW && on === 2
}

/** What rounding may leave between two corners that meet, and between facings that are square. */
const [CLOSE, ASKEW] = [150, 0.002]
