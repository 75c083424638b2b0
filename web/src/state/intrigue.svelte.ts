/** What the table says of treachery: which of one's cards may be played now and why not, what is at stake. */
import { untrack } from 'svelte'
import type { Ask, Event, HeldShown, Piece, SaidShown, StakeShown } from '../wire'
import { atStake, type Bargain, bargains, concerns } from './stakes'
import { STORY } from './told'
import type { Table } from './table.svelte'

/** Milliseconds until it is asked, and asked again where the table had no time. */
const [REST, PAUSE] = [60, 700]

/** Something that was done to whoever looks: the number of its event, how it is told, the cards that it cost, and whether one has answered since. */
export interface News { readonly event: number; readonly text: string; readonly clause: string; readonly seat: string; readonly lost: readonly Piece[]; readonly old: boolean }

/** Whether a question is about what a ruling tells: the unit that is bid for, the card that was played. */
const answers = (told: Event, { about, window }: Ask): boolean =>
  told.kind === 'Ruled' && (window === 'treachery card played' ? !!told.params?.['card'] : typeof told.params?.['unit'] === 'string' && (about ?? []).includes(told.params['unit']))

export class Intrigue {
  held = $state.raw<ReadonlyMap<string, HeldShown>>(new Map())
  stakes = $state.raw<readonly StakeShown[]>([])
  meanings = $state.raw<Readonly<Record<string, SaidShown>>>({})
  /** The question that it was asked about. */
  about = $state(-1)
  /** The card that one is about to play, and at what. */
  picked = $state('')
  target = $state('')
  /** Up to which event one has seen what was done to oneself. */
  private seen = $state(-1)
  /** For which of one's seats that is. */
  private placed = ''

  /** Made while the table is set up. */
  constructor(private readonly table: Table, private readonly battle: string) {
    $effect(() => {
      void [table.version, table.ask?.id, table.you]
      if (!this.on || table.line.link !== 'open' || !table.live) return
      let timer = setTimeout(() => again(PAUSE), REST)
      let stopped = false
      const again = (pause: number): void => {
        void untrack(() => this.look()).then((found) => void (!found && !stopped && (timer = setTimeout(() => again(2 * pause), pause))))
      }
      return () => {
        stopped = true
        clearTimeout(timer)
      }
    })
    $effect(() => {
      void table.ask?.id
      untrack(() => ([this.picked, this.target] = ['', '']))
    })
    $effect(() => {
      const { place } = this
      if (!table.version || !table.line.welcome || place === this.placed) return
      // events are numbered for those who sit there: with another seat they are others
      untrack(() => (this.seen = this.kept(this.placed ? table.chronicle.events.length : undefined)))
      this.placed = place
    })
  }

  /** Whether anything is at stake between players. */
  readonly on: boolean = $derived.by(() => atStake(this.table.now.position))
  /** Whether what is known is of the question that is open. */
  readonly fresh: boolean = $derived.by(() => this.about === (this.table.ask?.id ?? 0))

  /** Offers to whoever looks, oldest first: they stay where they are until they are answered. */
  readonly offers: readonly Bargain[] = $derived.by(() => (this.table.live ? bargains(this.table.now.position).filter((one) => this.table.you.includes(one.to)) : []))

  /** What was done to whoever looks and was not looked at yet, oldest first; not what he is asked about at once. */
  readonly news: readonly News[] = $derived.by(() => {
    const { chronicle, you, version, live, lines } = this.table
    if (!this.on || !you.length || this.seen < 0 || !live || !version) return []
    const texts = new Map(lines.filter((line) => line.level === STORY && line.event > this.seen).map((line) => [line.event, line] as const))
    const asked = (at: number): boolean => {
      const told = chronicle.events[at]!
      for (let next = at + 1; chronicle.events[next] && chronicle.events[next]!.kind !== 'Answered'; next++) {
        const event = chronicle.events[next]!
        if (event.kind === 'Asked' && you.includes(event.ask.seat) && answers(told, event.ask)) return true
      }
      return false
    }
    const done = (event: Event, at: number): boolean => !chronicle.undone[at] && concerns(event, chronicle.views[at]!.position, you) && !asked(at)
    const answered = chronicle.events.findLastIndex((event) => event.kind === 'Answered' && you.includes(event.seat))
    return chronicle.events
      .flatMap((event, at) => (at >= this.seen && done(event, at) ? [{ event: at + 1, lost: this.lost(at), old: at < answered, seat: String((event.kind === 'Ruled' ? event.params?.['seat'] : '') ?? ''), text: texts.get(at + 1)?.text ?? '', clause: texts.get(at + 1)?.clause ?? '' }] : []))
      .filter((one) => one.text)
  })

  /** The cards of whoever looks that went with an event: those that left the hand before anything else was said. */
  private lost(at: number): readonly Piece[] {
    const { chronicle, you } = this.table
    const next = chronicle.events.findIndex((event, index) => index > at && ['Ruled', 'Asked', 'Answered'].includes(event.kind))
    const hand = (number: number): readonly Piece[] => [...(chronicle.views[number]?.position.pieces.values() ?? [])].filter((piece) => piece.place === 'hand' && you.includes(piece.controller))
    const after = new Set(hand(next < 0 ? chronicle.events.length : next).map((piece) => piece.id))
    return hand(at).filter((piece) => !after.has(piece.id))
  }

  /** It was looked at: up to there nothing is new any more. */
  read(event: number): void {
    this.seen = Math.max(this.seen, event)
    try {
      localStorage.setItem(this.place, String(this.seen))
    } catch {
      // a private window keeps nothing
    }
  }

  private readonly place: string = $derived.by(() => `condotta.seen.${this.battle}.${this.table.line.welcome?.stream ?? ''}`)

  /** Where one stopped looking on this screen; else at one's last answer, or at what is given. */
  private kept(otherwise?: number): number {
    const { events } = this.table.chronicle
    const last = otherwise ?? 1 + events.findLastIndex((event) => event.kind === 'Answered' && this.table.you.includes(event.seat))
    try {
      return Math.min(events.length, Number(localStorage.getItem(this.place) ?? last))
    } catch {
      return last
    }
  }

  /** Ask; false where the table did not answer. What was true of another moment is left alone. */
  private async look(): Promise<boolean> {
    const { ask, you, version } = this.table
    const found = new Map<string, HeldShown>()
    for (const seat of you) {
      const mine = ask?.seat === seat ? (ask.id ?? 0) : 0
      const reply = await this.table.line.stream?.question({ kind: 'cards', seat, ask: mine })
      if (!reply?.cards) return this.table.version !== version
      for (const one of reply.cards.held) found.set(one.piece, one)
      if (this.table.version !== version || this.table.ask?.id !== ask?.id) return true
      if (mine) [this.stakes, this.meanings] = [reply.cards.stakes, reply.cards.meanings]
    }
    this.held = found
    this.about = ask?.id ?? 0
    return true
  }
}
