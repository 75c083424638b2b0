import { expect, it } from 'vitest'
import { asks, counted, facesCount, score, served } from '../../src/state/scores'
import { subject } from '../../src/state/subject'
import { turnsTaken } from '../../src/state/turns'
import type { Chronicle } from '../../src/state/fold'
import type { Needed } from '../../src/wire'

const entered = (turn: number, seat: string) => ({ kind: 'Entered', turn, phase: 'turn', active: [seat] })
const told = (...seats: string[]): Chronicle => ({ events: seats.map((seat, index) => entered(index + 1, seat)), undone: seats.map(() => false) }) as unknown as Chronicle

it('tells in which order seats had their turns, in this round alone', () => {
  const chronicle = told('red', 'blue', 'amber', 'amber', 'red')
  expect(turnsTaken(chronicle, 5, ['red', 'amber'])).toEqual(['amber', 'red'])
  expect(turnsTaken(chronicle, 3, ['red', 'blue', 'amber'])).toEqual(['red', 'blue', 'amber'])
  expect(turnsTaken(chronicle, 4, ['amber'])).toEqual(['amber'])
  expect(turnsTaken(chronicle, 0, ['blue'])).toEqual(['blue'])
})

it('writes what dice must show, and tells which do', () => {
  const needed = (more: Partial<Needed>): Needed => ({ kind: 'Needed', key: 'x', ...more })
  expect([score(needed({ least: 3 })), score(needed({ least: 7 })), score(needed({ most: 4 })), score(needed({ least: 8, together: true }))]).toEqual(['3+', '×', '≤\u202f4', '≥\u202f8'])
  expect([2, 3].map((pip) => served(needed({ least: 3 }), pip))).toEqual([false, true])
  expect([4, 5].map((pip) => served(needed({ most: 4 }), pip))).toEqual([true, false])
  expect(served(needed({ least: 8, together: true }), 6)).toBe(null)
  expect(served(null, 6)).toBe(null)
})

it('writes nothing that every throw of so many dice does', () => {
  const sum = (least: number): Needed => ({ kind: 'Needed', key: 'x', least, together: true })
  expect([asks(sum(-1), 2), asks(sum(2), 2), asks(sum(3), 2), asks(sum(2), 1)]).toEqual([false, false, true, true])
  expect([asks({ kind: 'Needed', key: 'x', most: 4 }, 2), asks({ kind: 'Needed', key: 'x', least: 2 }, 9), asks({ kind: 'Needed', key: 'x' }, 1), asks(null, 1)]).toEqual([true, true, false, false])
})

it('knows of whom a sentence speaks first, by whole names', () => {
  const called = new Map([['blue', 'Blue'], ['B1', 'Line B1'], ['B12', 'Line B12'], ['A6', 'Great beast A6'], ['red', 'Red']])
  expect(['Great beast A6 holds against Line B12.', 'Line B12 marches.', 'Bluebell of Blue: 3', 'Nobody dispels it of Line B1: it takes effect on Great beast A6.', 'Redoubt', ''].map((text) => subject(text, called))).toEqual(['A6', 'B12', 'blue', 'B1', '', ''])
  expect(subject('Perte de « Red »', called)).toBe('red')
})

it('tells what a face counts as where that is another number, and only there', () => {
  const third: Needed = { kind: 'Needed', key: 'x', counts: [1, 1, 2, 2, 3, 3] }
  expect([1, 2, 3, 4, 5, 6].map((pip) => counted(third, pip))).toEqual([1, 1, 2, 2, 3, 3])
  expect([facesCount(third), facesCount({ ...third, counts: [3, 4, 5, 6, 7, 8] })]).toEqual(['1–2 → 1, 3–4 → 2, 5–6 → 3', '1 → 3, 2 → 4, 3 → 5, 4 → 6, 5 → 7, 6 → 8'])
  expect([counted({ kind: 'Needed', key: 'x' }, 5), counted(null, 5)]).toEqual([null, null])
})
