/** What is said to the table and what it answers: answers, words, and questions that change nothing. */
import type { Action, Ask, Explained, OddsShown, Point, Pose, Reason, Refusal, ReplyMessage, Verdict } from '../wire'
import type { Battle } from './battle.svelte'
import { prefs } from './prefs.svelte'
import { lying, ofEach } from './rolled'

export interface Refused {
  readonly reasons: readonly Reason[]
  readonly action: Action | null
}

export class Talk {
  sending = $state(false)
  /** Whether the table was asked to take something back, and has not said yet that it did. */
  private undoing = false
  /** The question whose answer was sent last. */
  private answering: number | null = null
  refused = $state.raw<Refused | null>(null)
  offers = $state.raw<readonly Action[] | null>(null)
  /** What the server would answer to the open question. */
  best = $state.raw<Action | null>(null)
  /** Seats of one's own that pass in every window of cards until the phase is over. Only this page knows. */
  passing = $state.raw<readonly string[]>([])
  /** Seats of one's own that keep their dice until the phase is over. Only this page knows. */
  keeping = $state.raw<readonly string[]>([])
  private lastAsk: number | undefined

  /** `done` is told of an answer that was taken, by the number of its question. */
  constructor(private readonly battle: Battle, private readonly done: (about: number | null) => void) {}

  /** What was said of another question is of no use to this one. */
  meet(): void {
    const { ask } = this.battle
    if (ask?.id !== this.lastAsk) {
      this.offers = null
      this.best = null
      this.lastAsk = ask?.id
    }
    this.refused = null
  }

  /** Answer a question, once; the next one may come, and be answered, before the reply to this one. */
  async say(ask: Ask, action: Action): Promise<boolean> {
    const about = ask.id ?? null
    if (!this.battle.line.stream || (this.sending && this.answering === about)) return false
    this.sending = true
    this.answering = about
    const reply = await this.battle.line.stream.command(ask.seat, action, about)
    if (this.answering === about) this.sending = false
    if (!reply.ok) {
      this.refused = { reasons: reply.refusals ?? [], action }
      return false
    }
    this.refused = null
    this.done(about)
    return true
  }

  /** Whether it is asked if a die is rolled again: such a question says what the dice show, and its first answer keeps them. */
  readonly aboutDie = (ask: Ask): boolean => lying(ask).length > 0 || ofEach(ask, this.battle.now.position.chairs.map((chair) => chair.seat)).length > 0

  /** Whether a person wants his dice kept without being asked: in this phase, or of more than two. */
  private keeps(ask: Ask): boolean {
    return this.aboutDie(ask) && (this.keeping.includes(ask.seat) || (prefs.asks === 'few' && lying(ask).length > 2))
  }

  /** The open windows of cards in which a seat has said that it passes, and dice that it keeps. */
  readonly passed: readonly Ask[] = $derived.by(() => this.battle.mine.filter((ask) => this.keeps(ask) || (ask.says?.includes('PlayCard') && ask.options?.length === 1 && this.passing.includes(ask.seat))))

  /** Pass in a window, whatever the hand holds above the board, or keep the dice. */
  async pass(ask: Ask): Promise<void> {
    const [option] = ask.options ?? []
    if (this.passed.some((one) => one.id === ask.id) && option) await this.battle.line.stream?.command(ask.seat, { kind: 'Choose', option }, ask.id ?? null)
  }

  /** Words to everybody, or to seats and sides alone. */
  async speak(seat: string, text: string, to: readonly string[] = []): Promise<void> {
    await this.battle.line.stream?.command(seat, { kind: 'Speak', text, to })
  }

  /** An act that nobody asked for; what is against it, if it was refused. */
  async act(seat: string, action: Action): Promise<readonly Pick<Refusal, 'clause' | 'key' | 'params'>[]> {
    if (!this.battle.line.stream) return []
    const reply = await this.battle.line.stream.command(seat, action, null)
    return reply.ok ? [] : (reply.refusals ?? [])
  }

  /** Take the last choice back, once; where that may not be, the server says why. */
  async undo(): Promise<void> {
    const seat = this.battle.line.undoable[0] ?? Object.keys(this.battle.line.sealed)[0]
    if (!seat || !this.battle.line.stream || this.undoing) return
    this.undoing = true
    const reply = await this.battle.line.stream.undo(seat)
    this.undoing = false
    if (!reply.ok) this.refused = { reasons: reply.refusals ?? [], action: null }
  }

  /** What the server would answer to the open question. */
  async suggest(): Promise<readonly Action[]> {
    const ask = this.battle.ask
    if (!ask) return []
    const offers = await this.menu([], 24)
    if (this.battle.ask?.id === ask.id) this.best = offers[0] ?? null
    return offers
  }

  /** What the server would answer is asked for where it is not known yet. */
  async prepare(): Promise<void> {
    if (!this.best) await this.suggest()
  }

  /** Which of these options the server would choose; until it has said so another one, the first if none is given. */
  bestOf(options: readonly string[], otherwise = options[0] ?? ''): string {
    const { best } = this
    return best?.kind === 'Choose' && options.includes(best.option) ? best.option : otherwise
  }

  async menu(pieces: readonly string[], most = 24): Promise<readonly Action[]> {
    const ask = this.battle.ask
    if (!ask || !this.battle.line.stream || ask.seat === 'chance') return []
    const reply = await this.battle.line.stream.question({ kind: 'menu', seat: ask.seat, ask: ask.id ?? 0, most, pieces })
    return reply.menu ?? []
  }

  async verdict(action: Action): Promise<Verdict | null> {
    const ask = this.battle.ask
    if (!ask || !this.battle.line.stream) return null
    const reply = await this.battle.line.stream.question({ kind: 'judge', seat: ask.seat, action, ask: ask.id ?? null })
    return reply.verdict ?? null
  }

  /** What the table says of an answer: whether it may be, who stays near whom, what its attacks may do. */
  async ponder(ask: Ask, action: Action): Promise<ReplyMessage | null> {
    return (await this.battle.line.stream?.question({ kind: 'judge', seat: ask.seat, action, ask: ask.id ?? null })) ?? null
  }

  /** The same answer with ways that lead its unit towards a point, if any are found. */
  async plan(ask: Ask, action: Action, toward: readonly [number, number]): Promise<Action | null> {
    const reply = await this.battle.line.stream?.question({ kind: 'plan', seat: ask.seat, ask: ask.id ?? 0, action, toward })
    return reply?.menu?.[0] ?? null
  }

  /** What the strongest bot would answer, and why; or why that is not told. */
  async hint(ask: Ask): Promise<ReplyMessage | null> {
    return (await this.battle.line.stream?.question({ kind: 'hint', seat: ask.seat, ask: ask.id ?? 0 })) ?? null
  }

  async odds(attacker: string, defender: string, combat: 'close' | 'ranged', seat = '', poses: Record<string, Pose> = {}): Promise<OddsShown | null> {
    const sent = Object.fromEntries(Object.entries(poses).map(([id, pose]) => [id, [...pose] as [number, number, number, number]]))
    const reply = await this.battle.line.stream?.question({ kind: 'odds', attacker, defender, combat, seat, poses: sent })
    return reply?.odds ?? null
  }

  async measure(from: string | Point, to: string | Point, sight = false): Promise<ReplyMessage['measure']> {
    const reply = await this.battle.line.stream?.question({ kind: 'measure', from: plain(from), to: plain(to), seat: this.battle.you[0] ?? '', sight, at: this.battle.back })
    return reply?.measure ?? null
  }

  async explain(clause: string): Promise<Explained | null> {
    const reply = await this.battle.line.stream?.question({ kind: 'explain', clause, lang: prefs.lang })
    return reply?.explain ?? null
  }

  /** The bodies around a stand that could move together, smallest first. */
  async bodies(id: string): Promise<string[][]> {
    const offers = await this.menu([id], 80)
    const found = new Map<string, string[]>([[id, [id]]])
    for (const action of offers)
      if (action.kind === 'Move' && action.pieces.includes(id)) found.set([...action.pieces].sort().join(), [...action.pieces])
    return [...found.values()].sort((one, other) => one.length - other.length)
  }
}

const plain = (what: string | Point): string | [number, number] => (typeof what === 'string' ? what : [what[0], what[1]])
