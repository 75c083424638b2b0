/** Zones, ranges and arcs on the map: what they are asked for, and which of them are shown. */
import { untrack } from 'svelte'
import type { Aid } from '../board/marks'
import { prefs } from '../state/prefs.svelte'
import type { Table } from '../state/table.svelte'
import type { Point } from '../wire'

export class Shapes {
  /** Whether those of all pieces are asked for. */
  layers = $state(false)
  private aids = $state.raw<readonly Aid[]>([])
  /** What they were asked for. */
  private aidsFor = $state('{}')

  /** Made while the table is set up: it asks as long as that lives. */
  constructor(private readonly table: Table) {
    /** They come from the server, for what is held, selected or asked for. */
    $effect(() => {
      const asked = this.wanted
      const { pieces, layers: all, window, link } = JSON.parse(asked) as { pieces: string[]; layers: boolean; window: string; link: string }
      if (link !== 'open') return
      let stop = false
      const timer = setTimeout(async () => {
        const found = await untrack(() => this.table.counts.aids(pieces, all, window))
        if (!stop) [this.aids, this.aidsFor] = [found, asked]
      }, 60)
      return () => {
        stop = true
        clearTimeout(timer)
      }
    })
  }

  /** What the shapes are asked for; as long as it stays the same nothing is asked again. */
  readonly wanted: string = $derived.by(() =>
    JSON.stringify({
      pieces: this.table.hand.held ? this.table.hand.held.body.pieces.map((piece) => piece.id) : this.table.selected,
      layers: this.layers,
      window: this.table.behind ? '' : (this.table.ask?.window ?? ''),
      at: this.table.behind ? this.table.at : this.table.version,
      behind: this.table.behind,
      link: this.table.line.link,
      lang: prefs.words.lang,
    }),
  )

  /** Whether what is shown is what is asked for now. */
  readonly drawn: boolean = $derived.by(() => this.aidsFor === this.wanted)

  /** A body in hand leaves its own zones behind, and the arcs of many are no help. */
  readonly shapes: readonly Aid[] = $derived.by(() => {
    const held = new Set(this.table.hand.held?.body.pieces.map((piece) => piece.id))
    const few = held.size < 3 && this.table.selected.length < 3
    const fresh = (JSON.parse(this.aidsFor) as { window?: string }).window === (this.table.ask?.window ?? '')
    return this.aids.filter((aid) => (fresh || aid.kind !== 'deploy') && this.ours(aid) && (this.layers || ((aid.kind !== 'zone' || !held.has(aid.piece)) && (aid.kind !== 'shooting' || few))))
  })

  /** Where the open question lets things be set out, by their outlines. */
  readonly grounds: readonly (readonly Point[])[] = $derived.by(() => this.shapes.filter((aid) => aid.kind === 'deploy').map((aid) => aid.points))

  /** Ground drawn for one command is shown while that command is asked about. */
  private ours(aid: Aid): boolean {
    if (aid.kind !== 'deploy' || !aid.piece) return true
    const [first] = this.table.ask?.about ?? []
    return this.table.position.pieces.get(aid.piece)?.command === this.table.position.pieces.get(first ?? '')?.command
  }
}
