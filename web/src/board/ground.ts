/** Ground as a map shows it: fill says little, pattern says the kind, the name says it again. */
import type { Area, Outline } from '../wire'
import { extent, SCALE, type Sheet } from './paper'

export interface Spot {
  readonly x: number
  readonly y: number
  /** A number from 0 to 1 that is its own. */
  readonly own: number
}

/** What fills a kind of ground: the sign sown over it, how far apart, how far from the border. */
export interface Pen {
  readonly look: string
  readonly sow?: { sign: string; step: number; margin: number }
  readonly rings?: readonly { grow: number; count: number; length: number; fill?: string }[]
  readonly furrows?: boolean
  /** Lines over a rectangle so long and so deep, its middle at the origin. */
  readonly over?: (a: number, b: number) => string
  readonly pool?: boolean
}

const GENTLE = [{ grow: 1, count: 44, length: 8 }]
const STEEP = [
  { grow: 1, count: 84, length: 15 },
  { grow: 0.58, count: 52, length: 11, fill: 'var(--hill2)' },
]

const PENS: Readonly<Record<string, Pen>> = {
  'gentle-hills': { look: 'hill', rings: GENTLE },
  'steep-hills': { look: 'hill', rings: STEEP },
  'wooded-hills': { look: 'hill', rings: STEEP, sow: { sign: 'tree', step: 27, margin: 10 } },
  woods: { look: 'woods', sow: { sign: 'tree', step: 17, margin: 9 } },
  rough: { look: 'rough', sow: { sign: 'stone', step: 27, margin: 9 } },
  'ploughed-fields': { look: 'fields', furrows: true },
  marsh: { look: 'marsh', sow: { sign: 'tuft', step: 24, margin: 9 } },
  obstacle: { look: 'rough', over: stakes },
  dunes: { look: 'dunes', sow: { sign: 'dune', step: 30, margin: 12 } },
  oasis: { look: 'oasis', sow: { sign: 'palm', step: 26, margin: 10 }, pool: true },
  village: { look: 'village', sow: { sign: 'roof', step: 24, margin: 12 } },
  stream: { look: 'water' },
  // ranked battles, then skirmishes
  hill: { look: 'hill', rings: GENTLE },
  forest: { look: 'woods', sow: { sign: 'tree', step: 17, margin: 9 } },
  river: { look: 'water', over: flow },
  building: { look: 'roofed', over: hipped },
  wall: { look: 'masonry', over: courses },
  fence: { look: 'rough', over: rails },
  hedge: { look: 'woods', over: leaves },
  area: { look: 'rough', sow: { sign: 'stone', step: 27, margin: 9 } },
  ruins: { look: 'ruin', over: walls },
  crater: { look: 'dunes', over: bowl },
  barricade: { look: 'rough', over: stakes },
  block: { look: 'masonry', over: slabs },
  impassable: { look: 'rough', sow: { sign: 'stone', step: 13, margin: 7 } },
  coast: { look: 'water', sow: { sign: 'wave', step: 54, margin: 8 } },
}

/** How a kind of ground is drawn; a kind without a pattern of its own is plain. */
export const pen = (kind: string): Pen => PENS[kind] ?? { look: 'plain' }

/** Numbers from 0 to 1 that depend on the name alone: the same map on every machine. */
export function* chances(name: string): Generator<number> {
  let state = 2166136261
  for (const char of name) state = Math.imul(state ^ char.codePointAt(0)!, 16777619)
  for (;;) {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    yield ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

type Round = Extract<Outline, { half_length: number }>

/** A place given along and across an outline, in units of the drawing. */
export function within(sheet: Sheet, outline: Round, u: number, v: number): [number, number] {
  const sign = sheet.turned ? -1 : 1
  const [ax, ay] = [(sign * outline.ux) / 1e6, (-sign * outline.uy) / 1e6]
  const [x, y] = sheet.at(outline.x, outline.y)
  return [x + u * ax - v * ay, y + u * ay + v * ax]
}

/** Places about `step` apart and at least `margin` inside the border, from the top down. */
export function spots(sheet: Sheet, area: Area, step: number, margin: number): Spot[] {
  const outline = area.outline
  if (outline.kind === 'strip') return []
  const long = outline.half_length / SCALE - margin
  const short = outline.half_width / SCALE - margin
  const chance = chances(area.id)
  const next = (): number => chance.next().value as number
  if (Math.min(long, short) <= 0) {
    const [x, y] = sheet.at(outline.x, outline.y)
    return [{ x, y, own: next() }]
  }
  const found: Spot[] = []
  const [across, along] = [Math.ceil(long / step), Math.ceil(short / (step * 0.86))]
  for (let row = -along; row <= along; row++)
    for (let column = -across; column <= across; column++) {
      const u = (column + (Math.abs(row) % 2) / 2) * step + (next() - 0.5) * step * 0.5
      const v = row * step * 0.86 + (next() - 0.5) * step * 0.5
      const own = next()
      const held = outline.kind === 'ellipse' ? (u / long) ** 2 + (v / short) ** 2 <= 1 : Math.abs(u) <= long && Math.abs(v) <= short
      if (!held) continue
      const [x, y] = within(sheet, outline, u, v)
      found.push({ x, y, own })
    }
  return found.sort((one, other) => one.y - other.y || one.x - other.x)
}

/** Short strokes downhill from a contour. */
export function hachures(sheet: Sheet, outline: Outline, grow: number, count: number, length: number): string {
  if (outline.kind !== 'ellipse') return ''
  const [long, short] = [(outline.half_length / SCALE) * grow * 0.97, (outline.half_width / SCALE) * grow * 0.97]
  const inner = 1 - length / Math.min(long, short)
  return Array.from({ length: count }, (_, index) => {
    const angle = (2 * Math.PI * index) / count
    const [u, v] = [long * Math.cos(angle), short * Math.sin(angle)]
    const [x1, y1] = within(sheet, outline, u, v)
    const [x2, y2] = within(sheet, outline, u * inner, v * inner)
    return `M${x1.toFixed(1)} ${y1.toFixed(1)}L${x2.toFixed(1)} ${y2.toFixed(1)}`
  }).join('')
}

/** The line along the top of a hill, for the eye. */
export function spine(sheet: Sheet, outline: Outline): string {
  if (outline.kind === 'strip') return ''
  const half = (outline.half_length / SCALE) * 0.62
  const [one, two] = [within(sheet, outline, -half, 0), within(sheet, outline, half, 0)]
  return `M${one.map((c) => c.toFixed(1)).join(' ')}L${two.map((c) => c.toFixed(1)).join(' ')}`
}

/** Furrows along the longer side. */
export function furrows(sheet: Sheet, outline: Outline): string {
  if (outline.kind === 'strip') return ''
  const [u, half] = [outline.half_length / SCALE - 6, outline.half_width / SCALE]
  const rows: string[] = []
  for (let v = -half + 9; v < half - 3; v += 9) {
    const ends = [within(sheet, outline, -u, v), within(sheet, outline, u, v)]
    rows.push(`M${ends.map((end) => end.map((c) => c.toFixed(1)).join(' ')).join('L')}`)
  }
  return rows.join('')
}

/** Where the name stands: under the ground, or in it where the board ends or it is a band. */
export function labelSpot(sheet: Sheet, area: Area, size = 1, letters = 12): [number, number] {
  const half = Math.min(sheet.w / 2, Math.max(40, 3.4 * letters * size))
  const outline = area.outline
  let [x, y] = [0, 0]
  if (outline.kind === 'strip') {
    const middle = outline.points[Math.floor(outline.points.length / 2)] ?? [0, 0]
    ;[x, y] = sheet.at(middle[0], middle[1])
    x += outline.width / SCALE
  } else {
    const [left, low, right, high] = extent(outline)
    ;[x, y] = sheet.at((left + right) / 2, sheet.turned ? high : low)
    y += 13 * size
    if (y > sheet.h - 6 || area.kind === 'coast') y = sheet.at(0, (low + high) / 2)[1] + 4
  }
  return [Math.min(Math.max(x, half), sheet.w - half), Math.min(Math.max(y, 14 * size), sheet.h - 6 * size)]
}

const path = (lines: readonly (readonly number[])[]): string =>
  lines.map((points) => `M${points.map((one) => one.toFixed(1)).join(' ')}`).join('')

/** Lines of flow along a river. */
export function flow(a: number, b: number): string {
  const rows = Math.max(1, Math.floor(b / 9))
  return Array.from({ length: 2 * rows - 1 }, (_, row) => {
    const y = ((row + 1 - rows) * b) / rows
    const waves = Math.max(1, Math.round(a / 16))
    const step = (2 * a) / waves
    return `M${(-a).toFixed(1)} ${y.toFixed(1)}${Array.from({ length: waves }, () => `q${(step / 4).toFixed(1)} -2.6 ${(step / 2).toFixed(1)} 0t${(step / 2).toFixed(1)} 0`).join('')}`
  }).join('')
}

/** A hipped roof: the ridge along the longer side, and a line to each corner. */
export function hipped(a: number, b: number): string {
  const [long, short] = [Math.max(a, b), Math.min(a, b)]
  const ridge = Math.max(0, long - short)
  const ends: readonly (readonly [number, number])[] = a >= b ? [[-ridge, 0], [ridge, 0]] : [[0, -ridge], [0, ridge]]
  const corners = [-1, 1].flatMap((x) => [-1, 1].map((y) => [x * a, y * b] as const))
  const near = ([x, y]: readonly [number, number]): readonly [number, number] => ends.reduce((one, other) => (Math.hypot(x - other[0], y - other[1]) < Math.hypot(x - one[0], y - one[1]) ? other : one))
  return path([[...ends[0]!, ...ends[1]!], ...corners.map((corner) => [...corner, ...near(corner)])])
}

/** Courses of stones, each laid over the joints of the last. */
export function courses(a: number, b: number): string {
  const rows = Math.max(2, Math.round((2 * b) / 7))
  const high = (2 * b) / rows
  const lines: number[][] = []
  for (let row = 0; row < rows; row += 1) {
    const top = row * high - b
    if (row) lines.push([-a, top, a, top])
    for (let x = -a + (row % 2 ? 6 : 12); x < a - 1; x += 12) lines.push([x, top, x, top + high])
  }
  return path(lines)
}

/** Rails between posts. */
export function rails(a: number, b: number): string {
  const lines: number[][] = [[-a, -b / 2.6, a, -b / 2.6], [-a, b / 2.6, a, b / 2.6]]
  const posts = Math.max(2, Math.round(a / 9))
  for (let post = 0; post <= posts; post += 1) {
    const x = -a + 2 + ((2 * a - 4) * post) / posts
    lines.push([x, -b, x, b])
  }
  return path(lines)
}

/** Leaves of a hedge, in two rows of arcs. */
export function leaves(a: number, b: number): string {
  const count = Math.max(2, Math.round(a / 6))
  const step = (2 * a) / count
  const arcs = (from: number, y: number, side: number): string =>
    `M${from.toFixed(1)} ${y.toFixed(1)}${`q${(step / 2).toFixed(1)} ${(side * Math.min(b, 7)).toFixed(1)} ${step.toFixed(1)} 0`.repeat(count - (from > -a ? 1 : 0))}`
  return arcs(-a, -b * 0.1, -1) + arcs(-a + step / 2, b * 0.45, -1)
}

/** Crossed stakes along a rectangle so long and so deep, its middle at the origin. */
export function stakes(a: number, b: number): string {
  const count = Math.max(1, Math.round((2 * a) / 8))
  const step = (2 * a) / count
  return path(
    Array.from({ length: count }, (_, index) => [index * step - a + 1.5, (index + 1) * step - a - 1.5] as const).flatMap(([left, right]) => [
      [left, 2.5 - b, right, b - 2.5],
      [right, 2.5 - b, left, b - 2.5],
    ]),
  )
}

/** Where along a ruin's longer wall others begin, and how far across it they still stand. */
const STUBS = [[0.4, 0.38], [0.68, 0.26]] as const

/** What stands of a ruin: two walls that meet, and stubs of those within. */
export function walls(a: number, b: number): string {
  const [x, y] = [a - 2, b - 2]
  const stubs = STUBS.map(([at, deep]) => [-x + 2 * x * at, -y, -x + 2 * x * at, -y + 2 * y * deep])
  return path([[-x, y, -x, -y, x, -y], ...stubs])
}

/** The rim and the foot of a crater. */
export function bowl(a: number, b: number): string {
  const half = (grow: number, side: number): string => `a${(a * grow).toFixed(1)} ${(b * grow).toFixed(1)} 0 1 0 ${(side * 2 * a * grow).toFixed(1)} 0`
  return [0.72, 0.4].map((grow) => `M${(-a * grow).toFixed(1)} 0.0${half(grow, 1)}${half(grow, -1)}`).join('')
}

/** A solid block: its top, and an edge from each corner of it. */
export function slabs(a: number, b: number): string {
  const [x, y] = [a * 0.7, b * 0.7]
  const edges = [-1, 1].flatMap((i) => [-1, 1].map((j) => [i * a, j * b, i * x, j * y]))
  return path([[-x, -y, x, -y, x, y, -x, y, -x, -y], ...edges])
}
