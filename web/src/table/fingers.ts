/** Fingers on the map: press, drag, drop. */
import type { March } from '../state/march.svelte'
import type { Table } from '../state/table.svelte'
import type { Piece, Point } from '../wire'
import type { Aim } from './aim.svelte'
import type { Carry } from './carry'
import type { Measure } from './measure.svelte'

interface Pointed { piece: Piece | null; at: Point; event: PointerEvent }

export class Fingers {
  private press: { piece: Piece | null; at: Point; grip: string; moved: boolean; aimed: boolean } | null = null

  constructor(
    private readonly table: Table,
    private readonly march: March,
    private readonly measure: Measure,
    private readonly carry: Carry,
    private readonly aim: Aim,
  ) {}

  point({ piece, at, event }: Pointed): void {
    const grip = (event.target as Element).closest<SVGElement>('[data-grip]')?.dataset['grip'] ?? ''
    // what was pressed before, and never let go here, is over
    this.press = null
    if (this.measure.on) {
      this.measure.press(piece?.id ?? null, at)
      return
    }
    const taken = piece?.id ?? (event.target as Element).closest<SVGElement>('[data-ghost]')?.dataset['ghost'] ?? ''
    if (this.table.naming && piece) return this.table.toggle(piece.id)
    if (this.march.held && this.march.press(taken, at, event.shiftKey)) return
    this.press = { piece, at, grip, moved: false, aimed: !!piece && !event.shiftKey && this.aim.has(piece.id) }
    // whoever is aimed at is not chosen: letting him go is the answer
    if (this.press.aimed) return
    // what is held is taken where it would stand; its shadow, where it stands, begins the way anew
    if (piece && this.table.hand.held?.body.pieces.some((one) => one.id === piece.id)) this.carry.anew()
    else this.carry.take()
    if (!piece || grip) return
    if (event.shiftKey || event.ctrlKey || event.metaKey) this.table.toggle(piece.id)
    else if (!this.table.selected.includes(piece.id) && !this.table.hand.held?.body.pieces.some((one) => one.id === piece.id)) {
      this.table.hand.letGo()
      this.table.select(this.table.game?.models && piece.command ? this.march.models(piece.command).map((one) => one.id) : [piece.id])
      this.table.talk.offers = null
    }
  }

  drag(at: Point, event: PointerEvent): void {
    if (this.measure.on) {
      if (event.buttons) this.measure.drag(at)
      return
    }
    if (this.march.drag(at) || !this.press) return
    const [dx, dy] = [at[0] - this.press.at[0], at[1] - this.press.at[1]]
    if (!this.press.moved && Math.hypot(dx, dy) < 2_500) return
    this.press.moved = true
    if (this.march.may && this.press.piece && this.march.units.some((unit) => unit.id === this.press?.piece?.command)) {
      const { piece } = this.press
      if (this.march.held?.unit !== piece.command) void this.march.lift(piece.command ?? '')
      if (this.march.press(piece.id, this.press.at, event.shiftKey)) {
        this.press = null
        this.march.drag(at)
        return
      }
    }
    if (this.press.grip) this.carry.spin(this.press.grip, at)
    else {
      if (!this.table.hand.held && this.press.piece && this.table.movable.has(this.press.piece.id)) this.carry.lift(this.table.selected.includes(this.press.piece.id) ? this.table.selected : [this.press.piece.id])
      this.carry.carry(dx, dy, at)
    }
  }

  /** A finger rests, or was taken away: nothing comes of letting go. */
  cancel(): void {
    this.march.drop()
    this.carry.rest()
    this.press = null
  }

  /** A piece was pressed twice: what is in hand is put down, or its whole group is chosen. */
  twice(): void {
    if (this.table.hand.held) void this.table.hand.confirm()
    else void this.table.grow()
  }

  drop(): void {
    if (this.march.drop()) return
    if (this.press?.aimed && !this.press.moved && this.press.piece) this.aim.take(this.press.piece.id)
    if (this.press && !this.press.moved && !this.press.piece && !this.press.grip && !this.table.hand.held) this.table.select([])
    this.carry.rest()
    this.press = null
    if (this.measure.tool === 'ruler') this.measure.from = null
  }
}
