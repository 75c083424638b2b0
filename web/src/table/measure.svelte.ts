/** The tools on the map, as the server judges: a ruler from a piece or a point, and a look from piece to piece. */
import { untrack } from 'svelte'
import { corners } from '../board/paper'
import type { Ruler } from '../board/marks'
import { onTable } from '../state/fold'
import { prefs } from '../state/prefs.svelte'
import type { Table } from '../state/table.svelte'
import type { Point, ReplyMessage, Sketch } from '../wire'

export type Tool = 'ruler' | 'sight'
type Seen = NonNullable<NonNullable<ReplyMessage['measure']>['sight']>

/** What came of a look: who at whom, how far, and what the table says of it. */
export interface Look { readonly from: string; readonly to: string; readonly distance: string; readonly seen: Seen }

export class Measure {
  tool = $state<Tool | null>(null)
  ruler = $state.raw<Ruler | null>(null)
  from = $state.raw<string | Point | null>(null)
  look = $state.raw<Look | null>(null)

  /** Made while the table is set up. A look is of the moment that one looks at: with another it goes. */
  constructor(private readonly table: Table) {
    $effect(() => {
      void [table.version, table.back]
      untrack(() => this.look && ([this.look, this.ruler] = [null, null]))
    })
  }

  get on(): boolean {
    return this.tool !== null
  }

  /** Take a tool up, or put it away with what it showed. */
  toggle(tool: Tool = 'ruler'): void {
    this.tool = this.tool === tool ? null : tool
    ;[this.ruler, this.from, this.look] = [null, null, null]
  }

  /** What is in the way, to look at. */
  readonly sketches: readonly Sketch[] = $derived.by(() => (this.look && !this.look.seen.sees ? this.look.seen.sketches : []))
  /** The pieces that are in the way, or those that look at each other. */
  readonly rings: readonly string[] = $derived.by(() => (this.look ? [...this.look.seen.pieces ?? []] : []))

  /** A press: the first is where it is measured from, the second where to. */
  press(piece: string | null, at: Point): void {
    if (this.tool === 'ruler') return void (this.from = piece ?? at)
    if (!piece) return
    if (typeof this.from === 'string' && this.from !== piece && !this.look) return void this.see(this.from, piece)
    ;[this.from, this.look, this.ruler] = [piece, null, null]
  }

  /** What is dragged to is measured as one goes. */
  async drag(at: Point): Promise<void> {
    if (this.tool === 'ruler') return void (this.from && (await this.measure(this.from, at)))
    const to = this.nearestPiece(at)
    if (typeof this.from === 'string' && to && to !== this.from && to !== this.look?.to) await this.see(this.from, to)
  }

  /** The same look, the other way round. */
  swap(): void {
    const { look } = this
    if (look) void this.see(look.to, look.from)
  }

  async see(from: string, to: string): Promise<void> {
    this.from = from
    const found = await this.table.talk.measure(from, to, true)
    if (!found?.sight || this.tool !== 'sight') return
    this.look = { from, to, distance: prefs.words.mu(found.distance), seen: found.sight }
    const [start, end] = found.sight.sketches[0]?.points ?? []
    this.ruler = found.sight.sees && start && end ? { from: start, to: end, label: this.look.distance } : null
  }

  async measure(from: string | Point, to: Point): Promise<void> {
    const id = this.nearestPiece(to)
    const found = await this.table.talk.measure(from, id && id !== from ? id : to)
    if (found) this.ruler = { from: found.from, to: found.to, label: prefs.words.mu(found.distance) }
  }

  private nearestPiece(at: Point): string | null {
    for (const piece of onTable(this.table.position)) {
      if (!piece.pose || !piece.shape) continue
      const box = corners(piece.pose, piece.shape)
      const inside = box.every((corner, index) => {
        const next = box[(index + 1) % 4]!
        return (next[0] - corner[0]) * (at[1] - corner[1]) - (next[1] - corner[1]) * (at[0] - corner[0]) <= 0
      })
      if (inside) return piece.id
    }
    return null
  }
}
