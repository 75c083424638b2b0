import { describe, expect, it } from 'vitest'
import { CLOSEST, type Eye, type Frame, framing, nearing, pixelsAt, seenAt, type Spot, TELLING } from '../../src/board/eye'

/** A board of six feet by four, as a telephone and as a wide screen show it. */
const PHONE: Frame = { full: { w: 1480, h: 1000 }, margin: 20, wide: 382, tall: 500 }
const WIDE: Frame = { ...PHONE, wide: 960, tall: 640 }
const WHOLE: Eye = { k: 1, mx: 0, my: 0 }
const model = (x: number, y: number): Spot => ({ x, y, size: 20 })
const sees = (frame: Frame, eye: Eye, { x, y }: Spot): boolean => {
  const { w, h } = seenAt(frame, eye.k)
  return x > eye.mx - frame.margin && x < eye.mx - frame.margin + w && y > eye.my - frame.margin && y < eye.my - frame.margin + h
}

describe('coming near to what happens', () => {
  const fight = [model(700, 480), model(722, 480), model(744, 490), model(712, 505), model(735, 512)]

  it('makes models of a close fight on a phone large enough to be told apart, all of them in sight', () => {
    expect(pixelsAt(PHONE, WHOLE.k) * 20).toBeLessThan(12)
    const eye = nearing(PHONE, WHOLE, fight)
    expect(pixelsAt(PHONE, eye.k) * 20).toBeGreaterThanOrEqual(TELLING)
    expect(fight.filter((one) => !sees(PHONE, eye, one))).toEqual([])
  })

  it('comes only as near as those are all in sight who shoot and who are shot at', () => {
    const shot = [model(300, 200), model(320, 210), model(900, 600)]
    const eye = nearing(PHONE, WHOLE, shot)
    expect(eye.k).toBeGreaterThan(1)
    expect(shot.filter((one) => !sees(PHONE, eye, one))).toEqual([])
  })

  it('stays where all of it is seen large enough already', () => {
    const stands = [{ x: 700, y: 500, size: 40 }, { x: 745, y: 500, size: 40 }]
    const here: Eye = { k: 3, mx: 500, my: 300 }
    expect(nearing(PHONE, here, stands)).toBe(here)
    expect(nearing(PHONE, here, [])).toBe(here)
    const there = nearing(PHONE, here, [{ x: 100, y: 100, size: 40 }])
    expect([there.k, sees(PHONE, there, model(100, 100))]).toEqual([3, true])
  })

  it('never looks beyond the sheet, nor nearer than a hand may', () => {
    for (const frame of [PHONE, WIDE])
      for (const spot of [model(0, 0), model(1440, 960), { x: 700, y: 20, size: 1 }]) {
        const eye = nearing(frame, WHOLE, [spot])
        const { w, h } = seenAt(frame, eye.k)
        expect(eye.k).toBeLessThanOrEqual(CLOSEST)
        expect([eye.mx >= 0, eye.my >= 0, eye.mx + w <= frame.full.w + 1e-6, eye.my + h <= frame.full.h + 1e-6]).toEqual([true, true, true, true])
      }
  })

  it('shows whole, with its name, who does something from one edge to another', () => {
    const shot = [{ x: 60, y: 90, size: 90 }, { x: 560, y: 830, size: 40 }]
    const eye = nearing(PHONE, WHOLE, shot)
    const room = 14 / pixelsAt(PHONE, eye.k)
    const [{ w, h }, x, y] = [seenAt(PHONE, eye.k), eye.mx - PHONE.margin, eye.my - PHONE.margin]
    for (const one of shot) expect([one.x - one.size / 2 > x, one.x + one.size / 2 < x + w, one.y - one.size / 2 - room > y, one.y + one.size / 2 + room < y + h]).toEqual([true, true, true, true])
  })

  it('follows what is merely shown without coming nearer, on every screen', () => {
    const here: Eye = { k: 3, mx: 500, my: 300 }
    expect(framing(PHONE, here, [model(620, 420)])).toBe(here)
    expect(framing(WIDE, WHOLE, [model(20, 20)])).toBe(WHOLE)
    const there = framing(PHONE, here, [model(100, 100), model(1300, 900)])
    expect(there.k).toBeLessThan(3)
    expect([sees(PHONE, there, model(100, 100)), sees(PHONE, there, model(1300, 900))]).toEqual([true, true])
  })
})
