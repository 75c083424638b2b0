/** What is at stake between players: roles, coffers, hands and offers, read from pieces and counters. */
import type { CoinShown, Event, Piece } from '../wire'
import { count, has, type Position } from './fold'

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
