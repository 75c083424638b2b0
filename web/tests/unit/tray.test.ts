/** What is drawn off a tray: it stays where it is put down, and lies in its tray again where it is not. */
import './page'
import { expect, it, vi } from 'vitest'
import type { March } from '../../src/state/march.svelte'
import type { Table } from '../../src/state/table.svelte'
import type { Carry } from '../../src/table/carry'
import type { Deeds } from '../../src/table/deeds'
import { Tray } from '../../src/table/tray'
import type { Point } from '../../src/wire'

const window = new EventTarget()
vi.stubGlobal('addEventListener', window.addEventListener.bind(window))
vi.stubGlobal('removeEventListener', window.removeEventListener.bind(window))
const pointer = (type: string, x: number): boolean => window.dispatchEvent(Object.assign(new Event(type), { pointerId: 1, clientX: x, clientY: 0 }))
const settled = (): Promise<void> => new Promise((done) => setTimeout(done, 1))

/** A board right of 100, and a unit that goes to it. */
function drawn(wait: Promise<unknown> = Promise.resolve()): string[] {
  const told: string[] = []
  const march = {
    held: null as object | null, dragging: false, ends: () => new Map([['m1', [0, 0, 0, 1]]]),
    lift: async () => (await wait, (march.held = {}), true), press: () => (march.dragging = true), drag: () => told.push('drag'),
    drop: () => march.dragging && ((march.dragging = false), told.push('drop')), letGo: () => march.held && (([march.held, march.dragging] = [null, false]), told.push('let go')),
  }
  const table = { game: { models: true }, hand: { held: null, letGo: () => undefined } }
  const pointed = ({ clientX }: { clientX: number }): Point | null => (clientX > 100 ? [clientX, 0] : null)
  new Tray(table as unknown as Table, march as unknown as March, { rest: () => undefined } as unknown as Carry, {} as Deeds, () => ({ pointed })).press({ button: 0, pointerId: 1, clientX: 0, clientY: 0 } as PointerEvent, ['U1'])
  return told
}

it('puts a unit of models down where the pointer is let go over the board', async () => {
  const told = drawn()
  pointer('pointermove', 150)
  await settled()
  pointer('pointermove', 200)
  pointer('pointerup', 200)
  expect(told).toEqual(['drag', 'drag', 'drop'])
})

it('lets a unit go that is drawn back off the board, or whose pointer is taken away', async () => {
  for (const [type, x] of [['pointerup', 50], ['pointercancel', 200]] as const) {
    const told = drawn()
    pointer('pointermove', 150)
    await settled()
    pointer('pointermove', x)
    pointer(type, x)
    expect(told.at(-1), type).toBe('let go')
    expect(told, type).not.toContain('drop')
  }
})

it('lets a unit go whose pointer was taken away before the table had lifted it', async () => {
  let lifted: (done?: unknown) => void = () => undefined
  const told = drawn(new Promise((resolve) => (lifted = resolve)))
  pointer('pointermove', 150)
  pointer('pointercancel', 150)
  lifted()
  await settled()
  expect(told).toEqual(['let go'])
})
