/** The ruler on the map: from a piece or a point, as the server measures. */
import { corners } from '../board/paper'
import type { Ruler } from '../board/marks'
import { onTable } from '../state/fold'
import { prefs } from '../state/prefs.svelte'
import type { Table } from '../state/table.svelte'
import type { Point } from '../wire'

export class Measure {
  on = $state(false)
  ruler = $state.raw<Ruler | null>(null)
  from: string | Point | null = null

  constructor(private readonly table: Table) {}

  /** Take the ruler up, or put it away with what it measured. */
  toggle(): void {
    this.on = !this.on
    ;[this.ruler, this.from] = [null, null]
  }

  async measure(from: string | Point, to: Point): Promise<void> {
    const id = this.nearestPiece(to)
    const found = await this.table.talk.measure(from, id && id !== from ? id : to)
    if (found) this.ruler = { from: found.from, to: found.to, label: prefs.words.mu(found.distance) }
  }

  private nearestPiece(at: Point): string | null {
    for (const piece of onTable(this.table.position)) {
      const box = corners(piece.pose!, piece.shape)
      const inside = box.every((corner, index) => {
        const next = box[(index + 1) % 4]!
        return (next[0] - corner[0]) * (at[1] - corner[1]) - (next[1] - corner[1]) * (at[0] - corner[0]) <= 0
      })
      if (inside) return piece.id
    }
    return null
  }
}
