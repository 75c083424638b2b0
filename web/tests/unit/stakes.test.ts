/** Payments as they are seen, and what concerns whoever looks: read from events alone. */
import { describe, expect, it } from 'vitest'
import { EMPTY, type Position } from '../../src/state/fold'
import { concerns, payments } from '../../src/state/stakes'
import type { Event, Piece } from '../../src/wire'

const paid = (giver: string, taker: string, amount: number, name = 'tokens'): Event => ({ kind: 'Paid', giver, taker, name, amount })
const ruled = (key: string, params: Record<string, string | number>): Event => ({ kind: 'Ruled', clause: 'TT-10.7', key, params }) as unknown as Event
const answered = (seat: string): Event => ({ kind: 'Answered', ask: 1, seat, window: 'bid', said: null }) as unknown as Event
const still = (events: readonly Event[]): boolean[] => events.map(() => false)

describe('payments', () => {
  it('go from purse to purse, each with the ruling that says what for', () => {
    const events = [
      ruled('tt.11-8.played', { seat: 'red', card: 'treachery.T08' }), paid('red', '', 50), answered('blue'),
      paid('blue', 'red', 100), ruled('tt.10-7.tokens', { seat: 'blue', to: 'red', tokens: 100, cards: 0 }),
      ruled('tt.10-4.bonus', { seat: 'amber', halves: 330, tokens: 200, bonus: 50 }), paid('', 'amber', 200),
      paid('red', '', 80, 'points this phase'),
    ]
    expect(payments(events, still(events), 0, events.length)).toEqual([
      { event: 2, from: 'red', to: '', tokens: 50, why: 1 },
      { event: 4, from: 'blue', to: 'red', tokens: 100, why: 5 },
      { event: 7, from: '', to: 'amber', tokens: 200, why: 6 },
    ])
    expect(payments(events, still(events), 2, 5).map((one) => one.event)).toEqual([4])
  })

  it('that were taken back are none', () => {
    const events = [paid('blue', 'red', 100)]
    expect(payments(events, [true], 0, 1)).toEqual([])
  })
})

describe('what concerns whoever looks', () => {
  const piece = (id: string, controller: string): [string, Piece] => [id, { id, type: 'LFT', owner: controller, controller } as Piece]
  const position: Position = { ...EMPTY, pieces: new Map([piece('R1', 'red'), piece('B2', 'blue')]) }
  const red = (event: Event): boolean => concerns(event, position, ['red'])

  it('is what others give, take, bid and answer, and cards at his own', () => {
    expect(red(ruled('tt.10-7.tokens', { seat: 'blue', to: 'red', tokens: 50 }))).toBe(true)
    expect(red(ruled('tt.11-8.aimed', { seat: 'blue', card: 'treachery.T06', target: 'R1' }))).toBe(true)
    expect(red(ruled('tt.11-8.aimed', { seat: 'blue', card: 'treachery.T04', target: 'R1>B2' }))).toBe(true)
    expect(red(ruled('tt.12-8.bid', { seat: 'blue', unit: 'R1', bid: 50 }))).toBe(true)
    expect(red(ruled('tt.12-8.outbid', { seat: 'red', owner: 'blue', unit: 'B2', bid: 50, answer: 100 }))).toBe(true)
    expect(red(ruled('tt.14-1.refused', { seat: 'blue', from: 'red', to: 'blue' }))).toBe(true)
  })

  it('is nothing between others, and nothing that he did himself', () => {
    expect(red(ruled('tt.10-7.tokens', { seat: 'blue', to: 'amber', tokens: 50 }))).toBe(false)
    expect(red(ruled('tt.11-8.aimed', { seat: 'amber', card: 'treachery.T06', target: 'B2' }))).toBe(false)
    expect(red(ruled('tt.10-7.tokens', { seat: 'red', to: 'blue', tokens: 50 }))).toBe(false)
    expect(red(ruled('tt.12-8.outbid', { seat: 'blue', owner: 'red', unit: 'R1', bid: 50, answer: 100 }))).toBe(false)
    expect(red(ruled('tt.14-1.withdrawn', { seat: 'red', from: 'red', to: 'blue' }))).toBe(false)
    expect(red(ruled('tt.3-1.enemy', { seat: 'blue', enemy: 'red' }))).toBe(false)
  })
})
