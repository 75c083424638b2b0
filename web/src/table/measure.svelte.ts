/** The tools on the map, as the server judges: a ruler from a piece or a point, and a look from piece to piece. */
import { untrack } from 'svelte'
import { corners } from '../board/paper'
import type { Ruler } from '../board/marks'
import { onTable } from '../state/fold'
import { prefs } from '../state/prefs.svelte'
import type { Table } from '../state/table.svelte'
import type { Point, ReplyMessage, Sketch } from '../wire'

export type Tool = 'ruler' | 'sight'
type Measured = NonNullable<ReplyMessage['measure']>
type Seen = NonNullable<Measured['sight']>

/** What came of a look: who at whom, how far, and what the table says of it. */
export interface Look { readonly from: string; readonly to: string; readonly distance: string; readonly seen: Seen }

/** What is to be measured, and at which moment of the battle. */
interface Wanted { readonly from: string | Point; readonly to: string | Point; readonly sight: boolean; readonly moment: string }

export class Measure {
  tool = $state<Tool | null>(null)
  ruler = $state.raw<Ruler | null>(null)
  from = $state.raw<string | Point | null>(null)
  look = $state.raw<Look | null>(null)
  private wanted: Wanted | null = null
  private asking = false

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
    ;[this.ruler, this.from, this.look, this.wanted] = [null, null, null, null]
  }

  /** What is in the way, to look at. */
  readonly sketches: readonly Sketch[] = $derived.by(() => (this.look && !this.look.seen.sees ? this.look.seen.sketches : []))
  /** Who looks, at whom, and who is in the way; of single models the unit looks, and is looked at. */
  readonly rings: readonly string[] = $derived.by(() => [this.from, this.look?.to, ...(this.look?.seen.pieces ?? [])].flatMap((id) => (typeof id === 'string' ? [this.looker(id)] : [])))

  /** A press: the first is where it is measured from, the second where to. */
  press(piece: string | null, at: Point): void {
    if (this.tool === 'ruler') return void (this.from = piece ?? at)
    if (!piece) return
    if (typeof this.from === 'string' && this.from !== piece && !this.look) return this.see(this.from, piece)
    ;[this.from, this.look, this.ruler, this.wanted] = [piece, null, null, null]
  }

  /** What is dragged to is measured as one goes. */
  drag(at: Point): void {
    if (this.tool === 'ruler') return void (this.from && this.measure(this.from, at))
    const to = this.nearestPiece(at)
    if (typeof this.from === 'string' && to && to !== this.from && to !== this.look?.to) this.see(this.from, to)
  }

  /** The same look, the other way round. */
  swap(): void {
    const { look } = this
    if (look) this.see(look.to, look.from)
  }

  see(from: string, to: string): void {
    this.from = from
    void this.want(from, to, true)
  }

  measure(from: string | Point, to: Point): void {
    const id = this.nearestPiece(to)
    void this.want(from, id && id !== from ? id : to, false)
  }

  /** One question after the other: what was wanted while one was out is asked next, but only the last of it. */
  private async want(from: string | Point, to: string | Point, sight: boolean): Promise<void> {
    const moment = this.moment()
    if (this.wanted && this.wanted.from === from && this.wanted.to === to && this.wanted.moment === moment) return
    this.wanted = { from, to, sight, moment }
    if (this.asking) return
    this.asking = true
    while (this.wanted) {
      const asked: Wanted = this.wanted
      const found = await this.table.talk.measure(asked.from, asked.to, asked.sight)
      if (found && this.holds(asked)) this.show(asked, found)
      if (this.wanted === asked) this.wanted = null
    }
    this.asking = false
  }

  /** Whether a reply is still of use: a ruler may lag behind the finger, a look is at whom one wants. */
  private holds(asked: Wanted): boolean {
    if (asked.moment !== this.moment()) return false
    return this.wanted === asked || (!asked.sight && this.wanted?.from === asked.from)
  }

  private moment(): string {
    return `${this.table.version}/${this.table.back ?? ''}`
  }

  private show({ from, to, sight }: Wanted, found: Measured): void {
    const label = prefs.words.mu(found.distance)
    if (!sight) this.ruler = { from: found.from, to: found.to, label }
    if (!sight || !found.sight || typeof from !== 'string' || typeof to !== 'string') return
    this.look = { from, to, distance: label, seen: found.sight }
    const [start, end] = found.sight.sketches[0]?.points ?? []
    this.ruler = found.sight.sees && start && end ? { from: start, to: end, label } : null
  }

  /** Who looks where a piece was pressed: the piece, or of single models their unit. */
  looker(id: string): string {
    return (this.table.game?.models && this.table.position.pieces.get(id)?.command) || id
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
