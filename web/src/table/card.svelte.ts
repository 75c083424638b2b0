/** The card about a piece: under a resting pointer, by a key, by a long press. */
import type { Table } from '../state/table.svelte'
import type { FactsShown, Piece } from '../wire'

/** How long a pointer rests before a card is shown, in milliseconds. */
const REST = 550

export interface Spot { left: number; top: number; right: number; bottom: number }

export class PieceCard {
  piece = $state('')
  /** Whether it stays until it is closed, and was opened by a key. */
  pinned = $state(false)
  byKey = $state(false)
  told = $state.raw<FactsShown | null>(null)
  spot = $state.raw<Spot>({ left: 0, top: 0, right: 0, bottom: 0 })
  private timer: ReturnType<typeof setTimeout> | undefined

  /** `busy` is whether a unit is on its way by hand. */
  constructor(private readonly table: Table, private readonly busy: () => boolean) {
    $effect(() => {
      const { piece } = this
      const { version, ask } = this.table
      void [version, ask?.id]
      if (!piece) return
      if (!this.may || !this.table.position.pieces.has(piece)) return this.close()
      void this.table.facts.of(piece).then((told) => {
        if (this.piece === piece) this.told = told
      })
    })
  }

  /** Only the present can be asked about, and only while nothing is in hand. */
  private get may(): boolean {
    const { live, showing, hand } = this.table
    return live && !showing.behind && !hand.held && !this.busy()
  }

  /** The pointer is over a piece, or over none. */
  hover(piece: Piece | null, node: Element | null): void {
    clearTimeout(this.timer)
    if (this.pinned || (piece && piece.id === this.piece)) return
    if (this.piece) this.close()
    if (piece && node && this.may) this.timer = setTimeout(() => this.show(piece.id, node), REST)
  }

  /** It is asked for, and stays; asked for again it closes. Whether that may be now. */
  open(piece: string, node: Element, byKey = false): boolean {
    clearTimeout(this.timer)
    if (!this.may) return false
    if (this.pinned && this.piece === piece) this.close()
    else {
      this.show(piece, node)
      ;[this.pinned, this.byKey] = [true, byKey]
    }
    return true
  }

  private show(piece: string, node: Element): void {
    if (!this.may || !node.isConnected) return
    if (piece !== this.piece) this.told = null
    this.piece = piece
    this.spotted(node)
  }

  /** Where the piece is on the screen now. */
  spotted(node = document.querySelector(`[data-piece="${CSS.escape(this.piece)}"]`)): void {
    if (!node) return
    const { left, top, right, bottom } = node.getBoundingClientRect()
    this.spot = { left, top, right, bottom }
  }

  close(): void {
    clearTimeout(this.timer)
    ;[this.piece, this.pinned, this.byKey, this.told] = ['', false, false, null]
  }
}
