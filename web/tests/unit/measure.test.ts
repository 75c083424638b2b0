/** What is measured while replies are on their way: the last that was wanted is what is shown. */
import './page'
import { expect, it } from 'vitest'
import { EMPTY } from '../../src/state/fold'
import type { Table } from '../../src/state/table.svelte'
import { Measure } from '../../src/table/measure.svelte'
import type { Piece } from '../../src/wire'

const seen = { sees: true, clause: 'FB-1.10', sketches: [], pieces: ['B3'] }
const stand = (id: string, x: number): [string, Piece] => [id, { id, place: 'table', controller: 'red', pose: [x, 0, 0, 1_000_000], shape: { kind: 'rectangle', width: 40_000, depth: 20_000 } } as unknown as Piece]

interface Sent { from: unknown; to: unknown; reply: (distance: number) => Promise<void> }
function tool(kind: 'ruler' | 'sight', models = false): { measure: Measure; sent: Sent[]; table: { version: number; back: number | null } } {
  const sent: Sent[] = []
  const measured = (from: unknown, to: unknown): Promise<unknown> => new Promise((resolve) => sent.push({ from, to, reply: async (distance) => {
    resolve({ from: [0, 0], to: [distance, 0], distance, sight: seen })
    await new Promise((done) => setTimeout(done))
  } }))
  const pieces = new Map([stand('R1', 0), stand('R2', 100_000), stand('R3', 200_000)])
  const table = { version: 1, back: null, position: { ...EMPTY, pieces }, game: { models }, talk: { measure: measured } }
  const measure = new Measure(table as unknown as Table)
  measure.toggle(kind)
  return { measure, sent, table }
}

it('asks once of whom one looks at, however the pointer moves over him', async () => {
  const { measure, sent } = tool('sight')
  measure.press('R1', [0, 0])
  for (const x of [100_000, 101_000, 102_000]) measure.drag([x, -10_000])
  expect(sent.map(({ from, to }) => [from, to])).toEqual([['R1', 'R2']])
  await sent[0]!.reply(5)
  expect(measure.look).toMatchObject({ from: 'R1', to: 'R2' })
  expect(measure.rings).toEqual(['R1', 'R2', 'B3'])
})

it('shows the look that is wanted last, and none of those before', async () => {
  const { measure, sent } = tool('sight')
  measure.press('R1', [0, 0])
  measure.press('R2', [0, 0])
  measure.press('R3', [0, 0])
  await sent[0]!.reply(5)
  expect(measure.look).toBeNull()
  expect(sent.map((one) => one.to)).toEqual(['R2', 'R3'])
  await sent[1]!.reply(6)
  expect(measure.look).toMatchObject({ from: 'R1', to: 'R3' })
})

it('shows nothing of a tool that was put away, or of another moment', async () => {
  for (const kind of ['ruler', 'sight'] as const)
    for (const ends of ['put away', 'moment'] as const) {
      const { measure, sent, table } = tool(kind)
      measure.press('R1', [0, 0])
      measure.drag([100_000, -10_000])
      if (ends === 'moment') table.version = 2
      else measure.toggle(kind)
      await sent[0]!.reply(5)
      expect([measure.look, measure.ruler], `${kind}, ${ends}`).toEqual([null, null])
      // and asks again of what it is pressed on anew
      if (ends === 'put away') measure.toggle(kind)
      measure.press('R1', [0, 0])
      measure.drag([100_000, -10_000])
      expect(sent.length, `${kind}, ${ends}`).toBe(2)
      await sent[1]!.reply(6)
      expect(measure.ruler ?? measure.look, `${kind}, ${ends}`).not.toBeNull()
    }
})

it('draws the ruler after the finger, one question at a time', async () => {
  const { measure, sent } = tool('ruler')
  measure.press(null, [0, 0])
  for (const x of [300_000, 310_000, 320_000]) measure.drag([x, 50_000])
  expect(sent.map((one) => one.to)).toEqual([[300_000, 50_000]])
  await sent[0]!.reply(5)
  expect(measure.ruler?.to).toEqual([5, 0])
  expect(sent.at(-1)?.to).toEqual([320_000, 50_000])
  await sent[1]!.reply(7)
  expect(measure.ruler?.to).toEqual([7, 0])
  expect(sent.length).toBe(2)
})
