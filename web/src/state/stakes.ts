/** What is at stake between players: roles, coffers, hands and offers, read from pieces and counters. */
import type { CoinShown, Event, Piece } from '../wire'
import { count, has, marked, type Position } from './fold'

export const TOKENS = 'tokens'
const TABLE = 'table'

export type Role = 'active' | 'enemy' | 'neutral'

/** What a seat is in this phase; nothing while nobody is named as the enemy. */
export function roleOf(position: Position, seat: string): Role | '' {
  const enemy = count(position, TABLE, 'enemy')
  if (!enemy || !position.active.length) return ''
  if (position.active.includes(seat)) return 'active'
  return position.chairs[enemy - 1]?.seat === seat ? 'enemy' : 'neutral'
}

/** Whether a phase of friend and enemy is over with that: nobody is named any more. */
export const endsPhase = (event: Event): boolean => event.kind === 'Counted' && event.holder === TABLE && event.name === 'enemy' && event.value === 0

/** The secret cards that a seat holds, oldest first. */
export const handOf = (position: Position, seat: string): Piece[] =>
  [...position.pieces.values()].filter((piece) => piece.place === 'hand' && piece.controller === seat && has(piece, 'treachery card'))

/** The card that says when a seat's turn comes. */
export const turnCardOf = (position: Position, seat: string): Piece | undefined =>
  [...position.pieces.values()].find((piece) => piece.owner === seat && has(piece, 'turn card'))

/**
 * The turn cards of a game turn: those turned over, in the order in which they were, then those that are left, in
 * table order. That of whoever's turn it is is the last of the turned ones.
 */
export function turnCards(position: Position, events: readonly Event[], undone: readonly boolean[], at: number): { readonly turned: Piece[]; readonly left: Piece[] } {
  const cards = position.chairs.flatMap((chair) => turnCardOf(position, chair.seat) ?? [])
  const drawn: string[] = []
  for (let number = at - 1; number >= 0 && drawn.length < cards.length; number--) {
    const event = events[number]
    if (event?.kind === 'Marked' && !undone[number] && event.mark.name === 'turned') drawn.unshift(event.piece)
    else if (event?.kind === 'Ruled' && event.key === 'tt.2-1.shuffled' && !undone[number]) break
  }
  const up = cards.filter((card) => marked(card, 'turned'))
  return { turned: up.sort((one, other) => drawn.indexOf(one.id) - drawn.indexOf(other.id)), left: cards.filter((card) => !marked(card, 'turned')) }
}

/** Whether anything is at stake at all. */
export const atStake = (position: Position): boolean => position.chairs.some((chair) => turnCardOf(position, chair.seat))

/** So many coins of each kind, dearest first. */
export function coinsOf(value: number, coins: readonly CoinShown[]): { name: string; value: number; count: number }[] {
  let left = value
  return coins.flatMap((coin) => {
    const many = Math.floor(left / coin.value)
    left -= many * coin.value
    return many ? [{ name: coin.name, value: coin.value, count: many }] : []
  })
}

export interface Terms { tokens?: number; cards?: string[]; wants?: number; wanted?: string[]; words?: string }
export interface Bargain { id: string; from: string; to: string; private: boolean; terms: Terms }

/** The offers that lie open, as far as one can see. */
export const bargains = (position: Position): Bargain[] =>
  [...position.pieces.values()]
    .filter((piece) => piece.place === 'hand' && has(piece, 'deal'))
    .map((piece) => ({ id: piece.id, from: piece.owner, to: piece.controller, private: has(piece, 'private'), terms: JSON.parse(piece.traits?.[1] ?? '{}') as Terms }))

/** Tokens that changed hands: nobody's name is the bank's. `why` is the number of the event that says what for. */
export interface Payment { readonly event: number; readonly from: string; readonly to: string; readonly tokens: number; readonly why: number }

const speaks = (event: Event, amount: number): boolean => event.kind === 'Ruled' && Object.values(event.params ?? {}).includes(amount)

/**
 * The payments among the events from one number to another. What each was for is told right before or
 * after it: the ruling nearest to it that names the sum, else the one before it.
 */
export function payments(events: readonly Event[], undone: readonly boolean[], from: number, to: number): Payment[] {
  const found: Payment[] = []
  for (let at = from; at < to; at++) {
    const event = events[at]
    if (event?.kind !== 'Paid' || event.name !== TOKENS || !event.amount || undone[at]) continue
    const near = (step: number): number => {
      for (let next = at + step; events[next] && events[next]!.kind !== 'Asked' && events[next]!.kind !== 'Answered'; next += step) if (events[next]!.kind === 'Ruled') return next
      return -1
    }
    const [before, after] = [near(-1), near(1)]
    const named = [before, after].find((one) => one >= 0 && speaks(events[one]!, event.amount))
    found.push({ event: at + 1, from: event.giver, to: event.taker, tokens: event.amount, why: (named ?? (before >= 0 ? before : after)) + 1 })
  }
  return found
}

/** By which of its parameters a ruling concerns somebody besides the seat that brought it about. */
const CONCERNS: Readonly<Record<string, readonly string[]>> = {
  'tt.10-7.given': ['to'], 'tt.10-7.tokens': ['to'], 'tt.10-7.cards': ['to'], 'tt.10-8.cut': ['from'],
  'tt.11-8.aimed': ['target'], 'tt.11-8.taken': ['from'], 'tt.11-8.befriended': ['to'],
  'tt.12-8.bid': ['unit'], 'tt.12-8.bribed': ['owner'], 'tt.12-8.outbid': ['seat'],
  'tt.14-1.taken': ['from'], 'tt.14-1.refused': ['from'], 'tt.14-1.withdrawn': ['to'],
}
/** Who brought a ruling about where it is not the seat that it names first. */
const BROUGHT: Readonly<Record<string, string>> = { 'tt.12-8.outbid': 'owner' }

/** Whether something that others brought about was done to one of those seats: a gift, a bid, a card, an answer. */
export function concerns(event: Event, position: Position, you: readonly string[]): boolean {
  if (event.kind !== 'Ruled') return false
  const { params = {} } = event
  const who = (value: unknown): string => (typeof value === 'string' ? (position.pieces.get(value.split(/[>:]/)[0] ?? '')?.controller ?? value) : '')
  return !you.includes(who(params[BROUGHT[event.key] ?? 'seat'])) && (CONCERNS[event.key] ?? []).some((name) => you.includes(who(params[name])))
}
