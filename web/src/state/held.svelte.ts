/** What the hand holds above the table, and what the server says of putting it down there. */
import type { ActShown, Action, Ask, Leg, OddsShown, Piece, Pose, Sketch, Verdict } from '../wire'
import type { Battle } from './battle.svelte'
import { count, placeOf } from './fold'
import { aboutMiddle, after, type Body, bodyOf, type Doing, type Extra, formed, spoken } from './hand'
import { CAMP } from './names'
import type { Talk } from './talk.svelte'

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

/** Kinds of answers by which a body in ranks goes leg after leg. */
const BY_LEGS = ['Manoeuvre', 'Outride', 'Gust']
const JUDGE_PAUSE = 110
const ODDS_PAUSE = 160
const MOST_ODDS = 6

export class Hand {
  held = $state.raw<Held | null>(null)
  private judging = false
  private again = false
  private oddsTimer: ReturnType<typeof setTimeout> | undefined

  constructor(private readonly battle: Battle, private readonly talk: Talk) {}

  /** What the open question lets a hand do with those pieces. */
  doing(ids: readonly string[]): Doing | null {
    const says = this.battle.ask?.says ?? []
    const pieces = ids.map((id) => this.battle.now.position.pieces.get(id))
    if (this.battle.game?.by_hand === false) {
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
    return kinds.find((kind) => this.battle.ask?.says?.includes(kind)) ?? ''
  }

  /** Models of a body in ranks, those who joined it too, and its files. */
  ranks(id: string): { models: number; files: number } {
    const { position } = this.battle.now
    const joined = [...position.pieces.values()].filter((piece) => piece.command === id && piece.id !== id && piece.place === 'table' && !piece.pose)
    return { models: count(position, id, 'models') + joined.length, files: count(position, id, 'files') }
  }

  /** The body in hand forms otherwise: about its middle where it stands, or where it is to be set down. */
  form(change: { files?: number; facing?: readonly [number, number]; swift?: boolean }): void {
    const { held } = this
    const [start, pose] = [held?.body.starts[0], held?.poses[0]]
    const piece = this.battle.now.position.pieces.get(held?.body.pieces[0]?.id ?? '')
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
    const piece = this.battle.now.position.pieces.get(held?.body.pieces[0]?.id ?? '')
    if (!held || !piece) return
    const body = bodyOf([piece])
    const legs = held.doing === 'manoeuvre' ? held.legs : []
    this.put({ ...held, doing: 'manoeuvre', body, legs, poses: after(body, legs), extra: { says: this.saysOf(piece), fast }, offered: null })
  }

  /** Pick a body up. `poses` are given where it comes from beside the table. */
  lift(ids: readonly string[], poses?: readonly Pose[]): boolean {
    const ask = this.battle.ask
    const doing = this.doing(ids)
    const pieces = ids.map((id) => this.battle.now.position.pieces.get(id)).filter((piece): piece is Piece => piece !== undefined)
    if (!ask || !doing || !pieces.length || !this.battle.live) return false
    const body = poses ? { pieces, starts: poses } : bodyOf(pieces)
    const extra = this.battle.game?.by_hand === false && pieces[0] ? { says: this.saysOf(pieces[0]) } : {}
    this.talk.refused = null
    const held: Held = { doing, ask, body, legs: [], poses: body.starts, extra, verdict: null, judged: false, odds: [], offered: null }
    this.held = held
    // what comes from beside the board lies somewhere already, unless it is put elsewhere at once
    if (poses) queueMicrotask(() => this.held === held && this.put(held))
    return true
  }

  /** Pick up what lies beside the board and is no stand: an answer that wants a place. */
  takeUp(act: ActShown): boolean {
    const { ask } = this.battle
    if (!ask || !act.shape || !('pose' in act.action) || !this.battle.live) return false
    const piece: Piece = { kind: 'Piece', id: act.action.kind, type: '', owner: ask.seat, controller: ask.seat, shape: act.shape, place: 'hand' }
    const starts = [act.action.pose]
    this.talk.refused = null
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
    if (this.battle.game?.by_hand !== false || !('piece' in action) || typeof action.piece !== 'string') return false
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
    if (!held || !this.battle.line.stream) return
    this.judging = true
    const asked = this.said(held)
    const reply = await this.battle.line.stream.question({ kind: 'judge', seat: held.ask.seat, action: asked, ask: held.ask.id ?? null })
    const current = this.held
    if (current && current.ask === held.ask && reply.verdict) {
      const judged = JSON.stringify(this.said(current)) === JSON.stringify(asked)
      this.held = judged ? { ...current, verdict: reply.verdict, judged, poses: this.exact(current, reply.verdict) } : { ...current, verdict: reply.verdict }
      if (judged) this.weigh(reply.verdict)
    }
    const unheard = !reply.verdict && this.battle.line.link === 'open'
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
      const odds = await this.talk.odds(piece, other, 'close', seat, poses)
      if (odds) found.push(odds)
    }
    if (this.held?.verdict === verdict) this.held = { ...this.held, odds: found.sort((one, two) => worth(one) - worth(two)) }
  }

  /** Put it down there. */
  async confirm(): Promise<boolean> {
    const held = this.held
    if (!held) return false
    return this.talk.say(held.ask, this.said(held))
  }

  /** Where an offered move would lead, for the eye. */
  ends(action: Action): readonly Pose[] {
    if (action.kind !== 'Move') return []
    const pieces = action.pieces.map((id) => this.battle.now.position.pieces.get(id)).filter((piece): piece is Piece => piece !== undefined)
    return after(bodyOf(pieces), action.legs)
  }

  /** Command points left to whoever holds something. */
  pointsOf(held: Held): number {
    return count(this.battle.now.position, held.body.pieces[0]?.command ?? '', 'command points')
  }

  /** The geometry that the newest refusal points at. */
  readonly sketches: readonly Sketch[] = $derived.by(() => [
    ...(this.talk.refused?.reasons.flatMap((reason) => reason.sketches) ?? []),
    ...(this.held?.verdict?.refusals?.flatMap((refusal) => refusal.sketches ?? []) ?? []),
  ])
}

/** How well a combat stands for its attacker: worst first in focus. */
const worth = (odds: OddsShown): number => odds.doubles * 2 + odds.beats - odds.beaten - odds.doubled * 2
