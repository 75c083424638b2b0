import { describe, expect, it } from 'vitest'
import { bowl, courses, flow, hipped, leaves, pen, rails, slabs, stakes, walls } from '../../src/board/ground'
import { read } from './golden'

const KINDS = ['hill', 'forest', 'river', 'building', 'wall', 'fence', 'hedge', 'impassable', 'marsh']
const OF_SKIRMISHES = ['area', 'woods', 'ruins', 'wall', 'crater', 'barricade', 'hill', 'block']

interface Overlay {
  readonly kind: string
  readonly size: readonly [number, number]
  readonly path: string
}

/** A path as its letters and its numbers. */
const parts = (path: string): [string, number[]] => [path.replace(/-?[\d.]+/g, '#'), [...path.matchAll(/-?[\d.]+/g)].map(Number)]

describe('ground of ranked battles', () => {
  it('is drawn as the report draws it', () => {
    for (const one of read<Overlay[]>('overlays')) {
      const [letters, numbers] = parts(one.path)
      const [drawn, places] = parts(pen(one.kind).over?.(...one.size) ?? '')
      expect(drawn, one.kind).toBe(letters)
      expect(places.length, one.kind).toBe(numbers.length)
      numbers.forEach((number, index) => expect(Math.abs(number - places[index]!), one.kind).toBeLessThan(0.11))
    }
  })


  it('has a pattern of its own for each kind', () => {
    const looks = KINDS.map((kind) => JSON.stringify({ ...pen(kind), over: pen(kind).over?.name }))
    expect(new Set(looks).size).toBe(KINDS.length)
    expect(looks.some((look) => look.includes('plain'))).toBe(false)
    expect(pen('unheard of').look).toBe('plain')
    const others = OF_SKIRMISHES.map((kind) => JSON.stringify({ ...pen(kind), over: pen(kind).over?.name }))
    expect(new Set(others).size).toBe(OF_SKIRMISHES.length)
    expect(others.some((look) => look.includes('plain'))).toBe(false)
  })

  it('is drawn within its own outline', () => {
    for (const over of [courses, flow, hipped, rails, stakes, leaves, walls, bowl, slabs])
      for (const [a, b] of [[60, 10], [20, 18], [18, 40]] as const) {
        const starts = [...over(a, b).matchAll(/M(-?[\d.]+) (-?[\d.]+)/g)]
        expect(starts.length, over.name).toBeGreaterThan(0)
        for (const [, x, y] of starts) {
          expect(Math.abs(Number(x)), over.name).toBeLessThanOrEqual(a + 0.1)
          expect(Math.abs(Number(y)), over.name).toBeLessThanOrEqual(b + 0.1)
        }
      }
  })
})
