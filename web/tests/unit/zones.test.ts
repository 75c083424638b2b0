/** The hand is drawn into the ground where something may stand, and never out of it. */
import { expect, it } from 'vitest'
import { drawnInto } from '../../src/table/zones'
import type { Point } from '../../src/wire'

const zone: Point[] = [[0, 0], [720_000, 0], [720_000, 120_000], [0, 120_000]]
const body = (x: number, y: number): Point[] => [[x, y], [x + 40_000, y], [x + 40_000, y + 20_000], [x, y + 20_000]]

it('draws what is a little outside in, by the shortest way', () => {
  const [dx, dy] = drawnInto(body(100_000, 110_000), [zone])!
  expect(dx).toBeCloseTo(0)
  expect(dy).toBeLessThanOrEqual(-10_000)
  expect(dy).toBeGreaterThan(-10_100)
})

it('draws into a corner, and whichever way an outline runs', () => {
  for (const one of [zone, [...zone].reverse()]) {
    const [dx, dy] = drawnInto(body(-9_000, -8_000), [one])!
    expect(dx).toBeGreaterThanOrEqual(9_000)
    expect(dy).toBeGreaterThanOrEqual(8_000)
  }
})

it('lets be what lies inside, even in two zones at once, and what is far away', () => {
  expect(drawnInto(body(300_000, 50_000), [zone])).toBeNull()
  const halves: Point[][] = [[[0, 0], [320_000, 0], [320_000, 120_000], [0, 120_000]], [[320_000, 0], [720_000, 0], [720_000, 120_000], [320_000, 120_000]]]
  expect(drawnInto(body(300_000, 50_000), halves)).toBeNull()
  expect(drawnInto(body(300_000, 300_000), [zone])).toBeNull()
  expect(drawnInto(body(300_000, 300_000), [])).toBeNull()
})

it('draws nothing into ground that is too small for it', () => {
  expect(drawnInto(body(0, 0), [[[0, 0], [30_000, 0], [30_000, 30_000], [0, 30_000]]])).toBeNull()
})
