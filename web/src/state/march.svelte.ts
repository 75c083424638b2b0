/** A unit of single models on its way: whole or model by model, judged before the hand lets go. */
import { centre, turnedBy, UNIT } from '../board/paper'
import type { Action, Ask, LinkShown, Piece, Point, Pose, Verdict } from '../wire'
import { placeOf } from './fold'
import { prefs } from './prefs.svelte'
import type { Table } from './table.svelte'

/** Kinds of answers that carry ways of models. */
export const MARCHES = ['Walk', 'Deploy', 'ChargeMove', 'Close', 'Intervene', 'Disembark', 'BailOut', 'Arrive']
const STANDING = ['Walk']
/** Kinds of answers that set models up: there is no way to a place, only the place. */
export const SET_UP = ['Deploy', 'Disembark', 'BailOut', 'Arrive']
const PAUSE = 110
const MOST = 40
const STEP = 5_000
const FINE = 1_000
const SPARE = 4
const TURN = 15

export interface Trail { readonly kind: 'Trail'; readonly model: string; readonly points?: readonly (readonly [number, number])[]; readonly ux?: number; readonly uy?: number; readonly level?: number }
/** An answer with ways, whatever else it says. */
export type Going = { readonly kind: string; readonly unit?: string; readonly trails: readonly Trail[] } & Readonly<Record<string, unknown>>

export const isGoing = (action: unknown): action is Going => !!action && typeof action === 'object' && 'trails' in action && Array.isArray(action.trails)
/** The answers that carry ways; who goes nowhere, as into a transport or a reserve, has none. */
export const goings = (actions: readonly unknown[]): Going[] =>
  actions.flatMap((action) => {
    const { kind } = action as { kind: string }
    return MARCHES.includes(kind) ? [{ ...(action as Going), trails: isGoing(action) ? action.trails : [] }] : []
  })

export interface Marching {
  readonly ask: Ask
  readonly unit: string
  /** The answer without its ways. */
  readonly base: Omit<Going, 'trails'>
  readonly trails: readonly Trail[]
  readonly verdict: Verdict | null
  readonly judged: boolean
  readonly links: readonly LinkShown[]
}

export class March {
  held = $state.raw<Marching | null>(null)
  /** Whether the whole unit goes, or the model that is taken alone. */
  whole = $state(true)
  /** Other answers that the table would think of for this unit. */
  others = $state.raw<readonly Going[]>([])
  finding = $state(false)
  private pressed: { at: Point; models: readonly string[]; ends: ReadonlyMap<string, Pose>; fixed: ReadonlyMap<string, readonly (readonly [number, number])[]> } | null = null
  private judging = false
  private planned = false
  private bends = new Set<string>()
  private last: readonly string[] = []

  constructor(readonly table: Table) {}

  readonly may: boolean = $derived.by(() => this.table.game?.models === true && this.table.live && (this.table.ask?.says ?? []).some((kind) => MARCHES.includes(kind)))

  models(unit: string): Piece[] {
    return [...this.table.now.position.pieces.values()].filter((piece) => piece.command === unit && piece.id !== unit && piece.place !== 'lost')
  }

  /** Units that the open question could be about. */
  readonly units: readonly Piece[] = $derived.by(() => {
    const { ask } = this.table
    if (!ask || !this.may) return []
    const about = ask.about ?? []
    return [...this.table.now.position.pieces.values()].filter((piece) => piece.type === 'unit' && piece.controller === ask.seat && this.kindOf(ask, piece) && (!about.some((id) => this.table.now.position.pieces.has(id)) || about.includes(piece.id)))
  })

  private kindOf(ask: Ask, unit: Piece): string {
    const says = ask.says ?? []
    const place = placeOf(unit)
    const fits = { undeployed: ['Deploy'], reserve: ['Arrive'], aside: ['Disembark', 'BailOut'], table: ['Walk', 'ChargeMove', 'Close', 'Intervene'] }[place as string] ?? []
    return fits.find((kind) => says.includes(kind)) ?? ''
  }

  poseOf(model: string): Pose | null {
    return this.table.now.position.pieces.get(model)?.pose ?? null
  }

  /** Where each model would stand. */
  ends(trails: readonly Trail[] = this.held?.trails ?? []): Map<string, Pose> {
    const found = new Map<string, Pose>()
    for (const piece of this.held ? this.models(this.held.unit) : []) if (piece.place === 'table' && piece.pose) found.set(piece.id, piece.pose)
    for (const trail of trails) {
      const [x, y] = trail.points?.at(-1) ?? found.get(trail.model) ?? [0, 0]
      const was = found.get(trail.model)
      if (trail.points?.length || was) found.set(trail.model, [x, y, trail.ux || trail.uy ? (trail.ux ?? 0) : (was?.[2] ?? 0), trail.ux || trail.uy ? (trail.uy ?? 0) : (was?.[3] ?? UNIT)])
    }
    return found
  }

  /** What a way of a model is long, on the flat. */
  length(trail: Trail): number {
    const start = this.poseOf(trail.model)
    if (!start) return 0
    let [far, x, y] = [0, start[0], start[1]]
    for (const [px, py] of trail.points ?? []) {
      far += Math.hypot(px - x, py - y)
      ;[x, y] = [px, py]
    }
    return far
  }

  // ── taking a unit up ──────────────────────────────────────────────────────
  async lift(unit: string): Promise<boolean> {
    const { ask } = this.table
    const piece = this.table.now.position.pieces.get(unit)
    if (!ask || !piece || !this.kindOf(ask, piece)) return false
    const kind = this.kindOf(ask, piece)
    if (STANDING.includes(kind)) this.hold(ask, unit, { kind, unit, mode: 'move', trails: [] })
    this.finding = true
    const found = goings(await this.table.talk.menu([unit, ...this.models(unit).map((one) => one.id)], MOST)).filter((one) => (one.unit ?? unit) === unit)
    this.finding = false
    if (this.table.ask?.id !== ask.id) return false
    const first = found.find((one) => one.trails.length) ?? found[0]
    if (STANDING.includes(kind)) {
      // in which manner it may go the table says; whereto is the hand's
      if (this.held?.unit === unit && first && first['mode'] !== this.held.base['mode']) this.hold(ask, unit, { ...first, trails: this.held.trails })
    } else if (first && !this.held) this.hold(ask, unit, first)
    else if (!this.held) this.table.line.notice = prefs.words.say('web.march.nowhere', { unit: prefs.names.stand(piece) })
    this.others = found
    return !!this.held
  }

  private hold(ask: Ask, unit: string, action: Going): void {
    const { trails, ...base } = action
    this.table.hand.letGo()
    this.table.talk.refused = null
    this.held = { ask, unit, base: base as Omit<Going, 'trails'>, trails, verdict: null, judged: false, links: [] }
    this.planned = true
    this.bends.clear()
    this.table.select(this.models(unit).map((one) => one.id))
    if (trails.length || !STANDING.includes(action.kind)) void this.judge()
  }

  /** Show an answer that was offered, ready to be given. */
  accept(action: Going): void {
    const { ask } = this.table
    const first = action.trails[0]?.model ?? ''
    const unit = action.unit ?? this.table.now.position.pieces.get(first)?.command ?? ask?.about?.[0] ?? ''
    if (ask && unit) this.hold(ask, unit, action)
  }

  letGo(): void {
    this.held = null
    this.others = []
    this.pressed = null
    this.whole = true
  }

  /** The question is another one, or what stood there has moved. */
  meet(): void {
    if (this.held && this.table.ask?.id !== this.held.ask.id) this.letGo()
  }

  // ── the hand ──────────────────────────────────────────────────────────────
  /** Whether a press on a model, or on where it would stand, belongs to a unit on its way. */
  press(model: string, at: Point, alone: boolean): boolean {
    const piece = this.table.now.position.pieces.get(model)
    const { held } = this
    if (!held || !piece || piece.command !== held.unit) return false
    const ends = this.ends()
    const single = alone || !this.whole
    const models = single ? [model] : [...ends.keys()]
    const fixed = new Map(models.map((id) => [id, this.bends.has(id) ? (held.trails.find((one) => one.model === id)?.points ?? []) : []] as const))
    this.pressed = { at, models, ends, fixed }
    this.last = models
    return true
  }

  drag(at: Point): boolean {
    if (!this.pressed || !this.held) return false
    this.shift(at[0] - this.pressed.at[0], at[1] - this.pressed.at[1])
    return true
  }

  drop(): boolean {
    if (!this.pressed) return false
    this.pressed = null
    this.planned = false
    if (this.held?.judged) this.help()
    return true
  }

  get dragging(): boolean {
    return this.pressed !== null
  }

  private shift(dx: number, dy: number): void {
    const { held, pressed } = this
    if (!held || !pressed || Math.hypot(dx, dy) < 1) return
    const limit = held.verdict?.limit ?? 0
    const changed = new Map<string, Trail>()
    for (const id of pressed.models) {
      const end = pressed.ends.get(id)
      if (!end) continue
      const before = pressed.fixed.get(id) ?? []
      const start = this.poseOf(id)
      const from = before.at(-1) ?? (start ? ([start[0], start[1]] as const) : null)
      let to: readonly [number, number] = [end[0] + dx, end[1] + dy]
      const used = this.length({ kind: 'Trail', model: id, points: before })
      if (from && limit) {
        const far = Math.hypot(to[0] - from[0], to[1] - from[1])
        const most = Math.max(0, limit - used - SPARE)
        if (far > most) to = [from[0] + ((to[0] - from[0]) * most) / far, from[1] + ((to[1] - from[1]) * most) / far]
      }
      const known = held.trails.find((one) => one.model === id)
      changed.set(id, { ...(known ?? { kind: 'Trail', model: id }), points: [...before, [Math.round(to[0]), Math.round(to[1])]], ...(start ? {} : { ux: end[2], uy: end[3] }) })
    }
    // those in front go first, so that nobody runs into a mate
    const ahead = (trail: Trail): number => {
      const start = this.poseOf(trail.model) ?? [0, 0]
      return start[0] * dx + start[1] * dy
    }
    const kept = held.trails.filter((one) => !changed.has(one.model))
    this.put([...kept, ...[...changed.values()].sort((one, two) => ahead(two) - ahead(one))])
  }

  /** The way of what was moved last goes on from where it is now. */
  bend(): void {
    for (const id of this.last) this.bends.add(id)
  }

  /** Keys move what was taken last, or all: along the paper, finer with Shift; R turns. */
  nudge(event: KeyboardEvent): boolean {
    const { held } = this
    if (!held || event.ctrlKey || event.metaKey) return false
    const step = event.shiftKey ? FINE : STEP
    const up = this.table.turned ? -1 : 1
    const way = { ArrowUp: [0, step * up], ArrowDown: [0, -step * up], ArrowLeft: [-step * up, 0], ArrowRight: [step * up, 0] }[event.key]
    if (!way && event.key.toLowerCase() !== 'r') return false
    const ends = this.ends()
    const models = this.whole || !this.last.length ? [...ends.keys()] : this.last
    if (way) {
      const fixed = new Map(models.map((id) => [id, this.bends.has(id) ? (held.trails.find((one) => one.model === id)?.points ?? []) : []] as const))
      this.pressed = { at: [0, 0], models, ends, fixed }
      this.shift(way[0]!, way[1]!)
      this.pressed = null
      this.planned = true
    } else this.turn(models, ends, event.shiftKey ? -TURN : TURN)
    return true
  }

  /** The formation turns about its middle; one model about itself. */
  turn(models: readonly string[] = [...this.ends().keys()], ends = this.ends(), degrees = TURN): void {
    const { held } = this
    if (!held) return
    const middles = models.map((id) => this.middle(id, ends))
    const [cx, cy] = [middles.reduce((sum, [x]) => sum + x, 0) / middles.length, middles.reduce((sum, [, y]) => sum + y, 0) / middles.length]
    const angle = (degrees * Math.PI) / 180
    const [sin, cos] = [Math.sin(angle), Math.cos(angle)]
    const changed = new Map<string, Trail>()
    for (const id of models) {
      const end = ends.get(id)
      if (!end) continue
      const [dx, dy] = [end[0] - cx, end[1] - cy]
      const point: readonly [number, number] = [Math.round(cx + dx * cos + dy * sin), Math.round(cy + dy * cos - dx * sin)]
      const [ux, uy] = turnedBy(end[2], end[3], degrees)
      const known = held.trails.find((one) => one.model === id)
      changed.set(id, { ...(known ?? { kind: 'Trail', model: id }), points: [point], ux, uy })
    }
    this.planned = true
    this.put([...held.trails.filter((one) => !changed.has(one.model)), ...changed.values()])
  }

  private middle(id: string, ends: ReadonlyMap<string, Pose>): Point {
    const end = ends.get(id)
    return end ? centre(end, this.table.now.position.pieces.get(id)?.shape) : [0, 0]
  }

  /** The unit is to end inside a transport, or not: by its own ways, or by those that the table offers. */
  board(carrier: string): void {
    const { held } = this
    if (!held) return
    const offered = this.others.find((one) => one['aboard'] === carrier)
    this.planned = false
    this.held = { ...held, base: { ...held.base, aboard: carrier } as Marching['base'] }
    this.put(held.trails.length ? held.trails : (offered?.trails ?? []))
  }

  /** A unit is set out inside the one in hand, or not any more. */
  load(unit: string): void {
    const { held } = this
    if (!held) return
    const aboard = this.inside.includes(unit) ? this.inside.filter((one) => one !== unit) : [...this.inside, unit]
    this.held = { ...held, base: { ...held.base, aboard } as Marching['base'] }
    this.put(held.trails)
  }

  /** The units that are set out inside the one in hand, and those that may be. */
  readonly inside: readonly string[] = $derived(Array.isArray(this.held?.base['aboard']) ? (this.held.base['aboard'] as string[]) : [])
  readonly riders: readonly string[] = $derived([...new Set(this.others.flatMap((one) => (Array.isArray(one['aboard']) ? (one['aboard'] as string[]) : [])))])

  readonly carrier: string = $derived(typeof this.held?.base['aboard'] === 'string' ? this.held.base['aboard'] : '')

  /** Everybody back to where they stood. */
  back(): void {
    this.bends.clear()
    if (this.held) this.put([])
  }

  private put(trails: readonly Trail[]): void {
    const { held } = this
    if (!held) return
    this.held = { ...held, trails, judged: false }
    void this.judge()
  }

  // ── what the table says ───────────────────────────────────────────────────
  action(held: Marching): Action {
    return { ...held.base, trails: held.trails } as unknown as Action
  }

  private async judge(): Promise<void> {
    if (this.judging) return
    this.judging = true
    while (this.held && !this.held.judged && this.table.ask?.id === this.held.ask.id) {
      const asked = this.held
      const reply = await this.table.talk.ponder(asked.ask, this.action(asked))
      const now = this.held as Marching | null
      if (now && reply?.verdict && now.ask === asked.ask) {
        const judged = now.trails === asked.trails && now.base === asked.base
        this.held = { ...now, verdict: reply.verdict, judged, links: judged ? (reply.links ?? []) : now.links }
        if (judged && !this.pressed) this.help()
      }
      await new Promise((done) => setTimeout(done, reply?.verdict ? PAUSE : 3 * PAUSE))
    }
    this.judging = false
  }

  /** Where a unit or a model cannot go as it was dragged, the table is asked for ways that lead there. */
  private help(): void {
    const { held } = this
    if (!held || this.planned || !held.verdict?.refusals?.length) return
    const ends = this.ends()
    const single = !this.carrier && this.last.length === 1 && ends.size > 1
    const alone = single ? this.barred(held) : ''
    if (!alone && !this.carrier && (single || !held.trails.length)) return
    this.planned = true
    const middles = (alone ? [alone] : [...ends.keys()]).map((id) => this.middle(id, ends))
    const at: [number, number] = [Math.round(middles.reduce((sum, [x]) => sum + x, 0) / middles.length), Math.round(middles.reduce((sum, [, y]) => sum + y, 0) / middles.length)]
    void this.plan(held, at, alone ? held.trails : [])
  }

  /** The model that was dragged alone last, where its own way is what cannot be. */
  private barred(held: Marching): string {
    const id = this.last.length === 1 ? (this.last[0] ?? '') : ''
    const last = held.trails.at(-1)
    const named = (held.verdict?.refusals ?? []).some((one) => one.params?.['model'] === id)
    return last?.model === id && named && !SET_UP.includes(String(held.base['kind'])) ? id : ''
  }

  /** The table lays the ways: of the whole unit, or where some are kept, that of the last model anew. */
  async plan(held: Marching, at: [number, number], kept: readonly Trail[]): Promise<void> {
    this.finding = true
    const found = await this.table.talk.plan(held.ask, this.action({ ...held, trails: kept }), at)
    this.finding = false
    if (this.held?.trails === held.trails && isGoing(found)) this.put(found.trails)
  }

  async confirm(): Promise<boolean> {
    const { held } = this
    if (!held?.judged) return false
    const done = await this.table.talk.say(held.ask, this.action(held))
    if (done) this.letGo()
    return done
  }

  /** The farthest way, for the label: from where, to where, how far. */
  readonly farthest: { far: number; from: Point; to: Point } | null = $derived.by(() => {
    const { held } = this
    let best: { far: number; from: Point; to: Point } | null = null
    for (const trail of held?.trails ?? []) {
      const piece = this.table.now.position.pieces.get(trail.model)
      const end = trail.points?.at(-1)
      if (!piece?.pose || !end) continue
      const far = this.length(trail)
      if (!best || far > best.far) best = { far, from: centre(piece.pose, piece.shape), to: centre([end[0], end[1], trail.ux || trail.uy ? (trail.ux ?? 0) : piece.pose[2], trail.ux || trail.uy ? (trail.uy ?? 0) : piece.pose[3]], piece.shape) }
    }
    return best
  })
}

