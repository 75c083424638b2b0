/** What lies over the map: the hand's ghost, ways on foot, rings, the numbers of combats. */
import type { Ghost } from '../board/marks'
import { centre, offset } from '../board/paper'
import { byLegs, farthest, pivot, track } from '../state/hand'
import type { March } from '../state/march.svelte'
import { prefs, say } from '../state/prefs.svelte'
import type { Table } from '../state/table.svelte'
import type { Point } from '../wire'

export class Overlay {
  private lastMoved = $state.raw<readonly string[]>([])

  /** Made while the table is set up: it watches as long as that lives. */
  constructor(private readonly table: Table, private readonly march: March) {
    /** What others moved last keeps a ring, until something else happens. */
    $effect(() => {
      void this.table.version
      const last = this.table.chronicle.events.findLast((event) => event.kind === 'Moved')
      const seat = last?.kind === 'Moved' ? this.table.position.pieces.get(last.steps[0]?.piece ?? '')?.controller : ''
      const theirs = last?.kind === 'Moved' && (last.way ?? 'move') !== 'deploy' && !this.table.you.includes(seat ?? '')
      this.lastMoved = theirs ? last.steps.map((step) => step.piece) : []
    })
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
    return { poses, bodies, files: held.extra.files, legal: goes && !held.legs.length ? null : legal, arrow: moved && goes ? track(held.body, way, held.judged ? held.verdict?.via : []) : null, label, grips: this.gripsOf() }
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

  readonly rings: readonly string[] = $derived.by(() => (this.table.pointed.length ? this.table.pointed : this.table.back === null ? this.lastMoved : []))
  /** The combats that are weighed: those of the hand, else the one that a panel speaks of. */
  readonly combats = $derived.by(() => (this.table.hand.held?.odds.length ? this.table.hand.held.odds : this.table.weighed ? [this.table.weighed] : []))
}
