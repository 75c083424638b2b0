/** What panels ask of the table around them, and how it is done. */
import { CAMP } from '../state/names'
import { placeOf } from '../state/fold'
import { isGoing, type March } from '../state/march.svelte'
import type { Table } from '../state/table.svelte'
import type { Action, Pose } from '../wire'
import { type Carry, type Paper, sameBody } from './carry'

export type Deed =
  | { do: 'lift'; pieces?: readonly string[] }
  | { do: 'confirm' }
  | { do: 'cancel' }
  | { do: 'grow' }
  | { do: 'suggest' }
  | { do: 'offers' }
  | { do: 'next-offer' }
  | { do: 'take'; action: Action }
  | { do: 'from-tray'; pieces: readonly string[] }

/** Whether an answer is seen on the board before it is said. */
export const drawn = (table: Table, action: Action): boolean =>
  (!!table.game?.models && isGoing(action)) || action.kind === 'Move' || 'steps' in action || action.kind === 'PlaceCamp' || table.hand.shows(action)

export class Deeds {
  private suggesting = false
  /** Which of the offered answers comes next when one after the other is shown. */
  private contactTurn = 0

  constructor(
    private readonly table: Table,
    private readonly march: March,
    private readonly carry: Carry,
    private readonly board: () => Paper | undefined,
  ) {}

  async deed(what: Deed): Promise<void> {
    switch (what.do) {
      case 'lift':
        if (what.pieces && this.table.hand.doing(what.pieces) === 'march') await this.comeIn(what.pieces)
        else if (this.carry.lift(what.pieces ?? this.table.selected, what.pieces ? this.besideBoard(what.pieces) : undefined)) await this.focusBoard()
        break
      case 'confirm':
        if (this.table.hand.held && !(await this.table.hand.confirm())) document.getElementById('question')?.focus()
        break
      case 'cancel':
        if (this.table.talk.refused) this.table.talk.refused = null
        else this.table.hand.letGo()
        break
      case 'next-offer':
        await this.contact()
        break
      case 'grow':
        await this.table.grow()
        break
      case 'suggest':
        await this.suggest()
        break
      case 'offers':
        await this.showOffers()
        break
      case 'take':
        this.take(what.action)
        break
      case 'from-tray':
        if (['stand', 'camp'].includes(this.table.hand.doing(what.pieces) ?? '')) await this.setOut(what.pieces)
        else if (this.carry.lift(what.pieces, this.besideBoard(what.pieces))) await this.focusBoard()
        break
    }
  }

  /** A body from beside the board begins where the server would put it. */
  private async setOut(ids: readonly string[]): Promise<void> {
    const { ask } = this.table
    const offers = await this.table.talk.menu(this.table.hand.doing(ids) === 'camp' ? [] : ids, 12)
    const first = offers.find((action) => action.kind === 'PlaceCamp' || this.table.hand.shows(action))
    if (this.table.ask?.id !== ask?.id || this.table.hand.held) return
    if (first) this.take(first)
    else this.carry.lift(ids, this.besideBoard(ids))
  }

  /** Whither the server would let a body face that is set out. */
  async facing(ids: readonly string[]): Promise<readonly [number, number] | null> {
    for (const action of await this.table.talk.menu(this.table.hand.doing(ids) === 'camp' ? [] : ids, 12)) {
      const pose = 'steps' in action ? action.steps.find((step) => step.piece === ids[0])?.pose : 'pose' in action ? (action.pose as Pose | undefined) : undefined
      if (pose) return [pose[2], pose[3]]
    }
    return null
  }

  /** A body that comes in by an edge begins where the server would put it, if there is such a place. */
  private async comeIn(ids: readonly string[]): Promise<void> {
    const { ask } = this.table
    const first = (await this.table.talk.menu(ids, 12)).find((action) => action.kind === 'March' && sameBody(action.steps.map((step) => step.piece), ids))
    if (this.table.ask?.id !== ask?.id || this.table.hand.held) return
    if (first) this.take(first)
    else this.carry.lift(ids, this.besideBoard(ids))
  }

  private async focusBoard(): Promise<void> {
    const id = this.table.hand.held?.body.pieces.find((piece) => placeOf(piece) === 'table')?.id
    if (id) await this.board()?.focusOn(id)
  }

  /** A first place for pieces from beside the board: in a line before one's own edge, facing the enemy. */
  besideBoard(ids: readonly string[]): Pose[] {
    const { board, pieces } = this.table.position
    const [ux, uy] = this.inward()
    const sizes = ids.map((id) => pieces.get(id)?.shape)
    const widths = sizes.map((shape) => (shape?.kind === 'rectangle' ? shape.width : 20_000))
    const first = sizes[0]
    const camp = pieces.get(ids[0] ?? '')?.type === CAMP
    const deep = camp && first?.kind === 'rectangle' ? first.depth : 60_000
    // so far inward from the middle of the own edge, then to the right of it
    const [x, y] = [board.width / 2 + ux * (deep - board.width / 2), board.depth / 2 + uy * (deep - board.depth / 2)]
    let right = -widths.reduce((sum, width) => sum + width, 0) / 2
    return widths.map((width) => {
      right += width / 2
      const pose: Pose = [Math.round(x + uy * right), Math.round(y - ux * right), ux * 1_000_000, uy * 1_000_000]
      right += width / 2
      return pose
    })
  }

  /** Straight over the board from the own edge: as one's camp faces, or whoever is set out already. */
  private inward(): readonly [number, number] {
    const own = [...this.table.now.position.pieces.values()].filter((piece) => piece.controller === this.table.ask?.seat && placeOf(piece) === 'table' && piece.pose)
    const [, , x, y] = (own.find((piece) => piece.type === CAMP) ?? own[0])?.pose ?? [0, 0, 0, this.table.turned ? -1 : 1]
    return Math.abs(x) > Math.abs(y) ? [Math.sign(x), 0] : [0, Math.sign(y)]
  }

  private async suggest(): Promise<void> {
    const ask = this.table.ask
    if (!ask || this.suggesting || this.table.talk.sending) return
    this.suggesting = true
    const found = await this.table.talk.suggest()
    this.suggesting = false
    // what was thought of for another question, or after a hand was lifted, is of no use
    if (this.table.ask?.id !== ask.id || this.table.hand.held) return
    const first = found[0]
    if (!first || (first.kind === 'Choose' && first.option === 'end')) {
      if (ask.says?.includes('Move')) await this.table.talk.say(ask, { kind: 'Choose', option: 'end' })
    } else this.take(first)
  }

  /** Show an offered answer on the board, ready to be confirmed; what has no place is said. */
  private take(action: Action): void {
    const ask = this.table.ask
    if (!ask) return
    if (this.table.game?.models && isGoing(action)) return this.march.accept(action)
    if (action.kind === 'Move') {
      this.table.select(action.pieces)
      if (this.carry.lift(action.pieces)) this.table.hand.accept(action)
    } else if ('steps' in action) {
      const ids = action.steps.map((step) => step.piece)
      if (this.carry.lift(ids, action.steps.map((step) => step.pose))) this.table.hand.accept(action)
    } else if (action.kind === 'PlaceCamp') {
      const camps = [...this.table.position.pieces.values()].filter((piece) => piece.type === CAMP && piece.controller === ask.seat && placeOf(piece) !== 'table')
      const camp = camps.find((piece) => ask.about?.includes(piece.id)) ?? camps[0]
      if (camp && this.carry.lift([camp.id], [action.pose])) this.table.hand.accept(action)
    } else if (!drawn(this.table, action)) void this.table.talk.say(ask, action)
    else if (this.table.hand.shows(action) && this.carry.lift([action.piece], 'pose' in action ? [action.pose] : undefined)) this.table.hand.accept(action)
    this.carry.settle()
  }

  private async showOffers(): Promise<void> {
    const ids = this.table.hand.held ? this.table.hand.held.body.pieces.map((piece) => piece.id) : this.table.selected
    this.table.talk.refused = null
    const ask = this.table.ask
    const found = await this.table.talk.menu(ids, 60)
    if (this.table.ask?.id !== ask?.id) return
    this.table.hand.letGo()
    const exact = found.filter((action) => action.kind === 'Move' && sameBody(action.pieces, ids))
    this.table.talk.offers = exact.length ? exact : found.filter((action) => action.kind === 'Move')
  }

  async contact(): Promise<void> {
    const ids = this.table.hand.held ? this.table.hand.held.body.pieces.map((piece) => piece.id) : this.table.selected
    if (!ids.length) return
    if (!this.table.hand.held && !this.carry.lift(ids)) return
    const { ask } = this.table
    const found = this.carry.offers.length ? this.carry.offers : (await this.table.talk.menu(ids, 60)).filter((action) => action.kind === 'Move' && sameBody(action.pieces, ids))
    if (this.table.ask?.id !== ask?.id) return
    this.carry.offers = found
    const next = found[this.contactTurn % Math.max(1, found.length)]
    this.contactTurn += 1
    if (next) this.table.hand.accept(next)
  }
}
