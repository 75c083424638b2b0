/** One battle as this page knows it: what happened, what is asked, who sits where. */
import { Sheet } from '../board/paper'
import { styles } from '../board/seats'
import type { Ask, Event, Line as Told, Piece, SystemShown } from '../wire'
import { Chronicle, has, type View } from './fold'
import { Line } from './line.svelte'
import { CAMP } from './names'
import { prefs } from './prefs.svelte'
import { Showing } from './showing.svelte'
import { STORY } from './told'

/** So many events before dice tell one story from another. */
const LATELY = 60

export class Battle {
  version = $state(0)
  lines = $state.raw<readonly Told[]>([])
  /** Looking back: the number of events that had happened, or null for now. */
  back = $state<number | null>(null)
  askNumber = $state(0)
  /** What the table says of this game: its coins and cards, and whether things are moved by hand. */
  game = $state.raw<SystemShown | null>(null)

  chronicle = new Chronicle()
  readonly line = new Line({
    known: () => this.chronicle.events.length,
    forget: () => this.forget(),
    take: (events, lines, live) => this.take(events, lines, live),
    told: (lines, anew) => {
      this.lines = anew ? lines : [...this.lines, ...lines]
      this.showing.retold()
    },
    dice: () => this.chronicle.view.asks.find((ask) => ask.seat === 'chance')?.id ?? 0,
    lately: () => {
      const { events } = this.chronicle
      const at = events.findLastIndex((event) => event.kind === 'Asked' && event.ask.seat === 'chance')
      return JSON.stringify(events.slice(Math.max(0, at - LATELY), at + 1))
    },
    over: () => !!this.chronicle.view.position.ended,
  })

  /** How far what happened has been played out. */
  readonly showing = new Showing(this)

  readonly now: View = $derived.by(() => (this.version, this.chronicle.view))
  /** The number of events that had happened in what is looked at. */
  readonly at = $derived(this.back ?? (this.showing.behind ? this.showing.eye : (void this.version, this.chronicle.events.length)))
  /** Whether what is looked at is not what is: one looks back, or something is still played out. */
  readonly behind = $derived(this.back !== null || this.showing.behind)
  readonly shown: View = $derived((this.version, this.chronicle.views[this.at] ?? this.now))
  readonly position = $derived(this.shown.position)
  readonly you = $derived(this.line.welcome?.you ?? [])
  readonly looks = $derived(styles(this.now.position.chairs.map((chair) => chair.seat)))
  readonly live = $derived(this.back === null && !this.now.position.ended)
  /** The open questions to this page, oldest first; dice and draws to be typed in are everybody's. */
  readonly mine: readonly Ask[] = $derived(this.now.asks.filter((ask) => this.answers(ask)))
  readonly ask: Ask | null = $derived(this.mine.find((ask) => ask.id === this.askNumber) ?? this.mine[0] ?? null)
  readonly turned = $derived(this.sitsFar())
  readonly sheet = $derived(new Sheet(this.position.board.width, this.position.board.depth, this.turned))
  readonly movable = $derived(this.mayMove())

  /** Whoever leaves hears and sees no more of it. */
  leave(): void {
    this.line.leave()
    this.showing.skip()
  }

  protected forget(): void {
    this.chronicle = new Chronicle()
    this.lines = []
    this.showing.forget()
  }

  protected take(events: readonly Event[], lines: readonly Told[], live = false): void {
    for (const event of events) this.chronicle.take(event)
    this.lines = [...this.lines, ...lines]
    this.version += 1
    this.showing.heard(lines, live)
  }

  private answers(ask: Ask): boolean {
    if (this.you.includes(ask.seat)) return true
    return ask.seat === 'chance' && ((ask.dice ?? 0) > 0 || (ask.draw ?? []).length > 0) && this.line.welcome?.dice === 'typed' && this.you.length > 0
  }

  private sitsFar(): boolean {
    const { chairs, pieces, board } = this.now.position
    const seat = this.you[0]
    if (!seat) return false
    for (const piece of pieces.values())
      if (piece.type === CAMP && piece.controller === seat && piece.place === 'table' && piece.pose) return piece.pose[1] > board.depth / 2
    const sides = [...new Set(chairs.map((chair) => chair.side))]
    return sides.indexOf(chairs.find((chair) => chair.seat === seat)?.side ?? '') === 1
  }

  /** What whoever sits there is called: people by their names, bots by their seat, as everywhere in the story. */
  player(seat: string): string {
    const shown = this.line.seats.find((one) => one.seat === seat)
    return (shown?.held_by !== 'bot' && shown?.player) || prefs.names.seat(seat)
  }

  /** What the ruling that ended the battle says of it, as it was told; nothing while it goes on. */
  readonly verdict: string = $derived.by(() => {
    const { ended, turn } = this.now.position
    if (!ended) return ''
    const at = this.chronicle.events.findLastIndex((event) => event.kind === 'Ruled' && event.key === ended.key)
    const told = at < 0 ? undefined : this.lines.findLast((line) => line.level === STORY && line.event === at + 1)
    return told?.text ?? prefs.words.say(ended.key, { winners: ended.winners.map(prefs.names.seat), turns: turn })
  })

  /** Whether the battle is over and whoever sits there has won it, alone or with others. */
  won(seat: string): boolean {
    return !!this.position.ended?.winners.includes(seat)
  }

  /** Which bot sits there, if one does. */
  bot(seat: string): string {
    const shown = this.line.seats.find((one) => one.seat === seat)
    return shown?.held_by === 'bot' ? prefs.words.first([`bot.${shown.bot}`], shown.bot) : ''
  }

  /** What a seat would take back: the pieces it moved by its last choice, if it was a move. */
  lastMoved(seat: string): readonly Piece[] {
    const { events, undone, views } = this.chronicle
    const chosen = events.findLastIndex((event, index) => event.kind === 'Answered' && event.seat === seat && !undone[index])
    const moved = chosen < 0 ? undefined : events.slice(chosen).find((event) => event.kind === 'Moved')
    if (moved?.kind !== 'Moved') return []
    return moved.steps.map((step) => views[chosen]?.position.pieces.get(step.piece)).filter((piece) => piece !== undefined)
  }

  army(seat: string): string {
    return this.now.position.chairs.find((chair) => chair.seat === seat)?.name ?? ''
  }

  /** Own pieces that the open question could be about: those it names, else all on the table. */
  private mayMove(): ReadonlySet<string> {
    const ask = this.ask
    if (!ask || !(ask.says ?? []).length) return new Set()
    const about = ask.about ?? []
    const own = [...this.now.position.pieces.values()].filter((piece) => piece.controller === ask.seat)
    if (about.length) return new Set(about)
    return new Set(own.filter((piece) => piece.place === 'table' && piece.type !== CAMP && !has(piece, 'marker') && !(piece.marks ?? []).some((mark) => mark.name === 'moved')).map((piece) => piece.id))
  }
}
