import { beforeEach, describe, expect, it, vi } from 'vitest'
import { type Ears, type Link, Stream } from '../../src/state/stream'
import type { Heard } from '../../src/wire'

/** A socket that only pretends: the test is the table. */
class Wire {
  static all: Wire[] = []
  readyState = 1
  sent: { kind: string; id?: string; after?: number; stream?: string }[] = []
  onopen: (() => void) | null = null
  onmessage: ((message: { data: string }) => void) | null = null
  onclose: (() => void) | null = null
  onerror: (() => void) | null = null
  constructor(readonly url: string) {
    Wire.all.push(this)
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text) as { kind: string })
  }
  close(): void {
    this.readyState = 3
    this.onclose?.()
  }
  say(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) })
  }
  welcome(): void {
    this.onopen?.()
    this.say({ kind: 'welcome', stream: 'red', events_from: 1 })
  }
}

class Page implements Ears {
  heard: Heard[] = []
  links: Link[] = []
  count = 0
  hear(message: Heard): void {
    this.heard.push(message)
    if (message.kind === 'events') this.count = message.from + message.events.length - 1
  }
  link(state: Link): void {
    this.links.push(state)
  }
  known(): { stream: string; after: number; mark: string; lang: string; name: string } {
    return { stream: this.count ? 'red' : '', after: this.count, mark: this.count ? 'a1' : '', lang: 'fr', name: 'Zoé' }
  }
}

function table(): { page: Page; stream: Stream } {
  const page = new Page()
  const stream = new Stream('ws://table', page, null, (url) => new Wire(url) as unknown as WebSocket)
  stream.open()
  return { page, stream }
}

const wire = (): Wire => Wire.all.at(-1)!
const end = { kind: 'Choose', option: 'end' } as const

describe('the line to the table', () => {
  beforeEach(() => {
    Wire.all = []
    vi.useFakeTimers()
  })

  it('says hello first, and nothing else before it is welcome', () => {
    const { stream } = table()
    void stream.command('red', end, 4)
    wire().onopen?.()
    expect(wire().sent.map((message) => message.kind)).toEqual(['hello'])
    wire().say({ kind: 'welcome', stream: 'red', events_from: 1 })
    expect(wire().sent.map((message) => message.kind)).toEqual(['hello', 'command'])
  })

  it('comes back by itself and goes on after what it has heard', () => {
    const { page } = table()
    wire().welcome()
    wire().say({ kind: 'events', from: 1, events: [{ kind: 'Withdrawn', ask: 1 }, { kind: 'Withdrawn', ask: 2 }] })
    wire().close()
    expect(page.links.at(-1)).toBe('lost')
    vi.advanceTimersByTime(400)
    wire().onopen?.()
    expect(wire().sent[0]).toMatchObject({ kind: 'hello', stream: 'red', after: 2, mark: 'a1' })
    expect(Wire.all.length).toBe(2)
  })

  it('says a command again after a cut, under the same id, until it is answered', async () => {
    const { stream } = table()
    wire().welcome()
    const answer = stream.command('red', end, 4)
    const first = wire().sent.find((message) => message.kind === 'command')
    wire().close()
    vi.advanceTimersByTime(400)
    wire().welcome()
    const again = wire().sent.find((message) => message.kind === 'command')
    expect(again?.id).toBe(first?.id)
    wire().say({ kind: 'reply', id: again?.id, ok: true, number: 9 })
    expect((await answer).number).toBe(9)
    wire().close()
    vi.advanceTimersByTime(900)
    wire().welcome()
    expect(wire().sent.some((message) => message.kind === 'command')).toBe(false)
  })

  it('says to a table that was set back nothing that was meant for what is no more', async () => {
    const { stream } = table()
    wire().welcome()
    const answer = stream.command('red', end, 4)
    wire().close()
    vi.advanceTimersByTime(400)
    wire().onopen?.()
    wire().say({ kind: 'welcome', stream: 'red', events_from: 1, set_back: true })
    expect(wire().sent.some((message) => message.kind === 'command')).toBe(false)
    expect(await answer).toMatchObject({ ok: false, refusals: [{ key: 'web.set-back' }] })
  })

  it('gives every command an id of its own', () => {
    const { stream } = table()
    wire().welcome()
    void stream.command('red', end, 4)
    void stream.command('red', end, 4)
    const ids = wire().sent.filter((message) => message.kind === 'command').map((message) => message.id)
    expect(new Set(ids).size).toBe(2)
  })

  it('lets a question go when the line is cut', async () => {
    const { stream } = table()
    wire().welcome()
    const asked = stream.question({ kind: 'explain', clause: 'TC-1.1' })
    wire().close()
    expect((await asked).ok).toBe(false)
  })

  it('waits longer from try to try', () => {
    table()
    wire().close()
    vi.advanceTimersByTime(300)
    expect(Wire.all.length).toBe(2)
    wire().close()
    vi.advanceTimersByTime(300)
    expect(Wire.all.length).toBe(2)
    vi.advanceTimersByTime(300)
    expect(Wire.all.length).toBe(3)
  })

  it('sees after a sleep whether the line still holds, and opens it anew where nothing is heard', () => {
    const { page, stream } = table()
    wire().welcome()
    stream.look()
    expect(wire().sent.at(-1)).toMatchObject({ kind: 'ping' })
    wire().say({ kind: 'pong', id: '1' })
    vi.advanceTimersByTime(60_000)
    expect(Wire.all.length).toBe(1)
    const dead = wire()
    dead.close = () => undefined
    dead.say({ kind: 'events', from: 1, events: [{ kind: 'Withdrawn', ask: 1 }] })
    stream.look()
    stream.look()
    vi.advanceTimersByTime(6_000)
    expect(Wire.all.length).toBe(2)
    wire().onopen?.()
    expect(wire().sent).toMatchObject([{ kind: 'hello', stream: 'red', after: 1 }])
    dead.onclose?.()
    vi.advanceTimersByTime(60_000)
    expect(Wire.all.length).toBe(2)
    expect(page.links).toContain('lost')
  })

  it('opens a lost line at once when somebody looks at the page again', () => {
    const { stream } = table()
    for (let cut = 0; cut < 4; cut++) {
      wire().close()
      vi.advanceTimersByTime(10_000)
    }
    wire().close()
    const before = Wire.all.length
    stream.look()
    expect(Wire.all.length).toBe(before + 1)
    vi.advanceTimersByTime(60_000)
    expect(Wire.all.length).toBe(before + 1)
  })

  it('does not call back where the table says goodbye for good', () => {
    const { page } = table()
    wire().welcome()
    wire().say({ kind: 'bye', key: 'server.full', again: false })
    wire().close()
    vi.advanceTimersByTime(60_000)
    expect(Wire.all.length).toBe(1)
    expect(page.links.at(-1)).toBe('closed')
  })

  it('says again after a reload what was not answered, under the same id, and then forgets it', async () => {
    const kept = new Map<string, string>()
    const store = { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => void kept.set(key, value), removeItem: (key: string) => void kept.delete(key) }
    const make = (url: string): WebSocket => new Wire(url) as unknown as WebSocket
    const before = new Stream('ws://table', new Page(), null, make, store)
    before.open()
    wire().welcome()
    wire().readyState = 3
    void before.command('red', end)
    expect(wire().sent.filter((one) => one.kind === 'command')).toHaveLength(0)
    const after = new Stream('ws://table', new Page(), null, make, store)
    after.open()
    wire().welcome()
    const [said, ...more] = wire().sent.filter((one) => one.kind === 'command')
    expect(more).toHaveLength(0)
    expect([...kept.values()].join()).toContain(said!.id!)
    wire().say({ kind: 'reply', id: said!.id, ok: true })
    expect(kept.size).toBe(0)
  })

  it('goes on where what was kept cannot be read', () => {
    const store = { getItem: () => 'no list', setItem: () => undefined, removeItem: () => undefined }
    const stream = new Stream('ws://table', new Page(), null, (url) => new Wire(url) as unknown as WebSocket, store)
    stream.open()
    wire().welcome()
    expect(wire().sent.map((one) => one.kind)).toEqual(['hello'])
  })
})
