/** What happened is cut into beats that leave nothing out, and played out at the pace that was chosen. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

vi.hoisted(() => {
  vi.stubGlobal('location', { search: '?lang=en' })
  vi.stubGlobal('navigator', { language: 'en' })
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined })
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined }))
  vi.stubGlobal('document', { documentElement: { dataset: {}, style: {} }, baseURI: 'http://table/', hidden: false })
})

import { type Beat, beatsOf, deedOf, isSeen, Told, tolls, traces } from '../../src/state/beats'
import { Chronicle, type View } from '../../src/state/fold'
import { prefs } from '../../src/state/prefs.svelte'
import { Showing } from '../../src/state/showing.svelte'
import { waysOf } from '../../src/state/ways'
import type { Ask, Event, Line } from '../../src/wire'
import { type Golden, read } from './golden'

const golden = read<Golden>('battle')
const chronicle = new Chronicle()
golden.events.forEach((event) => chronicle.take(event))
const told = new Told(golden.lines)
const beats = beatsOf(chronicle.events, told, 0, chronicle.views)

it('leaves no event out and tells each story line once', () => {
  expect(beats[0]!.from).toBe(0)
  expect(beats.at(-1)!.to).toBe(golden.events.length)
  beats.slice(1).forEach((beat, index) => expect(beat.from).toBe(beats[index]!.to))
  const story = golden.lines.filter((line) => line.level === 1)
  expect(story.length).toBeGreaterThan(60)
  expect(beats.flatMap((beat) => told.story(beat))).toEqual(story)
  // what is told is seen
  expect(beats.filter((beat) => told.story(beat).length && !isSeen(beat))).toEqual([])
})

it('shows every die and every loss, dice with what came of them', () => {
  const rolls = golden.events.filter((event) => event.kind === 'Answered' && event.seat === 'chance' && event.said?.kind === 'Roll')
  expect(rolls.length).toBeGreaterThan(20)
  expect(beats.flatMap((beat) => beat.dice).length).toBe(rolls.length)
  const lost = golden.events.filter((event) => event.kind === 'Removed' && (event.to ?? 'lost') === 'lost')
  expect(lost.length).toBeGreaterThan(2)
  expect(beats.flatMap((beat) => beat.lost).length).toBe(lost.length)
  const combats = beats.filter((beat) => told.story(beat).some((line) => line.kind === 'combat'))
  expect(combats.length).toBeGreaterThan(5)
  for (const beat of combats) {
    expect(beat.tallies.length).toBe(2)
    expect(beat.dice.flatMap((thrown) => thrown.pips)).toEqual(beat.tallies.map((tally) => tally.die))
    const { odds } = told.story(beat).find((line) => line.kind === 'combat')!
    expect(odds.reduce((sum, one) => sum + one, 0)).toBe(36)
  }
})

it('leads from who acts to those to whom it is done, whatever rulings call them', () => {
  const seats: Record<string, string> = { B2: 'blue', B3: 'blue', R1: 'red', A4: 'amber' }
  const position = { ...chronicle.view.position, pieces: new Map(Object.entries(seats).map(([id, controller]) => [id, { ...golden.events.find((event) => event.kind === 'Mustered')!.piece, id, controller }])) }
  const deed = (params: Record<string, string | string[]>) => {
    const found = deedOf(params, position, 'fb.4-8.no-way')
    if (found) expect(found.key).toBe('fb.4-8.no-way')
    return found && { by: found.by, to: found.to }
  }
  expect(deed({ targets: ['A4', 'R1'], unit: 'B2' })).toEqual({ by: 'B2', to: ['A4', 'R1'] })
  expect(deed({ attacker: 'R1', defender: 'B2', loser: 'B2', winner: 'R1' })).toEqual({ by: 'R1', to: ['B2'] })
  expect(deed({ loser: 'R1', stand: 'B2' })).toEqual({ by: 'B2', to: ['R1'] })
  expect(deed({ charger: 'A4', regiment: 'R1' })).toEqual({ by: 'A4', to: ['R1'] })
  // a list of those whom something befalls says of none of them that he does it
  expect(deed({ regiments: ['B2', 'A4'] })).toBe(null)
  expect(deed({ friend: 'B3', unit: 'B2' })).toBe(null)
  // of those who have won together, whoever stands by himself and has been joined
  const joined = { ...position, pieces: new Map([...position.pieces, ['B2', { ...position.pieces.get('B2')!, pose: null }], ['B3', { ...position.pieces.get('B3')!, pose: [0, 0, 0, 1] }]]) } as typeof position
  expect(deedOf({ winners: ['B2', 'B3'], losers: ['R1'] }, joined)?.by).toBe('B3')
  const combats = beats.filter((beat) => told.story(beat).some((line) => line.kind === 'combat'))
  expect(combats.length).toBeGreaterThan(5)
  for (const beat of combats) expect([beat.deed?.by, ...(beat.deed?.to ?? [])].toSorted()).toEqual(beat.tallies.map((tally) => tally.who).toSorted())
})

it('shows what runs out at an end, and dice after a move, apart from what was seen before', () => {
  let [ends, apart] = [0, 0]
  for (const beat of beats) {
    const events = golden.events.slice(beat.from, beat.to)
    const saw = (upto: number): boolean => events.slice(0, upto).some((event, index) => event.kind === 'Moved' || event.kind === 'Removed' || told.of(beat.from + index + 1).some((line) => line.level === 1))
    events.forEach((event, index) => {
      if (event.kind === 'Expired') {
        ends += 1
        expect([beat.from, saw(index)]).toEqual([beat.from, false])
      }
      if (event.kind === 'Asked' && event.ask.seat === 'chance') {
        apart += 1
        expect([beat.from, events.slice(0, index).some((one) => one.kind === 'Moved')]).toEqual([beat.from, false])
      }
    })
  }
  expect([ends > 20, apart > 20]).toEqual([true, true])
})

it('shows a move by itself before the dice that it calls for', () => {
  const moved = golden.events.find((event) => event.kind === 'Moved')!
  const asked = golden.events.find((event) => event.kind === 'Asked' && event.ask.seat === 'chance')!
  const views = [chronicle.view, chronicle.view]
  expect(beatsOf([moved, asked], new Told(), 0, views).map((beat) => [beat.from, beat.to])).toEqual([[0, 1], [1, 2]])
})

it('keeps what is left over, and the next round, for what comes after what was told last', () => {
  const moved = golden.events.find((event) => event.kind === 'Moved')!
  const stand = moved.kind === 'Moved' ? moved.steps[0]!.piece : ''
  const counted = (holder: string, name: string, value: number): Event => ({ kind: 'Counted', holder, name, value })
  const cut = (events: readonly Event[], ...told: number[]): number[] => beatsOf(events, new Told(told.map((event): Line => ({ level: 1, event, text: 'told', clause: '', kind: 'rule', seat: '', odds: [], turn: 0 }))), 0, events.map(() => chronicle.view)).map((beat) => beat.to)
  // what a move costs is paid before it, what nobody used is lost after it
  expect(cut([counted('red', 'command points', 5), moved, counted('red', 'command points', 0)], 2)).toEqual([2, 3])
  const rule = (key: string): Event => ({ kind: 'Ruled', clause: 'CM-90', key, params: { piece: stand } })
  for (const name of ['battle round', 'game turn', 'round']) expect(cut([rule('one'), counted('red', 'models', 1), counted('table', name, 2), rule('two')], 1, 4)).toEqual([2, 4])
})

it('knows who leaves the table, and where', () => {
  const stand = [...chronicle.view.position.pieces.values()].find((piece) => piece.pose)!
  const events: Event[] = [{ kind: 'Ruled', clause: 'FB-4.12', key: 'fb.4-12.flees', params: { regiment: stand.id, inches: 7, x: 10, y: 20 } }]
  const lines: Line[] = [{ level: 1, event: 1, text: 'flees', clause: 'FB-4.12', kind: 'rule', seat: '', odds: [], turn: 0 }]
  const [beat] = beatsOf(events, new Told(lines), 0, [chronicle.view])
  expect(beat!.leaves).toEqual({ by: stand.id, at: [10, 20] })
  expect(beats.filter((one) => one.leaves)).toEqual([])
})

it('counts what became less of those who are still there', () => {
  const piece = golden.events.find((event) => event.kind === 'Mustered')!.piece
  const at = (counters: Record<string, Record<string, number>>) => ({ ...chronicle.view.position, counters, pieces: new Map(['B2', 'B3', 'B4'].map((id) => [id, { ...piece, id, place: id === 'B4' ? ('lost' as const) : ('table' as const) }])) })
  const [before, after] = [at({ B2: { models: 20 }, B3: { wounds: 0 }, B4: { models: 5 } }), at({ B2: { models: 16, wounds: 1 }, B3: { wounds: 2 }, B4: { models: 0 } })]
  expect(tolls(before, after, ['B2', 'B3', 'B4'])).toEqual([{ piece: 'B2', of: 'models', count: 4 }, { piece: 'B3', of: 'wounds', count: 2 }])
  expect(tolls(before, before, ['B2', 'B3', 'B4'])).toEqual([])
})

it('leads every way from where a piece stood to where it stands', () => {
  let seen = 0
  for (const beat of beats) {
    const before = chronicle.views[beat.from]!.position
    for (const [id, poses] of waysOf(chronicle.events, beat, before)) {
      seen += 1
      if (before.pieces.get(id)?.pose) expect(poses[0]).toEqual(before.pieces.get(id)!.pose)
      const last = chronicle.events.slice(beat.from, beat.to).findLast((event) => event.kind === 'Moved' && event.steps.some((step) => step.piece === id))
      expect(last?.kind === 'Moved' && last.steps.find((step) => step.piece === id)?.pose).toEqual(poses.at(-1))
    }
  }
  expect(seen).toBeGreaterThan(50)
  const end = chronicle.events.length
  const all = traces(chronicle.events, (number) => chronicle.views[number]!.position, chronicle.undone, 0, end)
  expect(all.fallen.length).toBeGreaterThan(2)
  for (const { piece, poses } of all.trails) {
    const now = chronicle.view.position.pieces.get(piece.id)!
    if (now.place === 'table') expect(poses.at(-1)).toEqual(now.pose)
  }
})

it('keeps a move that a ruling has told in one beat with it, and shows whose each throw of a kind is', () => {
  const pose = (y: number): [number, number, number, number] => [0, y, 0, 1_000_000]
  const [ours, theirs] = [{ id: 'B4', controller: 'blue', pose: pose(0) }, { id: 'R4', controller: 'red', pose: pose(9) }]
  const ask = (id: number, pursuer: string): Ask => ({ kind: 'Ask', id, seat: 'chance', window: 'pursuit dice', clause: 'FB-7.21', dice: 2, needed: { kind: 'Needed', key: 'fb.7-21.needs', params: { fled: 11, pursuer, regiment: 'R4' }, least: 11, together: true } })
  const roll = (id: number, ...pips: number[]): Event => ({ kind: 'Answered', ask: id, seat: 'chance', window: 'pursuit dice', said: { kind: 'Roll', pips } })
  const moved = (piece: string, y: number, way: string): Event => ({ kind: 'Moved', steps: [{ kind: 'Step', piece, pose: pose(y) }], way })
  const events: Event[] = [
    { kind: 'Asked', ask: ask(1, 'B4') }, roll(1, 6, 2), { kind: 'Asked', ask: ask(2, 'B7') }, roll(2, 1, 1),
    { kind: 'Ruled', clause: 'FB-7.22', key: 'fb.4-12.flees', params: { regiment: 'R4', inches: 11 } }, moved('R4', 20, 'flee'),
    { kind: 'Ruled', clause: 'FB-7.23', key: 'fb.7-23.goes', params: { regiment: 'B4', inches: 8 } }, moved('B4', 1, 'pursue'), moved('B4', 8, 'pursue'),
    moved('R4', 21, 'move'),
  ]
  const line = (event: number, kind = 'rule'): Line => ({ level: 1, kind, text: `line ${event}`, clause: '', seat: '', turn: 1, event, odds: [] })
  const views = [0, ...events.map((_, index) => index + 1)].map((after) => ({ position: { chairs: [], pieces: new Map([ours, theirs, { id: 'B7' }].map((piece) => [piece.id, piece])) }, asks: after < 2 ? [ask(1, 'B4')] : [ask(2, 'B7')] })) as unknown as View[]
  const found = beatsOf(events, new Told([line(5), line(7), line(10, 'move')]), 0, views)
  expect(found.map(({ from, to }) => [from, to])).toEqual([[0, 6], [6, 9], [9, 10]])
  expect(found[0]!.dice.map(({ whose, pips }) => [whose, pips])).toEqual([['B4', [6, 2]], ['B7', [1, 1]]])
  expect(found.map(({ about }) => about[0])).toEqual(['R4', 'B4', 'R4'])
})

/** A table that hears the battle bit by bit. */
class Bench {
  chronicle = new Chronicle()
  lines: readonly Line[] = []
  you: readonly string[] = ['red']
  showing = new Showing(this)
  seen: number[] = []
  constructor() {
    this.showing.onbeat = (beat) => this.seen.push(beat.to)
  }
  hear(until: number, live: boolean): void {
    const from = this.chronicle.events.length
    golden.events.slice(from, until).forEach((event) => this.chronicle.take(event))
    const lines = golden.lines.filter((line) => line.event > from && line.event <= until)
    this.lines = [...this.lines, ...lines]
    this.showing.heard(lines, live)
  }
}

/** Somewhere in the battle where nothing is taken back for a while. */
const START = golden.events.findLastIndex((event) => event.kind === 'Undone') + 1
const END = Math.min(golden.events.length, START + 150)

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  prefs.pace = 'quick'
})

it('plays out what happens now, beat by beat, and not what was there before', () => {
  const bench = new Bench()
  bench.hear(START, false)
  expect(bench.showing.behind).toBe(false)
  expect(bench.seen).toEqual([])
  bench.hear(END, true)
  expect(bench.showing.behind).toBe(true)
  const first = bench.showing.eye
  vi.advanceTimersByTime(60_000)
  expect(bench.showing.behind).toBe(false)
  expect(bench.showing.eye).toBe(END)
  expect(first).toBeLessThan(END)
  const whole = beatsOf(bench.chronicle.events, told, START, bench.chronicle.views).filter(isSeen)
  expect(whole.length).toBeGreaterThan(10)
  expect(bench.seen).toEqual(whole.map((beat) => beat.to))
})

it('shows all at once where that is wanted, or somebody acts', () => {
  prefs.pace = 'once'
  const bench = new Bench()
  bench.hear(START, false)
  bench.hear(END, true)
  expect(bench.showing.behind).toBe(false)
  prefs.pace = 'slow'
  const other = new Bench()
  other.hear(START, false)
  other.hear(END, true)
  expect(other.showing.behind).toBe(true)
  other.showing.skip()
  expect(other.showing.eye).toBe(END)
  vi.advanceTimersByTime(60_000)
  expect(other.showing.eye).toBe(END)
})

it('stays by hand at what is shown, and does not run on to what passes unseen after it', () => {
  prefs.pace = 'step'
  const bench = new Bench()
  bench.hear(START, false)
  bench.hear(END, true)
  const whole = beatsOf(bench.chronicle.events, told, START, bench.chronicle.views)
  // one's own move is seen at once
  const seen = whole.filter((beat) => isSeen(beat) && beat.to > bench.showing.eye)
  const stood: number[] = []
  while (bench.showing.left > 1) {
    bench.showing.step()
    stood.push(bench.showing.eye)
  }
  expect(stood).toEqual(seen.slice(0, -1).map((beat) => beat.to))
  bench.showing.step()
  vi.advanceTimersByTime(60_000)
  expect([bench.showing.eye, bench.showing.behind]).toEqual([END, false])
})

it('lets what is quiet after the last thing wait, but not for whoever is asked', () => {
  // where something quiet is heard after something seen, with a question to somebody or without
  const all = beatsOf(golden.events, told, START, chronicle.views)
  const quiet = all.findLast((beat, index) => golden.events[beat.from]!.kind === 'Expired' && isSeen(all[index - 1]!) && !golden.events.slice(START, beat.from).some((event) => event.kind === 'Undone'))!
  for (const [you, waits] of [[[], true], [['red', 'blue'], false]] as const) {
    const bench = new Bench()
    bench.you = you
    bench.hear(quiet.from - 1, false)
    bench.hear(quiet.from + 1, true)
    const asked = bench.chronicle.view.asks.some((ask) => bench.you.includes(ask.seat))
    expect(bench.showing.eye < quiet.from + 1).toBe(waits || !asked)
    vi.advanceTimersByTime(60_000)
    expect(bench.showing.eye).toBe(quiet.from + 1)
  }
})

it('tells a sum with the dice that made it, though something was asked between', () => {
  const bench = new Bench()
  bench.hear(END, false)
  const thrown = { window: 'charge roll', sides: 6, needed: null, whose: '' }
  const beat = (from: number, dice: object[], tallies: object[]) => ({ from, to: from + 1, kind: 'told', dice, tallies, about: [], lost: [], deed: null, leaves: null, seat: '' }) as unknown as Beat
  const of = (die: number): object => ({ who: 'R1', die, parts: [] })
  ;(bench.showing as unknown as { beats: Beat[] }).beats = [beat(0, [{ ...thrown, pips: [2, 5] }], [])]
  const dice = (die: number) => bench.showing.dice(beat(1, [], [of(die)])).map((one) => one.pips)
  expect([dice(7), dice(3)]).toEqual([[[2, 5]], []])
  expect(bench.showing.dice(beat(1, [], [of(7), of(3)]))).toEqual([])
})

it('shows dice with what comes of them, though somebody was asked between', () => {
  const ask = (id: number, seat: string): Ask => ({ kind: 'Ask', id, seat, window: seat === 'chance' ? 'dice to hit' : 'one die again', clause: 'SK-131', ...(seat === 'chance' ? { dice: 1 } : {}) })
  const said = (id: number, seat: string, what: object): Event => ({ kind: 'Answered', ask: id, seat, window: '', said: what }) as unknown as Event
  const events: Event[] = [
    { kind: 'Asked', ask: ask(1, 'chance') }, said(1, 'chance', { kind: 'Roll', pips: [4] }), { kind: 'Asked', ask: ask(2, 'blue') },
    said(2, 'blue', { kind: 'Choose', option: 'keep' }), { kind: 'Ruled', clause: 'SK-57', key: 'sk.57.hits' },
  ]
  const line: Line = { level: 1, event: 5, text: 'hits', clause: 'SK-57', kind: 'rule', seat: '', odds: [], turn: 0 }
  expect(beatsOf(events, new Told([line]), 0, events.map(() => chronicle.view)).map(({ to, dice }) => [to, dice.length])).toEqual([[5, 1]])
  // heard one after the other they are still seen together, unless one has looked at the dice already
  for (const looked of [false, true]) {
    prefs.pace = 'step'
    const views = events.map(() => chronicle.view)
    const of = { chronicle: { events: events.slice(0, 3), views: [...views, chronicle.view], view: { ...chronicle.view, asks: [] } } as unknown as Chronicle, lines: [] as readonly Line[], you: ['red'] }
    const showing = new Showing(of)
    showing.heard([], true)
    if (looked) showing.step()
    ;(of.chronicle as unknown as { events: Event[] }).events = events
    of.lines = [line]
    showing.heard([line], true)
    expect([looked, showing.left]).toEqual([looked, 1])
    showing.step()
    const beat = showing.last(showing.eye)!
    expect([showing.eye, beat.dice.length, showing.dice(beat).map(({ pips }) => pips)]).toEqual([5, looked ? 0 : 1, [[4]]])
  }
})

it('goes by hand, stops, goes back and on again', () => {
  prefs.pace = 'step'
  const bench = new Bench()
  bench.hear(START, false)
  bench.hear(END, true)
  vi.advanceTimersByTime(60_000)
  const stood = bench.showing.eye
  expect(bench.showing.behind).toBe(true)
  bench.showing.step()
  const next = bench.showing.eye
  expect(next).toBeGreaterThan(stood)
  vi.advanceTimersByTime(60_000)
  expect(bench.showing.eye).toBe(next)
  prefs.pace = 'quick'
  bench.showing.back()
  expect(bench.showing.eye).toBeLessThan(next)
  const back = bench.showing.eye
  vi.advanceTimersByTime(60_000)
  expect(bench.showing.eye).toBe(back)
  bench.showing.pause()
  vi.advanceTimersByTime(60_000)
  expect(bench.showing.eye).toBe(END)
})

it('goes on by itself again where one has stepped to the end', () => {
  prefs.pace = 'slow'
  const bench = new Bench()
  const middle = START + 75
  bench.hear(START, false)
  bench.hear(middle, true)
  for (let steps = 0; steps < 100 && bench.showing.behind; steps++) bench.showing.step()
  expect(bench.showing.eye).toBe(middle)
  expect(bench.showing.paused).toBe(false)
  bench.hear(END, true)
  vi.advanceTimersByTime(600_000)
  expect(bench.showing.eye).toBe(END)
})

it('shows at once that something was taken back', () => {
  const undone = golden.events.findIndex((event: Event) => event.kind === 'Undone')
  expect(undone).toBeGreaterThan(0)
  const bench = new Bench()
  bench.hear(undone, false)
  bench.hear(undone + 1, true)
  expect(bench.showing.eye).toBe(undone + 1)
  expect(bench.showing.behind).toBe(false)
})
