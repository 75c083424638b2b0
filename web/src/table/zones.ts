/** Ground where something may be set out, as the hand feels it: what is a little outside is drawn in. */
import type { Point } from '../wire'

/** How far the hand is drawn, in quanta, and how far inside of the edge it comes to lie. */
const NEAR = 25_000
const INSIDE = 10

type Zone = readonly Point[]

/** How far outside of each edge of a convex outline points lie: by how much, and which way that is. */
function beyond(points: readonly Point[], zone: Zone): { by: number; x: number; y: number }[] {
  const turn = zone.reduce((sum, [x, y], index) => {
    const [u, v] = zone[(index + 1) % zone.length]!
    return sum + x * v - u * y
  }, 0)
  return zone.flatMap(([x, y], index) => {
    const [u, v] = zone[(index + 1) % zone.length]!
    const long = Math.hypot(u - x, v - y)
    if (!long) return []
    const [nx, ny] = [(Math.sign(turn) * (v - y)) / long, (Math.sign(turn) * (x - u)) / long]
    return [{ by: Math.max(...points.map(([px, py]) => (px - x) * nx + (py - y) * ny)), x: nx, y: ny }]
  })
}

const within = (point: Point, zone: Zone): boolean => beyond([point], zone).every((edge) => edge.by <= 0)

/** How far to shift points so that they lie in a zone, if they are a little outside of all; null else. */
export function drawnInto(points: readonly Point[], zones: readonly Zone[]): Point | null {
  if (!points.length || points.every((point) => zones.some((zone) => within(point, zone)))) return null
  let best: Point | null = null
  for (const zone of zones) {
    let [dx, dy] = [0, 0]
    const moved = (): Point[] => points.map(([x, y]) => [x + dx, y + dy])
    for (let tries = 0; tries < zone.length; tries++) {
      const worst = beyond(moved(), zone).reduce((most, edge) => (edge.by > most.by ? edge : most), { by: 0, x: 0, y: 0 })
      if (worst.by <= 0) break
      dx -= worst.x * (worst.by + INSIDE)
      dy -= worst.y * (worst.by + INSIDE)
    }
    const far = Math.hypot(dx, dy)
    if (far <= NEAR && moved().every((point) => within(point, zone)) && (!best || far < Math.hypot(best[0], best[1]))) best = [Math.round(dx), Math.round(dy)]
  }
  return best
}
