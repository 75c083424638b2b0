/**
 * From the table to the paper: 20 units to 1 MU, y down. Plain drawing geometry, in floats.
 * Where things may be and what that means is the server's to say.
 */
import type { Outline, Point, Pose, Shape } from '../wire'

/** Quanta to one unit of the drawing. */
export const SCALE = 500
export const UNIT = 1_000_000

const rounded = (value: number): string => {
  const text = value.toFixed(2).replace(/\.?0+$/, '')
  return text === '-0' ? '0' : text
}

/** On a wide board marks and names are drawn larger, so that they can be read on the same screen. */
export const largeness = (sheet: Sheet): number => Math.max(1, Math.min(2, sheet.w / 960))

/** The strip around the board, where its scale and what lies at its edges are drawn. */
export const margin = (sheet: Sheet): number => 30 * largeness(sheet)

/** Where a way from a point through another leaves a board; the other, where it does not lead on. */
export function leaving([x, y]: Point, through: Point, { width, depth }: { width: number; depth: number }): Point {
  const [ux, uy] = [through[0] - x, through[1] - y]
  const far = Math.min(ux > 0 ? (width - x) / ux : ux < 0 ? -x / ux : Infinity, uy > 0 ? (depth - y) / uy : uy < 0 ? -y / uy : Infinity)
  return Number.isFinite(far) && far > 1 ? [x + far * ux, y + far * uy] : through
}

/** The board on paper, seen from one side of the table. */
export class Sheet {
  readonly w: number
  readonly h: number

  constructor(
    readonly width: number,
    readonly depth: number,
    /** Whether the viewer sits at the far edge: the board is turned half round. */
    readonly turned = false,
  ) {
    this.w = width / SCALE
    this.h = depth / SCALE
  }

  at(x: number, y: number): [number, number] {
    const [px, py] = [x / SCALE, (this.depth - y) / SCALE]
    return this.turned ? [this.w - px, this.h - py] : [px, py]
  }

  /** A place on the paper, as a point of the table. */
  back(px: number, py: number): [number, number] {
    const [x, y] = this.turned ? [this.w - px, this.h - py] : [px, py]
    return [Math.round(x * SCALE), Math.round(this.depth - y * SCALE)]
  }

  /** A facing as degrees clockwise from up the paper. */
  angle(ux: number, uy: number): number {
    return (Math.atan2(ux, uy) * 180) / Math.PI + (this.turned ? 180 : 0)
  }

  placed(pose: Pose): string {
    const [x, y] = this.at(pose[0], pose[1])
    return `translate(${rounded(x)} ${rounded(y)}) rotate(${rounded(this.angle(pose[2], pose[3]))})`
  }

  polygon(points: readonly Point[]): string {
    return points.map((point) => this.at(point[0], point[1]).map(rounded).join(',')).join(' ')
  }
}

/** The turn at which writing along a base reads from above, never upside down. */
export function upright(angle: number): number {
  const folded = ((((angle + 180) % 360) + 360) % 360) - 180
  return folded > 90.5 ? folded - 180 : folded < -89.5 ? folded + 180 : folded
}

/** The quarter turn at which writing is nearest to level, whichever way a base faces. */
export function level(angle: number): number {
  const folded = ((((angle + 45) % 90) + 90) % 90) - 45
  return folded === -45 ? 45 : folded
}

const unit = (pose: Pose): [number, number] => {
  const size = Math.hypot(pose[2], pose[3]) || 1
  return [pose[2] / size, pose[3] / size]
}

export const sizeOf = (shape: Shape | null | undefined): [width: number, depth: number] =>
  !shape ? [20_000, 20_000] : shape.kind === 'rectangle' ? [shape.width, shape.depth] : [2 * shape.radius, 2 * shape.radius]

/** Front left, front right, rear right, rear left; a disc's box is around its centre. */
export function corners(pose: Pose, shape: Shape | null | undefined): [Point, Point, Point, Point] {
  const [fx, fy] = unit(pose)
  const [rx, ry] = [fy, -fx]
  const [width, depth] = sizeOf(shape)
  const half = width / 2
  const front = shape?.kind === 'disc' ? depth / 2 : 0
  const rear = front - depth
  const spot = (right: number, ahead: number): Point => [
    pose[0] + right * rx + ahead * fx,
    pose[1] + right * ry + ahead * fy,
  ]
  return [spot(-half, front), spot(half, front), spot(half, rear), spot(-half, rear)]
}

export function centre(pose: Pose, shape: Shape | null | undefined): Point {
  if (shape?.kind === 'disc') return [pose[0], pose[1]]
  const [fx, fy] = unit(pose)
  const back = sizeOf(shape)[1] / 2
  return [pose[0] - back * fx, pose[1] - back * fy]
}

/** A facing the server takes as it is: whole numbers of length one million. */
export function facing(dx: number, dy: number): [number, number] {
  let [x, y] = scaled(dx, dy)
  for (let again = 0; again < 8; again++) {
    const next = scaled(x, y)
    if (next[0] === x && next[1] === y) break
    ;[x, y] = next
  }
  return [x, y]
}

const scaled = (dx: number, dy: number): [number, number] => {
  const size = Math.hypot(dx, dy) || 1
  return [Math.round((dx / size) * UNIT) + 0, Math.round((dy / size) * UNIT) + 0]
}

/** A pose moved ahead and to its right. */
export function offset(pose: Pose, ahead: number, right = 0): Pose {
  const [fx, fy] = unit(pose)
  return [
    Math.round(pose[0] + ahead * fx + right * fy),
    Math.round(pose[1] + ahead * fy - right * fx),
    pose[2],
    pose[3],
  ]
}

/** A vector turned clockwise, as seen on the table. */
export function turnedBy(ux: number, uy: number, degrees: number): [number, number] {
  const angle = (degrees * Math.PI) / 180
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)]
  return facing(ux * cos + uy * sin, uy * cos - ux * sin)
}

/** A pose turned clockwise about a point. */
export function swung(pose: Pose, about: Point, degrees: number): Pose {
  const angle = (degrees * Math.PI) / 180
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)]
  const [dx, dy] = [pose[0] - about[0], pose[1] - about[1]]
  return [
    Math.round(about[0] + dx * cos + dy * sin),
    Math.round(about[1] + dy * cos - dx * sin),
    ...turnedBy(pose[2], pose[3], degrees),
  ]
}

/** A body carried as one: `pose` placed to `lead` as it stood to `from`. */
export function carried(pose: Pose, from: Pose, lead: Pose): Pose {
  const [fx, fy] = unit(from)
  const [tx, ty] = unit(lead)
  const [dx, dy] = [pose[0] - from[0], pose[1] - from[1]]
  const [ahead, right] = [dx * fx + dy * fy, dx * fy - dy * fx]
  const [ux, uy] = [pose[2] / UNIT, pose[3] / UNIT]
  const [uAhead, uRight] = [ux * fx + uy * fy, ux * fy - uy * fx]
  return [
    Math.round(lead[0] + ahead * tx + right * ty),
    Math.round(lead[1] + ahead * ty - right * tx),
    ...facing(uAhead * tx + uRight * ty, uAhead * ty - uRight * tx),
  ]
}

/** Least x and y, greatest x and y of a piece of ground. */
export function extent(outline: Outline): [number, number, number, number] {
  if (outline.kind === 'strip') return band(outline.points, outline.width / 2)
  const { x, y, half_length: a, half_width: b } = outline
  const [ux, uy] = [outline.ux / UNIT, outline.uy / UNIT]
  const box = outline.kind === 'box'
  const w = box ? Math.abs(a * ux) + Math.abs(b * uy) : Math.hypot(a * ux, b * uy)
  const h = box ? Math.abs(a * uy) + Math.abs(b * ux) : Math.hypot(a * uy, b * ux)
  return [x - w, y - h, x + w, y + h]
}

function band(points: readonly Point[], half: number): [number, number, number, number] {
  const xs: number[] = []
  const ys: number[] = []
  points.forEach((point, index) => {
    const next = points[index + 1]
    if (next) {
      const size = Math.hypot(next[0] - point[0], next[1] - point[1]) || 1
      const [nx, ny] = [(-(next[1] - point[1]) / size) * half, ((next[0] - point[0]) / size) * half]
      for (const [x, y] of [point, next]) {
        xs.push(x + nx, x - nx)
        ys.push(y + ny, y - ny)
      }
    }
    if (index && next) {
      xs.push(point[0] - half, point[0] + half)
      ys.push(point[1] - half, point[1] + half)
    }
  })
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]
}
