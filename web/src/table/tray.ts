/** From beside the board onto it: what is drawn off its tray is in hand where the pointer is, facing the enemy. */
import { centre } from '../board/paper'
import { shifted } from '../state/hand'
import type { March } from '../state/march.svelte'
import type { Table } from '../state/table.svelte'
import type { Point, Pose } from '../wire'
import type { Carry } from './carry'
import type { Deeds } from './deeds'

/** What of the board is needed: where on the table a pointer is, if it is over the board. */
export interface Sheet { pointed(event: { clientX: number; clientY: number }): Point | null }

/** How far a pointer strays off a button until that is a drag, in pixels. */
const STRAY = 8

export class Tray {
  constructor(
    private readonly table: Table,
    private readonly march: March,
    private readonly carry: Carry,
    private readonly deeds: Deeds,
    private readonly board: () => Sheet | undefined,
  ) {}

  /** A pointer goes down on what lies in a tray: drawn onto the board it is in hand; a press stays a press. */
  press(event: PointerEvent, ids: readonly string[]): void {
    if (event.button || !ids.length || this.table.hand.held || this.march.held) return
    const { pointerId, clientX, clientY } = event
    let drawn = false
    let last: Point | null = null
    let lifting = false
    const over = { yet: false }
    const move = (moved: PointerEvent): void => {
      if (moved.pointerId !== pointerId) return
      if (!drawn && Math.hypot(moved.clientX - clientX, moved.clientY - clientY) < STRAY) return
      if (!drawn) {
        // the button may be gone before the finger is
        document.documentElement.setPointerCapture(pointerId)
        drawn = true
      }
      moved.preventDefault()
      last = this.board()?.pointed(moved) ?? null
      if (!last) return
      if (this.march.dragging) this.march.drag(last)
      else if (this.table.hand.held) this.put(last)
      else if (!lifting) {
        lifting = true
        void this.lift(ids, () => last, over).finally(() => (lifting = false))
      }
    }
    const end = (done: PointerEvent): void => {
      if (done.pointerId !== pointerId) return
      removeEventListener('pointermove', move)
      removeEventListener('pointerup', end)
      removeEventListener('pointercancel', end)
      over.yet = true
      if (!drawn) return
      if (done.type === 'pointercancel') last = null
      // a drag is no press of the button that it began on
      const stopped = (click: Event): void => click.stopPropagation()
      addEventListener('click', stopped, { capture: true })
      setTimeout(() => removeEventListener('click', stopped, { capture: true }), 0)
      if (last) this.march.drop()
      else {
        // drawn back off the board it lies where it lay
        this.march.letGo()
        this.table.hand.letGo()
      }
      this.carry.rest()
    }
    addEventListener('pointermove', move, { passive: false })
    addEventListener('pointerup', end)
    addEventListener('pointercancel', end)
  }

  private async lift(ids: readonly string[], at: () => Point | null, over: { readonly yet: boolean }): Promise<void> {
    const [first = ''] = ids
    if (this.table.game?.models) {
      if (!(await this.march.lift(first)) || !this.march.held) return
      const models = [...this.march.ends()]
      const [model, pose] = models[0] ?? []
      const to = at()
      if (!model || !pose) return
      const middle = models.reduce<Point>((sum, [, one]) => [sum[0] + one[0] / models.length, sum[1] + one[1] / models.length], [0, 0])
      // whoever let go off the board has not taken it up
      if (over.yet && !to) return this.march.letGo()
      if (this.march.press(model, middle, false) && to) this.march.drag(to)
      if (over.yet) this.march.drop()
      return
    }
    if (!this.carry.lift(ids, this.deeds.besideBoard(ids))) return
    const to = at()
    if (to) this.put(to)
    const held = this.table.hand.held
    // whither it faces the server says, by the first place that it would think of
    const offer = ids.length === 1 ? await this.deeds.facing(ids) : null
    const now = this.table.hand.held
    const here = at()
    if (!offer || !held || !now || now.body !== held.body || !now.poses[0]) return
    this.table.hand.place(now.poses.map((pose) => [pose[0], pose[1], offer[0], offer[1]] as Pose))
    if (here) this.put(here)
  }

  /** The middle of what is held is under the pointer; it is drawn into the ground where it may stand. */
  private put(at: Point): void {
    const held = this.table.hand.held
    const lead = held?.poses[0]
    if (!held || !lead) return
    const spots = held.poses.map((pose, index) => centre(pose, held.body.pieces[index]?.shape))
    const [x, y] = spots.reduce<Point>((sum, one) => [sum[0] + one[0] / spots.length, sum[1] + one[1] / spots.length], [0, 0])
    this.carry.set(held.poses.map((pose) => shifted(pose, at[0] - x, at[1] - y)))
  }
}
