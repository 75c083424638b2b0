/** What lies over the map: the hand's ghost, ways on foot, rings, the numbers of combats. */
import type { Fell, Ghost } from '../board/marks'
import { centre, leaving, offset } from '../board/paper'
import { type Beat, type Fallen, type Toll, tolls, traces } from '../state/beats'
import { byLegs, farthest, pivot, track } from '../state/hand'
import type { March } from '../state/march.svelte'
import { isModel } from '../state/names'
import { prefs, say } from '../state/prefs.svelte'
import type { Table } from '../state/table.svelte'
import type { Position } from '../state/fold'
import type { Point } from '../wire'

/** Where those fell, whose they were, and what they are called: of one unit's models only the first. */
function crosses(fallen: readonly Fallen[]): Fell[] {
  const named = new Set<string>()
  return fallen.map(({ piece, pose }) => {
    const called = isModel(piece) ? (piece.command ?? '') : !piece.shape ? '' : piece.unit ? piece.id : prefs.names.written(piece)
    const text = isModel(piece) && named.has(called) ? '' : called
    named.add(called)
    return { id: piece.id, at: centre(pose, piece.shape), seat: piece.controller, text }
  })
}

export class Overlay {
  constructor(private readonly table: Table, private readonly march: March) {}

  /** The last thing that happened in what is looked at. */
  private readonly beat = $derived.by(() => (void this.table.version, this.table.showing.last(this.table.at)))

  /** When the traces begin: with one's last move in one's own turn; looking back, or for those who watch, with the turn. */
  private readonly since = $derived.by(() => {
    const { chronicle, you, back, at } = this.table
    void this.table.version
    const own = you.length > 0 && back === null
    const last = chronicle.events.findLastIndex((event, index) => {
      if (index >= at || chronicle.undone[index]) return false
      if (event.kind === 'Entered') return event.turn > 0 && event.turn > (chronicle.views[index]?.position.turn ?? 0) && !own
      const before = chronicle.views[index]?.position
      // those who flee, follow or are pushed in another's turn leave all else in sight
      return own && event.kind === 'Moved' && !!before && this.inOwnTurn(before) && you.includes(before.pieces.get(event.steps[0]?.piece ?? '')?.controller ?? '')
    })
    return last + 1
  })
  readonly traces = $derived.by(() => {
    const { chronicle, at } = this.table
    void this.table.version
    return traces(chronicle.events, (number) => chronicle.views[number]!.position, chronicle.undone, this.since, at)
  })

  /** Who fell by the last thing that happened, and who before. */
  readonly fallen = $derived.by((): { now: Fell[]; before: Fell[] } => {
    const lost = (one: Fallen): boolean => !!this.beat?.lost.includes(one.piece.id)
    const { fallen } = this.traces
    return { now: crosses(fallen.filter(lost)), before: crosses(fallen.filter((one) => !lost(one))) }
  })

  /** Whether it is a turn of somebody who sits here, or nobody's, as before the battle. */
  private inOwnTurn(position: Position): boolean {
    return !position.active.length || position.active.some((seat) => this.table.you.includes(seat))
  }

  /** From who acts to those to whom it is done, and to where who leaves the table does. */
  readonly lines = $derived.by((): (readonly [Point, Point])[] => {
    const deed = this.beat?.deed
    const from = deed && this.spot(deed.by)
    const { leaves } = this.beat ?? {}
    const off = leaves && this.spot(leaves.by)
    return [...(off ? [[off, leaving(off, leaves.at, this.table.position.board)] as const] : []), ...(from ? deed.to.flatMap((id) => (this.spot(id) ? [[from, this.spot(id)!] as const] : [])) : [])]
  })

  /** Why what was tried to whom came to nothing, where that is so: in few words, as the table calls it. */
  readonly failed: string = $derived.by(() => {
    const key = `mark.${this.beat?.deed?.key ?? ''}`
    return prefs.words.has(key) ? say(key) : ''
  })

  /** Where a piece is seen: its own place, the middle of its models, or the body that it has joined. */
  private spot(id: string): Point | null {
    const seen = this.standing([id]).flatMap((one) => {
      const piece = this.table.position.pieces.get(one)
      return piece?.pose ? [centre(piece.pose, piece.shape)] : []
    })
    const middle = (axis: 0 | 1): number => seen.reduce((sum, point) => sum + point[axis], 0) / seen.length
    return seen.length ? [middle(0), middle(1)] : null
  }

  /** How many each lost by the last thing that happened, where it stands. */
  readonly tolls = $derived.by((): (Toll & { at: Point; text: string })[] => {
    const { beat } = this
    const before = beat && this.table.chronicle.views[beat.from]?.position
    if (!beat || !before) return []
    return tolls(before, this.table.position, this.hurt(beat)).flatMap((one) => {
      const at = this.spot(one.piece)
      return at ? [{ ...one, at, text: one.of === 'models' ? prefs.words.signed(-one.count) : say('web.toll', { count: one.count }) }] : []
    })
  })

  /** Whom a beat may have hurt: those it is about, and the models of units among them. */
  private hurt(beat: Beat): string[] {
    return [...new Set(beat.about.flatMap((id) => [id, ...this.standing([id])]))]
  }

  readonly going = $derived.by(() => {
    const { held } = this.march
    const ends = this.march.ends()
    const at = (id: string): Point => {
      const end = ends.get(id)
      return end ? centre(end, this.table.position.pieces.get(id)?.shape) : [0, 0]
    }
    const ways = (held?.trails ?? []).flatMap((trail) => {
      const piece = this.table.position.pieces.get(trail.model)
      if (!piece?.pose || !trail.points?.length) return []
      const [, , ux, uy] = piece.pose
      return [{ points: [centre(piece.pose, piece.shape), ...trail.points.slice(0, -1).map(([x, y]) => centre([x, y, ux, uy], piece.shape)), at(trail.model)] }]
    })
    const links = (held?.links ?? []).map(({ piece, other, holds }) => ({ from: at(piece), to: at(other), holds }))
    const poses = new Map((held?.trails ?? []).filter((trail) => trail.points?.length).map((trail) => [trail.model, ends.get(trail.model)!] as const))
    const far = this.march.farthest
    const limit = held?.verdict?.limit
    const label = !far ? '' : limit ? say('web.far', { far: prefs.words.length(far.far), limit: prefs.words.mu(limit) }) : prefs.words.mu(far.far)
    return { held, ways, links, poses, label, at: far?.to ?? null, legal: held?.judged ? !(held.verdict?.refusals ?? []).length : null }
  })

  readonly ghost: Ghost | null = $derived.by(() => {
    if (this.going.held) return { poses: this.going.poses, legal: this.going.legal, grab: true }
    const held = this.table.hand.held
    if (!held) return null
    const poses = new Map(held.body.pieces.map((piece, index) => [piece.id, held.poses[index]!] as const))
    const way = farthest(held.body, held.poses)
    const moved = !!way && way.far > 200
    const legal = held.verdict && held.judged ? !(held.verdict.refusals ?? []).length : held.verdict ? !(held.verdict.refusals ?? []).length : null
    const limit = held.verdict?.limit
    const label = limit ? say('web.far', { far: prefs.words.length(held.verdict?.distance ?? 0), limit: prefs.words.mu(limit) }) : moved ? prefs.words.mu(way.far) : ''
    const bodies = new Map(held.body.pieces.map((piece) => [piece.id, piece] as const))
    const goes = held.doing === 'move' || held.doing === 'manoeuvre'
    return { poses, bodies, grab: true, files: held.extra.files, legal: goes && !held.legs.length ? null : legal, arrow: moved && goes ? track(held.body, way, held.judged ? held.verdict?.via : []) : null, label, grips: this.gripsOf() }
  })

  private gripsOf(): { name: string; at: Point }[] {
    const held = this.table.hand.held
    const lead = held?.poses[0]
    if (!held || !lead || held.doing === 'camp') return []
    if (byLegs(held.doing, held.body))
      return [
        { name: 'left', at: pivot(held.body, held.poses, 'left') },
        { name: 'right', at: pivot(held.body, held.poses, 'right') },
      ]
    const ahead = offset(lead, 14_000)
    return [{ name: 'turn', at: [ahead[0], ahead[1]] }]
  }

  readonly numbers = $derived.by(() =>
    (this.table.hand.held?.odds ?? []).map((odds, index) => {
      const foe = this.table.position.pieces.get(odds.defender)
      return { at: foe?.pose ? centre(foe.pose, foe.shape) : ([0, 0] as Point), text: String(index + 1) }
    }),
  )

  /** The pieces on the board that the last thing was about: a unit's models where it is one of single models. */
  private readonly about: readonly string[] = $derived.by(() => {
    const { beat } = this
    if (!beat || !this.table.position.turn || (this.table.you.includes(beat.seat) && beat.kind === 'move' && this.inOwnTurn(this.table.position))) return []
    return this.standing(beat.about)
  })

  /** Those of the pieces that stand on the board, the models of units that do, and the bodies that others have joined. */
  standing(ids: readonly string[]): string[] {
    const { pieces } = this.table.position
    const within = (id: string): string => {
      const piece = pieces.get(id)
      return piece?.pose ? id : piece?.place === 'table' && pieces.get(piece.command ?? '')?.pose ? (piece.command ?? '') : ''
    }
    return ids.flatMap((id) => (within(id) ? [within(id)] : [...pieces.values()].filter((piece) => piece.command === id && piece.place === 'table' && piece.pose).map((piece) => piece.id)))
  }

  /** Who acts or suffers in a body that he has joined: he has no place of his own, and is named where it stands. */
  readonly within = $derived.by((): { id: string; at: Point }[] =>
    (this.beat?.about ?? []).flatMap((id) => {
      const piece = this.table.position.pieces.get(id)
      const [body] = piece && !piece.pose && piece.command !== id ? this.standing([id]) : []
      const at = body && body === piece?.command ? this.spot(id) : null
      return at ? [{ id, at }] : []
    }))

  /** Where those stand, and stood who fell, that the last thing was about. */
  readonly looked: readonly Point[] = $derived.by(() => {
    const { beat } = this
    const fell = this.traces.fallen.filter((one) => beat?.lost.includes(one.piece.id)).map((one) => centre(one.pose, one.piece.shape))
    return [...this.standing(beat?.about ?? []).flatMap((id) => { const at = this.spot(id); return at ? [at] : [] }), ...fell]
  })

  readonly rings: readonly string[] = $derived.by(() => (this.table.pointed.length ? this.table.pointed : this.about))
  /** The combats that are weighed: those of the hand, else the one that a panel speaks of. */
  readonly combats = $derived.by(() => (this.table.hand.held?.odds.length ? this.table.hand.held.odds : this.table.weighed ? [this.table.weighed] : []))
}
