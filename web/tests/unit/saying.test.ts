import { expect, it, vi } from 'vitest'
import { Table } from '../../src/state/table.svelte'
import type { Ask } from '../../src/wire'

// what a page has and a test has not
vi.hoisted(() => {
  vi.stubGlobal('location', { search: '?lang=en' })
  vi.stubGlobal('navigator', { language: 'en' })
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined })
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined }))
  vi.stubGlobal('document', { documentElement: { dataset: {}, style: {} } })
})

const ask = (id: number): Ask => ({ id, seat: 'red', window: 'reaction', clause: 'X-1', options: ['hold', 'flee'] }) as unknown as Ask

/** A table whose server keeps its replies back. */
function slow(): { table: Table; sent: unknown[]; reply: (() => void)[] } {
  const table = new Table()
  const [sent, reply]: [unknown[], (() => void)[]] = [[], []]
  const command = (_: string, action: { option: string }, about: number): Promise<{ ok: boolean }> => {
    sent.push([about, action.option])
    return new Promise((done) => reply.push(() => done({ ok: true })))
  }
  Object.assign(table.line, { stream: { command } })
  return { table, sent, reply }
}

it('answers a question once, however often it is pressed', async () => {
  const { table, sent, reply } = slow()
  const first = table.talk.say(ask(1), { kind: 'Choose', option: 'hold' })
  expect(await table.talk.say(ask(1), { kind: 'Choose', option: 'flee' })).toBe(false)
  reply[0]?.()
  expect(await first).toBe(true)
  expect(sent).toEqual([[1, 'hold']])
})

it('answers the next question though the reply to the last one is still on its way', async () => {
  const { table, sent, reply } = slow()
  const first = table.talk.say(ask(1), { kind: 'Choose', option: 'hold' })
  const second = table.talk.say(ask(2), { kind: 'Choose', option: 'flee' })
  reply[0]?.()
  expect(await first).toBe(true)
  expect(table.talk.sending).toBe(true)
  reply[1]?.()
  expect(await second).toBe(true)
  expect(table.talk.sending).toBe(false)
  expect(sent).toEqual([[1, 'hold'], [2, 'flee']])
})
