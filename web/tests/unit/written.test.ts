/** What is written on a body in ranks at each closeness: never more than there is room for. */
import { expect, it } from 'vitest'
import { FONT, LINE, written, type Detail } from '../../src/board/ranks'
import type { Piece } from '../../src/wire'
import { Words } from '../../src/state/words'

const PROFILE = 'M8 WS4 BS3 S3 T3 W1 I4 A1 Ld8'
const words = new Words('en', {})
function lines(width: number, depth: number, letter: number, detail: Detail, files = 5): readonly string[] {
  const piece = { kind: 'Piece', id: 'B2', type: 'infantry', owner: 'blue', controller: 'blue', shape: { kind: 'rectangle', width, depth } } as unknown as Piece
  return written({ piece, name: 'Lancers', angle: 0, models: 10, files, joined: [], profile: PROFILE, letter, detail, words }).lines
}

it('has the whole profile from near, in as many lines as it needs', () => {
  const near = lines(100_000, 80_000, 1, 'near')
  expect(near.slice(0, 2)).toEqual(['Lancers B2', '10 · 5×2'])
  expect(near.slice(2).join(' ')).toContain(PROFILE)
})

it('has its name and its number from afar, and beside each other where it is flat', () => {
  expect(lines(100_000, 40_000, 2.5, 'far')).toEqual(['Lancers B2', '10'].slice(0, lines(100_000, 40_000, 2.5, 'far').length))
  expect(lines(120_000, 10_000, 1.6, 'middle', 10)).toEqual(['Lancers B2 · 10 · 10×1'])
})

it('writes nothing that is wider or higher than the body, but its id', () => {
  for (const letter of [0.4, 0.8, 1.2, 2, 3])
    for (const [width, depth] of [[40_000, 40_000], [100_000, 20_000], [160_000, 60_000]] as const)
      for (const detail of ['far', 'middle', 'near'] as const) {
        const found = lines(width, depth, letter, detail)
        expect(found.length).toBeGreaterThan(0)
        if (found[0] === 'B2') continue
        expect(found.length * LINE).toBeLessThanOrEqual(Math.max(LINE, depth / 500 / letter))
        for (const line of found) expect(line.length * 0.58 * FONT).toBeLessThanOrEqual(width / 500 / letter)
      }
})
