/** A body in the fingers: lifted, carried, turned by its grips or keys, drawn onto what is offered. */
import { centre, corners, facing, offset } from '../board/paper'
import { onTable } from '../state/fold'
import { byLegs, degreesBetween, dragged, inContact, pivot, shifted, withAdvance, withSlide, withWheel } from '../state/hand'
import { prefs } from '../state/prefs.svelte'
import type { Table } from '../state/table.svelte'
import type { Action, Leg, Point, Pose } from '../wire'
import { drawnInto } from './zones'

/** What of the board the fingers need: that a piece comes into sight. */
export interface Paper {
  reveal(id: string): void
  focusOn(id: string): Promise<void> | void
}

const NUDGE = 5_000
const FINE = 1_000
const SNAP = 10_000

export const sameBody = (one: readonly string[], other: readonly string[]): boolean => one.length === other.length && one.every((id) => other.includes(id))

/** Whether two ways go the same way, within some three degrees. */
const along = (one: { x: number; y: number }, other: { x: number; y: number }): boolean =>
  one.x * other.x + one.y * other.y > 0.9986 * Math.hypot(one.x, one.y) * Math.hypot(other.x, other.y)

export class Carry {
  /** The answers that the server offered for the body in hand. */
  offers: readonly Action[] = []
  /** Where the body was when the fingers took it. */
  private base: readonly Pose[] = []
  /** Whether it had wheeled by then: it goes on straight. */
  private turned = false
  /** By which legs it had come there, those straight ahead apart. */
  private kept: readonly Leg[] = []
  /** The direction in which the server has said how far it may go, and how far. */
  private bound: { x: number; y: number; far: number } | null = null
  /** The way straight on that the fingers have drawn last. */
  private drawn: readonly [number, number] | null = null
  /** Whether the fingers have moved it since it was lifted. */
  private carried = false

  /** `zones` are where the open question lets things be set out. */
  constructor(private readonly table: Table, private readonly board: () => Paper | undefined, private readonly zones: () => readonly (readonly Point[])[] = () => []) {}

  /** The fingers take what is held where it is now. */
  take(): void {
    const { held } = this.table.hand
    this.base = held?.poses ?? this.base
    this.turned = held?.legs.some((leg) => leg.kind === 'wheel') ?? false
    this.kept = held?.legs.filter((leg) => leg.kind === 'wheel' || leg.kind === 'shift') ?? []
  }

  /** The fingers take its shadow: it goes from where it stands. */
  anew(): void {
    ;[this.base, this.turned, this.kept] = [this.table.hand.held?.body.starts ?? [], false, []]
  }

  /** The fingers are off it. */
  rest(): void {
    this.base = this.table.hand.held?.poses ?? []
  }

  /** It lies where an answer put it, and has not wheeled by hand. */
  settle(): void {
    this.rest()
    this.turned = false
  }

  lift(ids: readonly string[], poses?: readonly Pose[]): boolean {
    const done = this.table.hand.lift(ids, poses)
    if (!done) return false
    this.base = this.table.hand.held?.poses ?? []
    ;[this.turned, this.kept, this.carried, this.bound, this.drawn] = [false, [], false, null, null]
    this.board()?.reveal(ids[0] ?? '')
    this.offers = []
    if (this.table.hand.held?.doing === 'move') void this.table.talk.menu(ids, 80).then((found) => {
      if (!this.table.hand.held || !sameBody(this.table.hand.held.body.pieces.map((piece) => piece.id), ids)) return
      this.offers = found.filter((action) => action.kind === 'Move' && sameBody(action.pieces, ids))
      // a quick hand has dropped it before anybody knew where it could be drawn
      if (this.carried && this.table.hand.held.poses[0] && !this.table.hand.held.offered) this.snapped(this.table.hand.held.poses[0])
    })
    return true
  }

  carry(dx: number, dy: number, at: Point): void {
    const held = this.table.hand.held
    const lead = held?.body.starts[0]
    const from = this.base[0]
    if (!held || !lead || !from) return
    this.carried = true
    if (held.doing === 'reform') {
      const [x, y] = centre(held.poses[0] ?? from, held.body.pieces[0]?.shape)
      this.table.hand.form({ facing: facing(at[0] - x, at[1] - y) })
      return
    }
    if (held.doing === 'manoeuvre' && !this.turned) {
      const legs = dragged(held.body, from[0] - lead[0] + dx, from[1] - lead[1] + dy)
      const [only] = legs
      if (legs.length !== 1 || only?.kind !== 'advance') return this.table.hand.go(legs)
      const part = this.share((only.distance * lead[2]) / 1e6, (only.distance * lead[3]) / 1e6)
      return this.table.hand.go([{ ...only, distance: Math.trunc(only.distance * part) }])
    }
    if (byLegs(held.doing, held.body)) {
      if (this.snapped(shifted(from, dx, dy))) return
      const legs = this.kept
      const [fx, fy] = [from[2] / 1e6, from[3] / 1e6]
      const start = (from[0] - lead[0]) * fx + (from[1] - lead[1]) * fy
      const wanted = Math.round(legs.length ? dx * fx + dy * fy : start + dx * fx + dy * fy)
      const ahead = legs.length ? wanted : Math.trunc(wanted * this.share(wanted * fx, wanted * fy))
      if (!this.snapped(offset(lead, ahead))) this.table.hand.go(withAdvance(legs, ahead))
      return
    }
    let to = shifted(from, dx, dy)
    if (held.doing === 'move') {
      const [x, y] = [to[0] - lead[0], to[1] - lead[1]]
      // straight on it stops where it may go no farther
      const part = to[2] === lead[2] && to[3] === lead[3] ? this.share(x, y) : 1
      if (part < 1) to = [lead[0] + Math.trunc(x * part), lead[1] + Math.trunc(y * part), to[2], to[3]]
      if (!this.snapped(to)) this.table.hand.go([{ kind: 'shift', pose: to }])
    } else this.set(this.base.map((pose) => shifted(pose, dx, dy)))
  }

  /** What is set out lies where the fingers are, or in the ground beside them where it may stand. */
  set(poses: readonly Pose[]): void {
    const { held } = this.table.hand
    const points = poses.flatMap((pose, index) => corners(pose, held?.body.pieces[index]?.shape))
    const by = prefs.snap ? drawnInto(points, this.zones()) : null
    this.table.hand.place(by ? poses.map((pose) => shifted(pose, by[0], by[1])) : poses)
  }

  /** How far of a way straight on it is drawn: no farther than the server has said of that direction. */
  private share(x: number, y: number): number {
    const far = Math.hypot(x, y)
    if (this.bound && !along(this.bound, { x, y })) this.bound = null
    this.drawn = [x, y]
    return this.bound && far > this.bound.far ? this.bound.far / far : 1
  }

  /** The server has said how far that way goes: whoever has drawn it farther is held there. */
  meet(): void {
    const { held } = this.table.hand
    const [lead, pose] = [held?.body.starts[0], held?.poses[0]]
    const limit = held?.verdict?.limit
    if (!held?.judged || held.offered || !this.drawn || !lead || !pose || !limit) return
    const [x, y] = [pose[0] - lead[0], pose[1] - lead[1]]
    const far = Math.hypot(x, y)
    // of what was typed, nudged or turned the hand knows nothing
    if (far <= limit || pose[2] !== lead[2] || pose[3] !== lead[3] || Math.hypot(x - this.drawn[0], y - this.drawn[1]) > 1) return
    this.bound = { x, y, far: Math.min(limit, this.bound?.far ?? limit) }
    const [straight] = held.legs
    if (held.legs.length !== 1 || !straight) return
    const part = this.share(x, y)
    if (straight.kind === 'shift') this.table.hand.go([{ kind: 'shift', pose: [lead[0] + Math.trunc(x * part), lead[1] + Math.trunc(y * part), lead[2], lead[3]] }])
    else if (straight.kind === 'advance') this.table.hand.go([{ ...straight, distance: Math.trunc(straight.distance * part) }])
  }

  /** Within 1 MU the hand is drawn onto an answer the server offered: onto contact before all else. */
  private snapped(lead: Pose): boolean {
    const { held } = this.table.hand
    if (!prefs.snap || !held) return false
    const others = onTable(this.table.position).filter((piece) => piece.controller !== held.ask.seat)
    let best: readonly [boolean, number, Action] | null = null
    for (const action of this.offers) {
      const end = this.endOf(action)
      const away = end ? Math.hypot(end[0] - lead[0], end[1] - lead[1]) : SNAP
      if (away >= SNAP) continue
      const meets = inContact(this.table.hand.ends(action), held.body.pieces, others)
      if (!best || (meets === best[0] ? away < best[1] : meets)) best = [meets, away, action]
    }
    if (best) this.table.hand.accept(best[2])
    return !!best
  }

  private endOf(action: Action): Pose | null {
    if (action.kind !== 'Move' || !this.table.hand.held) return null
    const order = action.pieces.indexOf(this.table.hand.held.body.pieces[0]?.id ?? '')
    if (order !== 0) return null
    return this.table.hand.ends(action)[0] ?? null
  }

  spin(grip: string, at: Point): void {
    const held = this.table.hand.held
    const lead = held?.poses[0]
    if (!held || !lead) return
    if (grip === 'turn') {
      const [ux, uy] = facing(at[0] - lead[0], at[1] - lead[1])
      const turn = degreesBetween(lead, [ux, uy])
      if (held.doing === 'move') this.table.hand.go([{ kind: 'shift', pose: [lead[0], lead[1], ux, uy] }])
      else if (held.doing === 'reform' || held.doing === 'stand') this.table.hand.form({ facing: [ux, uy] })
      else if (held.body.pieces.length === 1) this.table.hand.place([[lead[0], lead[1], ux, uy]])
      else this.table.hand.place(held.poses.map((pose) => shifted(pose, 0, 0, turn)))
      return
    }
    const about = pivot(held.body, held.poses, grip === 'left' ? 'right' : 'left')
    const corner = pivot(held.body, held.poses, grip as 'left' | 'right')
    const was = Math.atan2(corner[0] - about[0], corner[1] - about[1])
    const is = Math.atan2(at[0] - about[0], at[1] - about[1])
    const turn = ((((((is - was) * 180) / Math.PI + 180) % 360) + 360) % 360) - 180
    if (Math.abs(turn) > 0.2) this.table.hand.go(withWheel(held.body, held.legs, turn))
  }

  nudge(event: KeyboardEvent): boolean {
    const held = this.table.hand.held
    const lead = held?.poses[0]
    const step = event.shiftKey ? FINE : NUDGE
    const turn = event.shiftKey ? 1 : 5
    const way = { ArrowUp: [step, 0, 0], ArrowDown: [-step, 0, 0], ArrowLeft: [0, -step, -turn], ArrowRight: [0, step, turn] }[event.key]
    if (!held || !lead || !way) return false
    const [ahead, aside, degrees] = way as [number, number, number]
    if (byLegs(held.doing, held.body)) {
      if (ahead) this.table.hand.go(withAdvance(held.legs, ahead))
      else if (event.altKey) this.table.hand.go(withSlide(held.legs, aside))
      else this.table.hand.go(withWheel(held.body, held.legs, degrees))
    } else if (held.doing === 'move') {
      const to = event.altKey || !degrees ? offset(lead, ahead, event.altKey ? aside : 0) : shifted(lead, 0, 0, degrees)
      this.table.hand.go([{ kind: 'shift', pose: [to[0], to[1], ...facing(to[2], to[3])] }])
    } else if (held.doing === 'reform') {
      const [, , ux, uy] = shifted(lead, 0, 0, degrees)
      this.table.hand.form({ facing: [ux, uy] })
    } else {
      const turned = degrees && !event.altKey && held.doing !== 'camp'
      this.table.hand.place(held.poses.map((pose) => (turned ? shifted(pose, 0, 0, degrees) : offset(pose, ahead, aside))))
    }
    this.base = this.table.hand.held?.poses ?? []
    return true
  }
}
