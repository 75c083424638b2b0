/**
 * The words that this browser mixes into shared dice, for the seats that are its own: a chain of
 * digests, published by its end and said backwards, one word after each choice that leads to dice.
 */
import type { Said, WordsMessage } from '../wire'
import { bytesOf, hex, sha256 } from './sha256'
import type { Kept } from './stream'

/** How many words a chain has. When they are used up the seat is bound to another. */
export const LENGTH = 3000

/** What this browser keeps of a seat: where its chain comes from, what it has said of it, and for which dice. */
interface Own {
  readonly seed: string
  readonly said: number
  readonly request: number
  /** The stream of the page that said it: each has a story of its own. */
  readonly stream: string
  /** The digest of what had happened before those dice. */
  readonly after: string
  /** Words that were said and, as the log has it, did not come. */
  readonly unused: number
}

/** A chain: the digest that is published, then the words in the order in which they are said. */
export function chain(seed: string, length = LENGTH): string[] {
  let word = bytesOf(seed)
  const found = [seed]
  for (let number = 0; number < length; number += 1) found.push(hex((word = sha256(word))))
  return found.reverse()
}

/** What a page has heard of a battle. */
export interface Heard {
  /** The dice that are asked for, by number; 0 where none are. */
  dice(): number
  /** What happened last before them. */
  lately(): string
  over(): boolean
  /** The stream by which it is heard. */
  stream(): string
}

export class Speaker {
  /** How often a word was wanted again for dice before which another story had been told. */
  twice = 0
  private readonly chains = new Map<string, string[]>()
  private readonly memory = new Map<string, Own>()
  /** What a seat was bound to on this line, before the table has told of it. */
  private readonly bound = new Map<string, string>()
  private fresh = true
  /** What the table told last, and the dice for which each seat has said its word on this line. */
  private last: WordsMessage | null = null
  private readonly said = new Map<string, number>()
  /** For which dice a word of each seat was wanted last. */
  private readonly wanted = new Map<string, number>()

  constructor(
    private readonly battle: string,
    private readonly send: (message: Said) => void,
    private readonly page: Heard,
    private readonly store: Kept | null,
  ) {}

  /** The line was opened: what was said before it may not have been heard. */
  greeted(): void {
    this.fresh = true
    this.bound.clear()
    this.said.clear()
    this.last = null
  }

  /** Bind those seats to other words: some of these were said already, in a story that is no more. */
  forget(seats: readonly string[]): void {
    for (const seat of seats) {
      const own = this.own(seat)
      if (own) this.keep(seat, { ...own, seed: hex(crypto.getRandomValues(new Uint8Array(32))), said: 0, request: 0, stream: '', after: '' })
    }
  }

  /**
   * Something has happened. Once words have been said in a battle, dice that are still asked for at its end wait
   * for words: they are said before anything is drawn, and not only when the table asks for them.
   */
  heard(seats: readonly string[]): void {
    const { last } = this
    const request = this.page.dice()
    if (!last || !request || this.page.over() || !last.seats.some((one) => one.said > 0)) return
    for (const seat of seats) {
      const [row, own] = [last.seats.find((one) => one.seat === seat), this.own(seat)]
      if (row?.bound && own && own.said < LENGTH && this.chain(seat, own.seed)[0] === row.digest) this.say(seat, own, request)
    }
  }

  /** The table has told how the dice stand: bind the seats that are to be bound, say the words that are wanted. */
  hear(told: WordsMessage, seats: readonly string[]): void {
    this.last = told
    for (const seat of this.page.over() ? [] : seats) {
      const row = told.seats.find((one) => one.seat === seat)
      if (!row) continue
      const own = this.own(seat)
      const mine = !!own && this.chain(seat, own.seed)[0] === row.digest
      if (mine && !row.bound && own.request && own.request === this.wanted.get(seat)) this.keep(seat, { ...own, request: 0, unused: own.unused + 1 })
      const asked = told.wanted > 0 && told.waits.includes(seat)
      if (asked) this.wanted.set(seat, told.wanted)
      if (mine && row.bound && own.said < LENGTH) {
        this.bound.delete(seat)
        if (asked && this.page.dice() === told.wanted) this.say(seat, own, told.wanted)
      } else if (!this.bound.has(seat) && (!row.bound || this.fresh || mine)) this.bind(seat)
    }
    this.fresh = false
  }

  /** How many words of a seat were said by this browser and, as the log has it, did not come. */
  unused(seat: string): number {
    return this.own(seat)?.unused ?? 0
  }

  private bind(seat: string): void {
    const seed = hex(crypto.getRandomValues(new Uint8Array(32)))
    this.keep(seat, { seed, said: 0, request: 0, stream: '', after: '', unused: this.unused(seat) })
    const digest = this.chain(seat, seed)[0]!
    this.bound.set(seat, digest)
    this.send({ kind: 'bind', seat, digest })
  }

  /**
   * The same dice get the same word, however often they ask; other dice under the same number get none. What another
   * stream has said a word for is left to it: its story is told otherwise. The word is kept before it is said.
   */
  private say(seat: string, own: Own, request: number): void {
    if (this.said.get(seat) === request) return
    this.said.set(seat, request)
    const stream = this.page.stream()
    const after = hex(sha256(new TextEncoder().encode(this.page.lately())))
    if (own.request === request && own.stream !== stream) return
    if (own.request === request && own.after !== after) {
      this.twice += 1
      return
    }
    const said = own.request === request ? own.said : own.said + 1
    this.keep(seat, { ...own, said, request, stream, after })
    this.send({ kind: 'word', seat, word: this.chain(seat, own.seed)[said]! })
  }

  private chain(seat: string, seed: string): string[] {
    const known = this.chains.get(seat)
    if (known?.at(-1) === seed) return known
    const made = chain(seed)
    this.chains.set(seat, made)
    return made
  }

  private place(seat: string): string {
    return `condotta.words.${this.battle}.${seat}`
  }

  /** Read anew each time: another tab of this browser speaks for the same seat. */
  private own(seat: string): Own | null {
    try {
      const kept = this.store?.getItem(this.place(seat))
      if (kept) return JSON.parse(kept) as Own
    } catch {
      // what cannot be read is not there
    }
    return this.memory.get(seat) ?? null
  }

  private keep(seat: string, own: Own): void {
    this.memory.set(seat, own)
    try {
      this.store?.setItem(this.place(seat), JSON.stringify(own))
    } catch {
      // a private window keeps nothing: after a reload the seat is bound anew
    }
  }
}
