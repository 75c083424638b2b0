import { describe, expect, it } from 'vitest'
import { carried, corners, extent, facing, leaving, offset, Sheet, swung, turnedBy, upright } from '../../src/board/paper'
import { aboutMiddle, after, bodyOf, byLegs, degreesBetween, dragged, farthest, formed, inContact, pivot, spoken, track, withAdvance, withWheel } from '../../src/state/hand'
import type { Piece, Pose } from '../../src/wire'

const stand = (id: string, pose: Pose): Piece => ({
  kind: 'Piece', id, type: 'HFT', owner: 'red', controller: 'red', place: 'table', pose, shape: { kind: 'rectangle', width: 20_000, depth: 10_000 },
})
const line = bodyOf([stand('R1', [100_000, 100_000, 0, 1_000_000]), stand('R2', [120_000, 100_000, 0, 1_000_000])])

describe('a body in hand', () => {
  it('goes straight ahead as one', () => {
    expect(after(line, [{ kind: 'advance', distance: 30_000 }])).toEqual([[100_000, 130_000, 0, 1_000_000], [120_000, 130_000, 0, 1_000_000]])
  })

  it('wheels about the front corner of its end', () => {
    expect(pivot(line, line.starts, 'left')).toEqual([90_000, 100_000])
    expect(pivot(line, line.starts, 'right')).toEqual([130_000, 100_000])
    const turned = after(line, [{ kind: 'wheel', side: 'left', ux: -1_000_000, uy: 0 }])
    expect(turned).toEqual([[90_000, 110_000, -1_000_000, 0], [90_000, 130_000, -1_000_000, 0]])
  })

  it('adds up steps of one kind', () => {
    expect(withAdvance(withAdvance([], 5_000), 5_000)).toEqual([{ kind: 'advance', distance: 10_000 }])
    expect(withAdvance(withAdvance([], 5_000), -5_000)).toEqual([])
    const wheeled = withWheel(line, withWheel(line, [], 5), 5)
    expect(wheeled).toHaveLength(1)
    expect(withWheel(line, wheeled, -10)).toEqual([])
  })

  it('says what the hand did', () => {
    const legs = [{ kind: 'advance', distance: 30_000 }] as const
    expect(spoken('move', line, legs, [])).toEqual({ kind: 'Move', pieces: ['R1', 'R2'], legs })
    expect(spoken('camp', line, [], [[1, 2, 0, 1_000_000]], { garrison: 'R7' })).toMatchObject({ kind: 'PlaceCamp', garrison: 'R7' })
  })

  it('in ranks goes ahead, back, aside, or about a corner and on, as it is dragged', () => {
    const block = bodyOf([stand('R1', [100_000, 100_000, 0, 1_000_000])])
    expect(dragged(block, 500, 30_000)).toEqual([{ kind: 'advance', distance: 30_000 }])
    expect(dragged(block, 0, -12_000)).toEqual([{ kind: 'advance', distance: -12_000 }])
    expect(dragged(block, 20_000, 1_000)).toEqual([{ kind: 'slide', distance: 20_000 }])
    const turned = dragged(block, 20_000, 30_000)
    expect(turned.map((leg) => leg.kind)).toEqual(['wheel', 'advance'])
    expect(turned[0]).toMatchObject({ side: 'right' })
    // its front comes to look where it was dragged, and no farther than the hand
    const [end] = after(block, turned)
    expect(Math.hypot(end![0] - 100_000, end![1] - 100_000)).toBeLessThan(Math.hypot(20_000, 30_000) + 10_000)
    expect(byLegs('manoeuvre', block)).toBe(true)
    expect(byLegs('move', block)).toBe(false)
  })

  it('in ranks forms in other files about its middle', () => {
    const block: Piece = { ...stand('R1', [100_000, 100_000, 0, 1_000_000]), shape: { kind: 'rectangle', width: 40_000, depth: 32_000 } }
    const wider = formed(block, 19, 5, 10)
    expect(wider.shape).toEqual({ kind: 'rectangle', width: 80_000, depth: 16_000 })
    expect(formed(block, 19, 5, 25).shape).toMatchObject({ width: 152_000, depth: 8_000 })
    expect(aboutMiddle(block.pose!, block, wider, [0, 1_000_000])).toEqual([100_000, 92_000, 0, 1_000_000])
    expect(aboutMiddle(block.pose!, block, wider, [1_000_000, 0])).toEqual([108_000, 84_000, 1_000_000, 0])
    const body = { pieces: [wider], starts: [block.pose!] }
    expect(spoken('reform', body, [], [[1, 2, 1_000_000, 0]], { files: 10 })).toEqual({ kind: 'Reform', piece: 'R1', ux: 1_000_000, uy: 0, files: 10, swift: false })
    expect(spoken('manoeuvre', body, [], [], { says: 'Manoeuvre', fast: true })).toEqual({ kind: 'Manoeuvre', piece: 'R1', legs: [], march: true })
    expect(spoken('stand', body, [], [[1, 2, 0, 1_000_000]], { says: 'Deploy', files: 4 })).toEqual({ kind: 'Deploy', piece: 'R1', pose: [1, 2, 0, 1_000_000], files: 4 })
  })

  it('measures its farthest corner for the arrow', () => {
    expect(farthest(line, after(line, [{ kind: 'advance', distance: 24_000 }]))?.far).toBe(24_000)
  })

  it('knows contact for the eye, and a place beside or a turned corner from it', () => {
    const foe = { ...stand('B2', [100_000, 100_000, 0, -1_000_000]), controller: 'blue' }
    const meets = (end: Pose): boolean => inContact([end], [stand('R3', end)], [foe])
    expect(meets([110_000, 110_000, -1_000_000, 0])).toBe(true) // its flank
    expect(meets([100_000, 100_000, 0, 1_000_000])).toBe(true) // its front
    expect(meets([120_000, 100_000, 0, 1_000_000])).toBe(false) // beside who fights it
    expect(meets([111_843, 109_829, -982_872, 184_289])).toBe(false) // about that corner, askew
  })

  it('draws the way of that corner by the places in between', () => {
    const one = bodyOf([stand('R1', [100_000, 100_000, 0, 1_000_000])])
    const end: Pose = [90_000, 120_000, -1_000_000, 0]
    const way = farthest(one, [end])!
    expect(track(one, way)).toEqual([way.from, way.to])
    const via = [[['R1', [100_000, 110_000, 0, 1_000_000]]]] as const
    expect(track(one, way, via)).toEqual([[110_000, 100_000], [110_000, 110_000], [90_000, 130_000]])
  })
})

describe('paper', () => {
  it('turns the board for whoever sits at the far edge', () => {
    const near = new Sheet(480_000, 320_000)
    const far = new Sheet(480_000, 320_000, true)
    expect(near.at(0, 0)).toEqual([0, 640])
    expect(far.at(0, 0)).toEqual([960, 0])
    expect(far.back(...far.at(123_000, 45_000))).toEqual([123_000, 45_000])
  })

  it('leads a way off the board to where it leaves it', () => {
    const board = { width: 100, depth: 60 }
    expect([leaving([50, 30], [40, 30], board), leaving([50, 30], [50, 40], board), leaving([20, 20], [10, 10], board), leaving([90, 30], [95, 20], board)]).toEqual([[0, 30], [50, 60], [0, 0], [100, 10]])
    expect([leaving([50, 30], [50, 30], board), leaving([50, 30], [50, 70], board)]).toEqual([[50, 30], [50, 70]])
  })

  it('knows the corners of a base from its pose', () => {
    expect(corners([0, 0, 0, 1_000_000], { kind: 'rectangle', width: 20_000, depth: 10_000 })).toEqual([[-10_000, 0], [10_000, 0], [10_000, -10_000], [-10_000, -10_000]])
  })

  it('gives facings that the table takes as they are', () => {
    for (let degrees = -180; degrees < 180; degrees += 7) {
      const [x, y] = turnedBy(0, 1_000_000, degrees)
      expect(facing(x, y)).toEqual([x, y])
      expect(Math.abs(Math.hypot(x, y) - 1_000_000)).toBeLessThan(1)
    }
    expect(degreesBetween([0, 0, 0, 1_000_000], turnedBy(0, 1_000_000, 35))).toBeCloseTo(35, 3)
  })

  it('carries and swings bodies without bending them', () => {
    const lead: Pose = [0, 0, 0, 1_000_000]
    const to: Pose = [50_000, 10_000, 1_000_000, 0]
    expect(carried([20_000, 0, 0, 1_000_000], lead, to)).toEqual([50_000, -10_000, 1_000_000, 0])
    expect(swung([20_000, 0, 0, 1_000_000], [0, 0], 90)).toEqual([0, -20_000, 1_000_000, 0])
    expect(offset([0, 0, 1_000_000, 0], 10_000, 5_000)).toEqual([10_000, -5_000, 1_000_000, 0])
  })

  it('keeps writing upright', () => {
    expect([180, 10, -135].map(upright)).toEqual([0, 10, 45])
  })

  it('finds the box around ground', () => {
    expect(extent({ kind: 'ellipse', x: 0, y: 0, half_length: 4, half_width: 2, ux: 0, uy: 1_000_000 })).toEqual([-2, -4, 2, 4])
    expect(extent({ kind: 'strip', points: [[0, 0], [100, 0]], width: 20 })).toEqual([0, -10, 100, 10])
  })
})
