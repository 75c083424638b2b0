import { describe, expect, it } from 'vitest'
import { courses, flow, hipped, leaves, pen, rails, stakes } from '../../src/board/ground'

const KINDS = ['hill', 'forest', 'river', 'building', 'wall', 'fence', 'hedge', 'impassable', 'marsh']

describe('ground of ranked battles', () => {
  it('has a pattern of its own for each kind', () => {
    const looks = KINDS.map((kind) => JSON.stringify({ ...pen(kind), over: pen(kind).over?.name }))
    expect(new Set(looks).size).toBe(KINDS.length)
    expect(looks.some((look) => look.includes('plain'))).toBe(false)
    expect(pen('unheard of').look).toBe('plain')
  })

  it('is drawn within its own outline', () => {
    for (const over of [courses, flow, hipped, rails, stakes, leaves])
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
