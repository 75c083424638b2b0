import { describe, expect, it } from 'vitest'
import { Chronicle, evolve, unpacked, type View } from '../../src/state/fold'
import { DEFAULTS, type Event } from '../../src/wire'
import { type Golden, read } from './golden'

const golden = read<Golden>('battle')

/** A view as plain data, with what records leave out at its default. */
function plain(view: View): unknown {
  const { position, asks } = view
  const pieces = Object.fromEntries([...position.pieces].map(([id, piece]) => [id, filled(piece)]))
  return JSON.parse(JSON.stringify({ position: { ...position, pieces }, asks: asks.map(filled) }))
}

function filled(record: object): object {
  const kind = (record as { kind: string }).kind as keyof typeof DEFAULTS
  const whole = { ...DEFAULTS[kind], ...record } as Record<string, unknown>
  if (Array.isArray(whole['marks'])) whole['marks'] = whole['marks'].map((mark: object) => filled(mark))
  return whole
}

describe('the fold', () => {
  it('knows after every so many events what Python knows', () => {
    const chronicle = new Chronicle()
    let next = 0
    for (const event of golden.events) {
      chronicle.take(event)
      const wanted = golden.views[next]
      if (wanted?.after === chronicle.events.length) {
        expect(plain(chronicle.view)).toEqual(plain(unpacked(wanted.position, wanted.asks)))
        next += 1
      }
    }
    expect(next).toBe(golden.views.length)
    expect(golden.views.length).toBeGreaterThan(10)
  })

  it('goes back where something was taken back', () => {
    expect(golden.events.some((event) => event.kind === 'Undone')).toBe(true)
    const chronicle = new Chronicle()
    for (const event of golden.events) {
      chronicle.take(event)
      if (event.kind === 'Undone') expect(chronicle.view).toBe(chronicle.views[event.kept])
    }
  })

  it('keeps every view that there was', () => {
    const chronicle = new Chronicle()
    golden.events.forEach((event) => chronicle.take(event))
    expect(chronicle.views.length).toBe(golden.events.length + 1)
  })

  it('shares what did not change', () => {
    const chronicle = new Chronicle()
    golden.events.forEach((event) => chronicle.take(event))
    const view = chronicle.view
    chronicle.take({ kind: 'Told', seat: 'red', text: 'hello' })
    expect(chronicle.view).toBe(view)
  })

  it('says so when an event speaks of what is not there', () => {
    const lost: Event = { kind: 'Removed', piece: 'X9' }
    expect(() => evolve(new Chronicle().view.position, lost)).toThrow('X9')
  })
})
