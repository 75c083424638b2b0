/** One battle as this page sees it: what happened, what is asked, what the hand holds. */
import type { Aid } from '../board/marks'
import { Sheet } from '../board/paper'
import { styles } from '../board/seats'
import type {
  ActShown, Action, Ask, CardsShown, CommandShown, ContestShown, Explained, Heard, Leg, OddsShown, Piece, Point, Pose, Reason, Refusal, ReplyMessage, SeatShown, Sketch, StageShown, SystemShown, Verdict, WelcomeMessage,
} from '../wire'
import { Chronicle, count, has, placeOf, type View } from './fold'
import { aboutMiddle, after, type Body, bodyOf, type Doing, type Extra, formed, spoken } from './hand'
import { CAMP } from './names'
import { prefs } from './prefs.svelte'
import { endsPhase } from './stakes'
import { type Line, Narrator } from './story'
import { type Link, Stream } from './stream'

/** A body above the table, with what the server says of putting it down there. */
export interface Held {
  readonly doing: Doing
  readonly ask: Ask
  readonly body: Body
  readonly legs: readonly Leg[]
  readonly poses: readonly Pose[]
  readonly extra: Extra
  readonly verdict: Verdict | null
  /** Whether the verdict is of exactly this, and not of a moment ago. */
  readonly judged: boolean
  readonly odds: readonly OddsShown[]
  /** A whole answer that was offered, said as it is. */
  readonly offered: Action | null
}

/** How a seat stands, as the server counts it: half points. */
export interface Standing {
  readonly lost: number
  readonly breaks: number
  /** The clause by which they decide. */
  readonly clause: string
}

export interface Refused {
  readonly reasons: readonly Reason[]
  readonly action: Action | null
}

/** Kinds of answers by which a body in ranks goes leg after leg. */
const BY_LEGS = ['Manoeuvre', 'Outride', 'Gust']
const JUDGE_PAUSE = 110
const ODDS_PAUSE = 160
const MOST_ODDS = 6

export class Table {
  link = $state<Link>('opening')
  welcome = $state.raw<WelcomeMessage | null>(null)
  seats = $state.raw<readonly SeatShown[]>([])
  watching = $state(0)
  undoable = $state.raw<readonly string[]>([])
  /** Why a seat of one's own may not take its last choice back: the key of the reason. */
  sealed = $state.raw<Readonly<Record<string, string>>>({})
  thinking = $state.raw<readonly string[]>([])
  bye = $state('')
  notice = $state('')
  version = $state(0)
  lines = $state.raw<readonly Line[]>([])
  /** Looking back: the number of events that had happened, or null for now. */
  back = $state<number | null>(null)
  selected = $state.raw<readonly string[]>([])
  held = $state.raw<Held | null>(null)
  refused = $state.raw<Refused | null>(null)
  offers = $state.raw<readonly Action[] | null>(null)
  /** What the server would answer to the open question. */
  best = $state.raw<Action | null>(null)
  sending = $state(false)
  /** The question whose answer was sent last. */
  private answering: number | null = null
  askNumber = $state(0)
  /** Pieces that a panel points at, and the combat it speaks of. */
  pointed = $state.raw<readonly string[]>([])
  weighed = $state.raw<OddsShown | null>(null)
  standing = $state.raw<ReadonlyMap<string, Standing>>(new Map())
  /** How commands stand that are counted one by one, as far as one may know. */
  commands = $state.raw<readonly CommandShown[]>([])
  /** The stages of setting out, where the game counts them. */
  stages = $state.raw<readonly StageShown[]>([])
  /** How a battle of rounds and points stands at the moment that is looked at, in games that have them. */
  contest = $state.raw<ContestShown | null>(null)
  /** Whether models are being named one by one. */
  naming = $state(false)
  /** What lies beside the board, and the question it was looked at for. */
  beside = $state.raw<CardsShown | null>(null)
  besideFor = $state(0)
  /** Seats of one's own that pass in every window of cards until the phase is over. Only this page knows. */
  passing = $state.raw<readonly string[]>([])
  /** What the table says of this game: its coins and cards, and whether things are moved by hand. */
  game = $state.raw<SystemShown | null>(null)

  chronicle = new Chronicle()
  private narrator = new Narrator(prefs.words)
  private stream: Stream | null = null
  private streamName = ''
  private judging = false
  private lastAsk: number | undefined
  private again = false
  private oddsTimer: ReturnType<typeof setTimeout> | undefined

  readonly now: View = $derived.by(() => (this.version, this.chronicle.view))
  readonly shown: View = $derived(this.back === null ? this.now : (this.version, this.chronicle.views[this.back] ?? this.now))
  readonly position = $derived(this.shown.position)
  readonly you = $derived(this.welcome?.you ?? [])
  readonly looks = $derived(styles(this.now.position.chairs.map((chair) => chair.seat)))
  readonly live = $derived(this.back === null && !this.now.position.ended)
  /** The open questions to this page, oldest first; dice and draws to be typed in are everybody's. */
  readonly mine: readonly Ask[] = $derived(this.now.asks.filter((ask) => this.answers(ask)))
  readonly ask: Ask | null = $derived(this.mine.find((ask) => ask.id === this.askNumber) ?? this.mine[0] ?? null)
  readonly turned = $derived(this.sitsFar())
  readonly sheet = $derived(new Sheet(this.position.board.width, this.position.board.depth, this.turned))
  readonly movable = $derived(this.mayMove())

  // ── the line ──────────────────────────────────────────────────────────────
  join(battle: string, seats: readonly string[] | null = null): void {
    const base = new URL(`/api/battles/${battle}/socket`, document.baseURI)
    base.protocol = base.protocol === 'https:' ? 'wss:' : 'ws:'
    this.stream = new Stream(base.href, {
      hear: (message) => this.hear(message),
      link: (state) => (this.link = state),
      known: () => ({ stream: this.streamName, after: this.streamName ? this.chronicle.events.length : 0 }),
    }, seats)
    this.stream.open()
  }

  leave(): void {
    this.stream?.close()
  }

  /** Cut the line as a bad network would. */
  drop(): void {
    this.stream?.drop()
  }

  /** Show a whole log at once, without a line to a table. */
  load(events: readonly Parameters<Chronicle['take']>[0][]): void {
    this.reset()
    this.take(events)
  }

  private reset(): void {
    this.chronicle = new Chronicle()
    this.narrator = new Narrator(prefs.words)
    this.lines = []
    this.letGo()
    this.selected = []
  }

  private hear(message: Heard): void {
    switch (message.kind) {
      case 'welcome':
        if (message.stream !== this.streamName || message.events_from <= this.chronicle.events.length) this.reset()
        this.streamName = message.stream
        this.welcome = message
        this.seats = message.seats
        break
      case 'events':
        this.events(message.from, message.events)
        break
      case 'presence':
        this.seats = message.seats
        this.watching = message.watching
        break
      case 'waiting':
        this.undoable = message.undo
        this.sealed = message.sealed
        this.thinking = message.thinking
        break
      case 'bye':
        this.bye = message.key
        break
      case 'error':
        this.notice = prefs.words.say(message.key, message.params)
        break
    }
  }

  private events(from: number, events: readonly Parameters<Chronicle['take']>[0][]): void {
    const known = this.chronicle.events.length
    if (from > known + 1) {
      // something is missing: begin again from the first event
      this.streamName = ''
      this.drop()
      return
    }
    this.take(events.slice(known + 1 - from))
  }

  private take(events: readonly Parameters<Chronicle['take']>[0][]): void {
    const lines: Line[] = []
    for (const event of events) {
      this.chronicle.take(event)
      lines.push(...this.narrator.hear(event))
      if (event.kind === 'Undone') this.narrator.position = this.chronicle.view.position
      if (endsPhase(event)) this.passing = []
    }
    lines.push(...this.narrator.flush())
    this.lines = [...this.lines, ...lines]
    this.version += 1
    this.afterEvents(events.some((event) => event.kind === 'Moved' || event.kind === 'Placed' || event.kind === 'Removed' || event.kind === 'Undone'))
  }

  private afterEvents(changed: boolean): void {
    const ask = this.ask
    if (this.held && (changed || !this.now.asks.some((one) => one.id === this.held?.ask.id))) this.letGo()
    if (ask?.id !== this.lastAsk) {
      this.offers = null
      this.best = null
      this.lastAsk = ask?.id
    }
    this.selected = this.selected.filter((id) => this.now.position.pieces.get(id)?.place === 'table' || this.now.position.pieces.get(id)?.place === 'undeployed')
    this.refused = null
  }

  /** Tell everything again, in the language that was chosen. */
  retell(): void {
    this.narrator = new Narrator(prefs.words)
    const lines: Line[] = []
    this.chronicle.events.forEach((event, index) => {
      lines.push(...this.narrator.hear(event))
      if (event.kind === 'Undone') this.narrator.position = this.chronicle.views[index + 1]?.position ?? this.narrator.position
    })
    this.lines = [...lines, ...this.narrator.flush()]
  }

  // ── who is who ────────────────────────────────────────────────────────────
  private answers(ask: Ask): boolean {
    if (this.you.includes(ask.seat)) return true
    return ask.seat === 'chance' && ((ask.dice ?? 0) > 0 || (ask.draw ?? []).length > 0) && this.welcome?.dice === 'typed' && this.you.length > 0
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

  player(seat: string): string {
    const shown = this.seats.find((one) => one.seat === seat)
    if (shown?.held_by === 'bot') return prefs.words.first([`bot.${shown.bot}`], shown.bot)
    return shown?.player || prefs.names.seat(seat)
  }

  /** What a seat would take back: the pieces it moved by its last choice, if it was a move. */
  lastMoved(seat: string): readonly Piece[] {
    const { events, undone, views } = this.chronicle
    const chosen = events.findLastIndex((event, index) => event.kind === 'Answered' && event.seat === seat && !undone[index])
    const moved = chosen < 0 ? undefined : events.slice(chosen).find((event) => event.kind === 'Moved')
    if (moved?.kind !== 'Moved') return []
    return moved.steps.map((step) => views[chosen]?.position.pieces.get(step.piece)).filter((piece) => piece !== undefined)
  }

  /** The half points at which a seat's losses decide, as the server says; 0 while it does not. */
  breaks(seat: string): number {
    return this.standing.get(seat)?.breaks ?? 0
  }

  /** Command points left to whoever holds something. */
  pointsOf(held: Held): number {
    return count(this.now.position, held.body.pieces[0]?.command ?? '', 'command points')
  }

  army(seat: string): string {
    return this.now.position.chairs.find((chair) => chair.seat === seat)?.name ?? ''
  }

  // ── choosing ──────────────────────────────────────────────────────────────
  /** Own pieces that the open question could be about: those it names, else all on the table. */
  private mayMove(): ReadonlySet<string> {
    const ask = this.ask
    if (!ask || !(ask.says ?? []).length) return new Set()
    const about = ask.about ?? []
    const own = [...this.now.position.pieces.values()].filter((piece) => piece.controller === ask.seat)
    if (about.length) return new Set(about)
    return new Set(own.filter((piece) => piece.place === 'table' && piece.type !== CAMP && !has(piece, 'marker') && !(piece.marks ?? []).some((mark) => mark.name === 'moved')).map((piece) => piece.id))
  }

  select(ids: readonly string[]): void {
    this.selected = ids
    this.refused = null
  }

  toggle(id: string): void {
    this.select(this.selected.includes(id) ? this.selected.filter((one) => one !== id) : [...this.selected, id])
  }

  /** The selection grows to the next larger body that the server offers around it. */
  async grow(): Promise<void> {
    const first = this.selected[0]
    if (!first) return
    const bodies = await this.bodies(first)
    const now = bodies.findIndex((body) => body.length === this.selected.length && body.every((id) => this.selected.includes(id)))
    const next = bodies[(now + 1) % Math.max(1, bodies.length)]
    if (next) this.select(next)
  }

  /** The bodies around a stand that could move together, smallest first. */
  async bodies(id: string): Promise<string[][]> {
    const offers = await this.menu([id], 80)
    const found = new Map<string, string[]>([[id, [id]]])
    for (const action of offers)
      if (action.kind === 'Move' && action.pieces.includes(id)) found.set([...action.pieces].sort().join(), [...action.pieces])
    return [...found.values()].sort((one, other) => one.length - other.length)
  }

  // ── the hand ──────────────────────────────────────────────────────────────
  /** What the open question lets a hand do with those pieces. */
  doing(ids: readonly string[]): Doing | null {
    const says = this.ask?.says ?? []
    const pieces = ids.map((id) => this.now.position.pieces.get(id))
    if (this.game?.by_hand === false) {
      const [piece] = pieces
      if (!piece || pieces.length > 1 || !this.saysOf(piece)) return null
      return piece.place === 'table' ? 'manoeuvre' : 'stand'
    }
    if (pieces.some((piece) => piece?.type === CAMP)) return says.includes('PlaceCamp') ? 'camp' : null
    if (pieces.every((piece) => piece && placeOf(piece) === 'reserve') && says.includes('March')) return 'march'
    if (says.includes('Deploy')) return 'deploy'
    return says.includes('Move') ? 'move' : null
  }

  /** The kind of answer by which a body in ranks goes, or comes on the board, in the open question. */
  private saysOf(piece: Piece): string {
    const kinds = piece.place === 'table' ? (piece.pose ? BY_LEGS : []) : placeOf(piece) === 'reserve' ? ['Arrive'] : ['Deploy']
    return kinds.find((kind) => this.ask?.says?.includes(kind)) ?? ''
  }

  /** Models of a body in ranks, those who joined it too, and its files. */
  ranks(id: string): { models: number; files: number } {
    const { position } = this.now
    const joined = [...position.pieces.values()].filter((piece) => piece.command === id && piece.id !== id && piece.place === 'table' && !piece.pose)
    return { models: count(position, id, 'models') + joined.length, files: count(position, id, 'files') }
  }

  /** The body in hand forms otherwise: about its middle where it stands, or where it is to be set down. */
  form(change: { files?: number; facing?: readonly [number, number]; swift?: boolean }): void {
    const { held } = this
    const [start, pose] = [held?.body.starts[0], held?.poses[0]]
    const piece = this.now.position.pieces.get(held?.body.pieces[0]?.id ?? '')
    if (!held || !piece || !start || !pose) return
    const { models, files } = this.ranks(piece.id)
    const extra = { ...held.extra, files: Math.max(1, Math.min(models, change.files ?? held.extra.files ?? files)), swift: change.swift ?? held.extra.swift ?? false }
    const body = { pieces: [formed(piece, models, files, extra.files)], starts: held.body.starts }
    const to = change.facing ?? [pose[2], pose[3]]
    if (held.doing === 'stand') this.put({ ...held, body, extra, poses: [[pose[0], pose[1], to[0], to[1]]], offered: null })
    else this.put({ ...held, doing: 'reform', body, extra, legs: [], poses: [aboutMiddle(start, piece, body.pieces[0]!, to)], offered: null })
  }

  /** The body in hand goes by legs, as fast as is said; from a reform it begins where it stood. */
  pace(fast: boolean): void {
    const { held } = this
    const piece = this.now.position.pieces.get(held?.body.pieces[0]?.id ?? '')
    if (!held || !piece) return
    const body = bodyOf([piece])
    const legs = held.doing === 'manoeuvre' ? held.legs : []
    this.put({ ...held, doing: 'manoeuvre', body, legs, poses: after(body, legs), extra: { says: this.saysOf(piece), fast }, offered: null })
  }

  /** Pick a body up. `poses` are given where it comes from beside the table. */
  lift(ids: readonly string[], poses?: readonly Pose[]): boolean {
    const ask = this.ask
    const doing = this.doing(ids)
    const pieces = ids.map((id) => this.now.position.pieces.get(id)).filter((piece): piece is Piece => piece !== undefined)
    if (!ask || !doing || !pieces.length || !this.live) return false
    const body = poses ? { pieces, starts: poses } : bodyOf(pieces)
    const extra = this.game?.by_hand === false && pieces[0] ? { says: this.saysOf(pieces[0]) } : {}
    this.refused = null
    const held: Held = { doing, ask, body, legs: [], poses: body.starts, extra, verdict: null, judged: false, odds: [], offered: null }
    this.held = held
    // what comes from beside the board lies somewhere already, unless it is put elsewhere at once
    if (poses) queueMicrotask(() => this.held === held && this.put(held))
    return true
  }

  /** Pick up what lies beside the board and is no stand: an answer that wants a place. */
  takeUp(act: ActShown): boolean {
    const { ask } = this
    if (!ask || !act.shape || !('pose' in act.action) || !this.live) return false
    const piece: Piece = { kind: 'Piece', id: act.action.kind, type: '', owner: ask.seat, controller: ask.seat, shape: act.shape, place: 'hand' }
    const starts = [act.action.pose]
    this.refused = null
    this.put({ doing: 'act', ask, body: { pieces: [piece], starts }, legs: [], poses: starts, extra: { act: act.action }, verdict: null, judged: false, odds: [], offered: null })
    return true
  }

  letGo(): void {
    this.held = null
    clearTimeout(this.oddsTimer)
  }

  /** The hand goes by these legs. */
  go(legs: readonly Leg[]): void {
    const held = this.held
    if (held) this.put({ ...held, legs, poses: after(held.body, legs), offered: null })
  }

  /** The hand is at these poses: for what is set down and not moved. */
  place(poses: readonly Pose[], extra: Held['extra'] = {}): void {
    const held = this.held
    if (held) this.put({ ...held, poses, extra: { ...held.extra, ...extra }, offered: null })
  }

  /** The hand takes an offered answer as it is. */
  accept(action: Action): void {
    const held = this.held
    if (!held) return
    if (action.kind === 'Move') this.put({ ...held, legs: action.legs, poses: after(held.body, action.legs), offered: action })
    else if ('steps' in action) this.put({ ...held, poses: action.steps.map((step) => step.pose), extra: action.kind === 'March' ? { ...held.extra, edge: action.edge } : held.extra, offered: action })
    else if (action.kind === 'PlaceCamp') this.put({ ...held, poses: [action.pose], offered: action })
    else if (action.kind === 'Manoeuvre' || action.kind === 'Outride' || action.kind === 'Gust') this.put({ ...held, legs: action.legs, poses: after(held.body, action.legs), extra: { ...held.extra, fast: action.kind === 'Manoeuvre' && !!action.march }, offered: action })
    else if (action.kind === 'Reform') this.form({ files: action.files || undefined, facing: [action.ux, action.uy], swift: action.swift })
    else if ('pose' in action && action.pose) this.put({ ...held, poses: [action.pose], offered: action })
  }

  /** Whether an answer of the open question is seen on the board before it is given: of a body in ranks. */
  shows(action: Action): action is Extract<Action, { piece: string }> & { pose: Pose } {
    if (this.game?.by_hand !== false || !('piece' in action) || typeof action.piece !== 'string') return false
    if (action.kind === 'Reform' || BY_LEGS.includes(action.kind)) return true
    return 'pose' in action && !!action.pose && this.doing([action.piece]) === 'stand'
  }

  private put(held: Held): void {
    this.held = { ...held, judged: false }
    void this.judge()
  }

  said(held: Held): Action {
    return held.offered ?? spoken(held.doing, held.body, held.legs, held.poses, held.extra)
  }

  /** Ask the server of what the hand holds now; the newest wins, at a pace it answers. */
  private async judge(): Promise<void> {
    if (this.judging) {
      this.again = true
      return
    }
    const held = this.held
    if (!held || !this.stream) return
    this.judging = true
    const asked = this.said(held)
    const reply = await this.stream.question({ kind: 'judge', seat: held.ask.seat, action: asked, ask: held.ask.id ?? null })
    const current = this.held
    if (current && current.ask === held.ask && reply.verdict) {
      const judged = JSON.stringify(this.said(current)) === JSON.stringify(asked)
      this.held = judged ? { ...current, verdict: reply.verdict, judged, poses: this.exact(current, reply.verdict) } : { ...current, verdict: reply.verdict }
      if (judged) this.weigh(reply.verdict)
    }
    const unheard = !reply.verdict && this.link === 'open'
    await new Promise((done) => setTimeout(done, unheard ? 3 * JUDGE_PAUSE : JUDGE_PAUSE))
    this.judging = false
    if (this.again || (unheard && this.held && !this.held.judged)) {
      this.again = false
      void this.judge()
    }
  }

  /** The server's own poses: exact where ours were for the eye. */
  private exact(held: Held, verdict: Verdict): readonly Pose[] {
    const poses = new Map((verdict.poses ?? []).map(([id, pose]) => [id, pose] as const))
    return held.body.pieces.map((piece, index) => poses.get(piece.id) ?? held.poses[index]!)
  }

  /** The combats that the move would make, once the hand rests. */
  private weigh(verdict: Verdict): void {
    clearTimeout(this.oddsTimer)
    const contacts = (verdict.contacts ?? []).slice(0, MOST_ODDS)
    if (!contacts.length || (verdict.refusals ?? []).length) {
      if (this.held?.odds.length) this.held = { ...this.held, odds: [] }
      return
    }
    this.oddsTimer = setTimeout(() => void this.weighAll(verdict, contacts), ODDS_PAUSE)
  }

  private async weighAll(verdict: Verdict, contacts: readonly { piece: string; other: string }[]): Promise<void> {
    const seat = this.held?.ask.seat ?? ''
    const poses = Object.fromEntries(verdict.poses ?? [])
    const found: OddsShown[] = []
    for (const { piece, other } of contacts) {
      const odds = await this.odds(piece, other, 'close', seat, poses)
      if (odds) found.push(odds)
    }
    if (this.held?.verdict === verdict) this.held = { ...this.held, odds: found.sort((one, two) => worth(one) - worth(two)) }
  }

  /** Put it down there. */
  async confirm(): Promise<boolean> {
    const held = this.held
    if (!held) return false
    return this.say(held.ask, this.said(held))
  }

  // ── saying and asking ─────────────────────────────────────────────────────
  /** Answer a question, once; the next one may come, and be answered, before the reply to this one. */
  async say(ask: Ask, action: Action): Promise<boolean> {
    const about = ask.id ?? null
    if (!this.stream || (this.sending && this.answering === about)) return false
    this.sending = true
    this.answering = about
    const reply = await this.stream.command(ask.seat, action, about)
    if (this.answering === about) this.sending = false
    if (!reply.ok) {
      this.refused = { reasons: reply.refusals ?? [], action }
      return false
    }
    this.refused = null
    if (this.held && (this.held.ask.id ?? null) !== about) return true
    this.letGo()
    this.selected = []
    return true
  }

  /** The open windows of cards in which a seat has said that it passes. */
  readonly passed: readonly Ask[] = $derived(this.mine.filter((ask) => ask.says?.includes('PlayCard') && ask.options?.length === 1 && this.passing.includes(ask.seat)))

  /** Pass in a window, whatever the hand holds above the board. */
  async pass(ask: Ask): Promise<void> {
    const [option] = ask.options ?? []
    if (this.passed.some((one) => one.id === ask.id) && option) await this.stream?.command(ask.seat, { kind: 'Choose', option }, ask.id ?? null)
  }

  /** Words to everybody, or to seats and sides alone. */
  async speak(seat: string, text: string, to: readonly string[] = []): Promise<void> {
    await this.stream?.command(seat, { kind: 'Speak', text, to })
  }

  /** An act that nobody asked for; what is against it, if it was refused. */
  async act(seat: string, action: Action): Promise<readonly Pick<Refusal, 'clause' | 'key' | 'params'>[]> {
    if (!this.stream) return []
    const reply = await this.stream.command(seat, action, null)
    return reply.ok ? [] : (reply.refusals ?? [])
  }

  /** Take the last choice back; where that may not be, the server says why. */
  async undo(): Promise<void> {
    const seat = this.undoable[0] ?? Object.keys(this.sealed)[0]
    if (!seat || !this.stream) return
    const reply = await this.stream.undo(seat)
    if (!reply.ok) this.refused = { reasons: reply.refusals ?? [], action: null }
  }

  /** What the server would answer to the open question. */
  async suggest(): Promise<readonly Action[]> {
    const ask = this.ask
    if (!ask) return []
    const offers = await this.menu([], 24)
    if (this.ask?.id === ask.id) this.best = offers[0] ?? null
    return offers
  }

  async menu(pieces: readonly string[], most = 24): Promise<readonly Action[]> {
    const ask = this.ask
    if (!ask || !this.stream || ask.seat === 'chance') return []
    const reply = await this.stream.question({ kind: 'menu', seat: ask.seat, ask: ask.id ?? 0, most, pieces })
    return reply.menu ?? []
  }

  async verdict(action: Action): Promise<Verdict | null> {
    const ask = this.ask
    if (!ask || !this.stream) return null
    const reply = await this.stream.question({ kind: 'judge', seat: ask.seat, action, ask: ask.id ?? null })
    return reply.verdict ?? null
  }

  /** What the table says of an answer: whether it may be, who stays near whom, what its attacks may do. */
  async ponder(ask: Ask, action: Action): Promise<ReplyMessage | null> {
    return (await this.stream?.question({ kind: 'judge', seat: ask.seat, action, ask: ask.id ?? null })) ?? null
  }

  /** The same answer with ways that lead its unit towards a point, if any are found. */
  async plan(ask: Ask, action: Action, toward: readonly [number, number]): Promise<Action | null> {
    const reply = await this.stream?.question({ kind: 'plan', seat: ask.seat, ask: ask.id ?? 0, action, toward })
    return reply?.menu?.[0] ?? null
  }

  async odds(attacker: string, defender: string, combat: 'close' | 'ranged', seat = '', poses: Record<string, Pose> = {}): Promise<OddsShown | null> {
    const sent = Object.fromEntries(Object.entries(poses).map(([id, pose]) => [id, [...pose] as [number, number, number, number]]))
    const reply = await this.stream?.question({ kind: 'odds', attacker, defender, combat, seat, poses: sent })
    return reply?.odds ?? null
  }

  async measure(from: string | Point, to: string | Point): Promise<ReplyMessage['measure']> {
    const reply = await this.stream?.question({ kind: 'measure', from: plain(from), to: plain(to), seat: this.you[0] ?? '' })
    return reply?.measure ?? null
  }

  async explain(clause: string): Promise<Explained | null> {
    const reply = await this.stream?.question({ kind: 'explain', clause, lang: prefs.lang })
    return reply?.explain ?? null
  }

  /** Where an offered move would lead, for the eye. */
  ends(action: Action): readonly Pose[] {
    if (action.kind !== 'Move') return []
    const pieces = action.pieces.map((id) => this.now.position.pieces.get(id)).filter((piece): piece is Piece => piece !== undefined)
    return after(bodyOf(pieces), action.legs)
  }

  /** Zones, ranges and arcs of those pieces, of all, and where the open question lets things lie. */
  async aids(pieces: readonly string[], whole: boolean, window: string): Promise<readonly Aid[]> {
    const asked = this.ask?.seat ?? ''
    const reply = await this.stream?.question({ kind: 'aids', seat: this.you.includes(asked) ? asked : (this.you[0] ?? ''), pieces, whole, window, at: this.back })
    if (reply?.commands) this.commands = reply.commands
    if (reply?.stages) this.stages = reply.stages
    if (reply?.aids) this.contest = reply.contest ?? null
    if (reply?.standing) this.standing = new Map(reply.standing.map((one) => [one.seat, { lost: one.lost, breaks: one.decides, clause: one.clause }]))
    return (reply?.aids ?? []).map((one) => ({
      kind: one.name,
      piece: one.piece,
      seat: one.seat,
      points: one.points,
      text: prefs.words.say(one.key, prefs.names.params(one.params, this.now.position)),
    }))
  }

  /** What cards lie beside the board, of what use they are to the open question, and what is known of pieces. */
  async lookBeside(): Promise<void> {
    const { ask } = this
    const about = ask?.seat === 'chance' ? null : ask
    const reply = await this.stream?.question({ kind: 'cards', seat: about?.seat ?? this.you[0] ?? '', ask: about?.id ?? 0 })
    if (reply?.cards) [this.beside, this.besideFor] = [reply.cards, about?.id ?? 0]
  }

  /** The acts that cards allow in the open question, as long as it is the one that was looked at. */
  readonly acts: readonly ActShown[] = $derived(this.besideFor === (this.ask?.id ?? 0) ? (this.beside?.acts ?? []) : [])

  /** The geometry that the newest refusal points at. */
  readonly sketches: readonly Sketch[] = $derived([
    ...(this.refused?.reasons.flatMap((reason) => reason.sketches) ?? []),
    ...(this.held?.verdict?.refusals?.flatMap((refusal) => refusal.sketches ?? []) ?? []),
  ])
}

const plain = (what: string | Point): string | [number, number] => (typeof what === 'string' ? what : [what[0], what[1]])

/** How well a combat stands for its attacker: worst first in focus. */
const worth = (odds: OddsShown): number => odds.doubles * 2 + odds.beats - odds.beaten - odds.doubled * 2
