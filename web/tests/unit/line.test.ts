import './page'
import { beforeEach, expect, it, vi } from 'vitest'
import { Line } from '../../src/state/line.svelte'
import { prefs } from '../../src/state/prefs.svelte'
import type { Event, Heard, Line as Told, Said } from '../../src/wire'

/** A socket whose other end is this test. */
class Wire {
  static all: Wire[] = []
  readyState = 1
  sent: Said[] = []
  onopen: () => void = () => undefined
  onmessage: (message: { data: string }) => void = () => undefined
  onclose: () => void = () => undefined
  constructor(readonly url: string) {
    Wire.all.push(this)
  }
  send(data: string): void {
    this.sent.push(JSON.parse(data) as Said)
  }
  close(): void {
    this.readyState = 3
    this.onclose()
  }
  says(message: object): void {
    this.onmessage({ data: JSON.stringify(message as Heard) })
  }
}
vi.stubGlobal('WebSocket', Wire)

class Page {
  events: Event[] = []
  lines: readonly Told[] = []
  dice = 0
  lately = ''
  line = new Line({
    known: () => this.events.length,
    forget: () => ([this.events, this.lines] = [[], []]),
    take: (events, lines) => {
      this.events.push(...events)
      this.lines = [...this.lines, ...lines]
    },
    told: (lines, anew) => (this.lines = anew ? lines : [...this.lines, ...lines]),
    dice: () => this.dice,
    lately: () => this.lately,
    over: () => false,
  })
  get said(): string[] {
    return this.lines.map((line) => line.text)
  }
}

const line = (event: number, text: string): Told => ({ level: 1, kind: 'rule', text, clause: '', seat: '', turn: 1, event, odds: [] })
const event = { kind: 'Told', seat: 'red', text: '' } as unknown as Event
const wire = (): Wire => Wire.all.at(-1)!
function open(): Page {
  const page = new Page()
  page.line.join('b')
  greeted(1)
  return page
}
function greeted(from: number): void {
  wire().onopen()
  wire().says({ kind: 'welcome', stream: 'red', events_from: from, seats: [], you: ['red'], words: ['red'] })
}

beforeEach(() => {
  vi.useFakeTimers()
  Wire.all = []
  prefs.lang = 'en'
})

it('asks to be told in the language of the screen, and keeps the lines of what is new', () => {
  const page = open()
  expect(wire().sent[0]).toMatchObject({ kind: 'hello', lang: 'en' })
  wire().says({ kind: 'events', from: 1, events: [event, event], lines: [line(1, 'one'), line(2, 'two')] })
  wire().says({ kind: 'events', from: 2, events: [event, event], lines: [line(2, 'two'), line(3, 'three')] })
  expect(page.said).toEqual(['one', 'two', 'three'])
})

it('has everything told again in another language, once', () => {
  const page = open()
  wire().says({ kind: 'events', from: 1, events: [event], lines: [line(1, 'one')] })
  page.line.tell()
  prefs.lang = 'fr'
  page.line.tell()
  page.line.tell()
  expect(wire().sent.slice(1)).toEqual([{ kind: 'tell', lang: 'fr' }])
  wire().says({ kind: 'story', lang: 'fr', count: 2, from: 1, lines: [line(1, 'un')] })
  wire().says({ kind: 'story', lang: 'fr', count: 2, from: 2, lines: [line(1, 'deux')] })
  expect(page.said).toEqual(['un', 'deux'])
})

it('has a story that was cut off told again, and one in a language that was left', () => {
  const page = open()
  wire().says({ kind: 'events', from: 1, events: [event], lines: [line(1, 'one')] })
  prefs.lang = 'fr'
  page.line.tell()
  wire().says({ kind: 'story', lang: 'fr', count: 2, from: 1, lines: [line(1, 'un')] })
  page.line.drop()
  vi.advanceTimersByTime(1_000)
  greeted(2)
  expect(wire().sent).toMatchObject([{ kind: 'hello', after: 1, lang: 'fr' }, { kind: 'tell', lang: 'fr' }])
  wire().says({ kind: 'story', lang: 'fr', count: 1, from: 1, lines: [line(1, 'un')] })
  page.line.drop()
  vi.advanceTimersByTime(1_000)
  greeted(2)
  expect(wire().sent).toMatchObject([{ kind: 'hello', after: 1, lang: 'fr' }])
  expect(page.said).toEqual(['un'])
})

it('shows at once that the table asks again after another story, before it says what it waits for', () => {
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => kept.set(key, value) })
  const page = open()
  const words = (row: object): void => wire().says({ kind: 'words', digest: '', wanted: 0, waits: [], seats: [{ seat: 'red', digest: '', said: 1, lacked: 0, bound: false, ...row }] })
  const happens = (story: string): void => {
    ;[page.dice, page.lately] = [7, story]
    wire().says({ kind: 'waiting', undo: [], sealed: {}, thinking: [] })
    wire().says({ kind: 'events', from: page.events.length + 1, events: [event], lines: [] })
  }
  words({})
  const bound = wire().sent.flatMap((one) => (one.kind === 'bind' ? [one.digest] : []))[0]!
  words({ digest: bound, bound: true })
  happens('a move')
  expect(wire().sent.at(-1)).toMatchObject({ kind: 'word', seat: 'red' })
  expect(page.line.twice).toBe(0)
  page.line.drop()
  vi.advanceTimersByTime(1_000)
  greeted(2)
  words({ digest: bound, bound: true })
  happens('another move')
  expect(page.line.twice).toBe(1)
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined })
})

it('tells the table what it has heard, and says so where the table was set back to an older copy', () => {
  const page = new Page()
  page.line.join('b')
  const first = Wire.all.at(-1)!
  first.onopen()
  first.says({ kind: 'welcome', stream: 'red', events_from: 1, seats: [], words: [] })
  first.says({ kind: 'events', from: 1, events: [{ kind: 'Withdrawn', ask: 1 }, { kind: 'Withdrawn', ask: 2 }], lines: [], mark: 'b7' })
  page.line.drop()
  vi.advanceTimersByTime(400)
  const again = Wire.all.at(-1)!
  again.onopen()
  expect(again.sent[0]).toMatchObject({ kind: 'hello', stream: 'red', after: 2, mark: 'b7' })
  again.says({ kind: 'welcome', stream: 'red', events_from: 1, set_back: true, seats: [], words: [] })
  again.says({ kind: 'events', from: 1, events: [{ kind: 'Withdrawn', ask: 3 }], lines: [], mark: 'c8' })
  expect(page.events).toEqual([{ kind: 'Withdrawn', ask: 3 }])
  expect(page.line.notice).toContain('web.set-back')
  page.line.drop()
  vi.advanceTimersByTime(400)
  Wire.all.at(-1)!.onopen()
  expect(Wire.all.at(-1)!.sent[0]).toMatchObject({ after: 1, mark: 'c8' })
})

it('begins again from the first event where one is missing', () => {
  const page = open()
  wire().says({ kind: 'waiting', undo: [], sealed: {}, thinking: [] })
  wire().says({ kind: 'events', from: 1, events: [event], lines: [line(1, 'one')] })
  wire().says({ kind: 'events', from: 3, events: [event], lines: [line(3, 'three')] })
  expect(page.said).toEqual(['one'])
  vi.advanceTimersByTime(1_000)
  greeted(1)
  expect(wire().sent[0]).toMatchObject({ kind: 'hello', stream: '', after: 0 })
  wire().says({ kind: 'events', from: 1, events: [event, event, event], lines: [line(1, 'one'), line(2, 'two'), line(3, 'three')] })
  expect(page.said).toEqual(['one', 'two', 'three'])
})

it('looks whether its line holds when the page is in sight again', () => {
  const heard = new Map<string, () => void>()
  const sight = { hidden: true, addEventListener: (name: string, does: () => void) => heard.set(name, does), removeEventListener: (name: string) => heard.delete(name) }
  vi.stubGlobal('document', { ...document, ...sight })
  const page = open()
  heard.get('visibilitychange')!()
  expect(wire().sent.map((one) => one.kind)).toEqual(['hello'])
  ;(document as unknown as { hidden: boolean }).hidden = false
  heard.get('visibilitychange')!()
  expect(wire().sent.map((one) => one.kind)).toEqual(['hello', 'ping'])
  page.line.leave()
  expect(heard.size).toBe(0)
})
