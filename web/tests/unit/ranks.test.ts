/** What is written on a body in ranks reads level, whichever edge it comes from. */
import { describe, expect, it } from 'vitest'
import { level } from '../../src/board/paper'
import { type Body, written } from '../../src/board/ranks'
import { Words } from '../../src/state/words'
import type { Piece } from '../../src/wire'

const words = new Words('en', {})
/** Inches of width and depth, in quanta; 20 units of the sheet to an inch. */
const body = (angle: number, width: number, depth: number, letter = 1): Body => ({
  piece: { id: 'R3', type: 'infantry', owner: 'red', controller: 'red', shape: { kind: 'rectangle', width: width * 10_000, depth: depth * 10_000 } } as unknown as Piece,
  name: 'Levy spears', angle, models: 30, files: 6, joined: [], profile: '', letter, detail: 'middle', words,
})
const onSheet = (angle: number, turn: number): number => ((((angle + turn + 180) % 360) + 360) % 360) - 180

describe('writing', () => {
  it.each([0, 90, 180, 270, -90, 15, 105, 200, 340])('is within an eighth of a turn of level on a body that faces %i degrees', (angle) => {
    const text = written(body(angle, 5, 4))
    expect(Math.abs(onSheet(angle, text.turn))).toBeLessThanOrEqual(45)
    expect(text.lines.join(' ')).toContain('R3')
  })

  it('is laid out in the room that a body has as it stands on the sheet', () => {
    // wide and shallow: across the sheet there is room for the name, upright for the id alone
    expect(written(body(0, 8, 1.6)).lines[0]).toBe('Levy spears R3')
    expect(written(body(90, 8, 1.6)).lines).toContain('R3')
    expect(written(body(90, 8, 1.6)).lines[0]).not.toBe('Levy spears R3')
  })

  it.each([0, 90, 180, 270, -90, 44, -44, 46])('turns by quarters alone: %i degrees', (angle) => {
    expect(Math.abs(level(angle) - angle) % 90).toBeCloseTo(0)
    expect(Math.abs(level(angle))).toBeLessThanOrEqual(45)
  })
})
