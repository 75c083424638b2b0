/** The keys of the table, and what they open and close. */
import { centre } from '../board/paper'
import type { March } from '../state/march.svelte'
import { prefs } from '../state/prefs.svelte'
import type { Table } from '../state/table.svelte'
import type { Piece } from '../wire'
import type { Aim } from './aim.svelte'
import type { PieceCard } from './card.svelte'
import type { Carry, Paper } from './carry'
import type { Deeds } from './deeds'
import type { Measure } from './measure.svelte'
import type { Shapes } from './shapes.svelte'

/** Whether a key belongs to what is focused: fields, buttons, open dialogs. */
export const typing = (event: KeyboardEvent): boolean => event.target instanceof HTMLElement && !!event.target.closest('input, select, textarea, dialog')

/** Whether Enter presses what is focused, and is no answer; stands on the board leave it to what shows the sign. */
const pressing = (event: KeyboardEvent): boolean => event.target instanceof HTMLElement && !!event.target.closest('button, a, summary, [role=radio], [role=dialog]')

export class Keys {
  helping = $state(false)
  menu = $state(false)
  /** Whether the dice so far are looked at. */
  dice = $state(false)

  constructor(
    private readonly table: Table,
    private readonly march: March,
    private readonly measure: Measure,
    private readonly shapes: Shapes,
    private readonly carry: Carry,
    private readonly deeds: Deeds,
    private readonly aim: Aim,
    private readonly card: PieceCard,
    private readonly board: () => Paper | undefined,
    private readonly replay: boolean,
  ) {}

  key(event: KeyboardEvent): void {
    if (event.defaultPrevented || typing(event) || event.ctrlKey || event.metaKey) return
    const pressed = event.key.length === 1 ? event.key.toLowerCase() : event.key
    if (pressed === 'Enter' && pressing(event)) return
    if (this.watched(pressed)) {
      // a key for the playing out of what happened
    } else if (pressed === 'Enter') this.primary()
    else if (pressed === 'Escape') this.escape()
    else if (pressed === 'u') void this.table.talk.undo()
    else if (pressed === 'i') this.about(this.table.selected[0] ?? '')
    else if (pressed === 'm') this.measure.toggle()
    else if (pressed === 'v') this.measure.toggle('sight')
    else if (pressed === 'l') this.shapes.layers = !this.shapes.layers
    else if (pressed === 'g') void this.table.grow()
    else if (pressed === 'c') void this.deeds.contact()
    else if (pressed === 's') prefs.set('snap', prefs.snap ? 'off' : 'on')
    else if (pressed === '[') this.nextOwn(-1)
    else if (pressed === ']') this.nextOwn(1)
    else if (pressed === '?') this.helping = true
    else if (pressed === 'q') document.getElementById('question')?.focus()
    else if (this.march.nudge(event) || (this.table.hand.held && this.carry.nudge(event))) {
      // moved by the arrows although the board has no focus
    } else return
    event.preventDefault()
  }

  /** While things are played out: Enter shows them all, a stop holds them, and so on by the beat. */
  private watched(pressed: string): boolean {
    const { showing, back } = this.table
    if (back !== null || this.replay) return false
    if (pressed === ',') showing.back()
    else if (!showing.behind) return false
    else if (pressed === 'Enter' || (pressed === 'Escape' && !this.menu)) showing.skip()
    else if (pressed === '.') showing.step()
    else if (pressed === 'p') showing.pause()
    else return false
    return true
  }

  boardKey(event: KeyboardEvent, piece: Piece | null): boolean {
    if (event.ctrlKey || event.metaKey) return false
    if (this.table.showing.behind && this.table.back === null && (event.key === 'Enter' || event.key === ' ')) return false
    if (this.march.nudge(event) || (this.table.hand.held && this.carry.nudge(event))) return true
    if (event.key.toLowerCase() === 'i' && piece) {
      this.about(piece.id)
      return true
    }
    if ((event.key === ' ' || event.key === 'Enter') && piece && !this.measure.on && this.aim.has(piece.id)) {
      this.aim.take(piece.id)
      return true
    }
    if (event.key === ' ' && piece) {
      if (this.measure.tool === 'sight') this.measure.press(piece.id, [0, 0])
      else if (this.measure.on) {
        if (this.measure.from) this.measure.measure(this.measure.from, piece.pose ? centre(piece.pose, piece.shape) : [0, 0])
        this.measure.from = piece.id
      } else if (event.shiftKey) this.table.toggle(piece.id)
      else this.choose(piece)
      return true
    }
    return false
  }

  /** A stand is chosen alone, or its unit taken in hand where units of single models go; once more lets it be. */
  private choose(piece: Piece): void {
    if (this.march.may && !this.march.held && this.march.units.some((unit) => unit.id === piece.command)) return void this.march.lift(piece.command ?? '')
    this.table.hand.letGo()
    this.table.talk.offers = null
    const whole = this.table.game?.models && piece.command ? this.march.models(piece.command).map((one) => one.id) : [piece.id]
    this.table.select(this.table.selected.length === whole.length && whole.every((id) => this.table.selected.includes(id)) ? [] : whole)
  }

  /** The card about a piece; whoever closes it is at that piece again. */
  private about(id: string): void {
    const node = document.querySelector(`[data-piece="${CSS.escape(id)}"]`)
    if (node) this.card.open(id, node, true)
  }

  closeCard(): void {
    const { piece, byKey } = this.card
    this.card.close()
    if (byKey) void this.board()?.focusOn(piece)
  }

  private nextOwn(by: number): void {
    const own = [...this.table.movable].filter((id) => this.table.position.pieces.get(id)?.place === 'table')
    if (!own.length) return
    const now = own.indexOf(this.table.selected[0] ?? '')
    const id = own[(now + by + own.length) % own.length]
    if (id) {
      this.table.select([id])
      void this.board()?.focusOn(id)
    }
  }

  /** Enter answers with the suggested answer. */
  private primary(): void {
    const go = document.querySelector<HTMLButtonElement>('#question .btn.go')
    go?.click()
  }

  private escape(): void {
    if (this.card.piece) this.closeCard()
    else if (this.menu) this.menu = false
    else if (this.measure.tool) this.measure.toggle(this.measure.tool)
    else if (this.table.talk.refused) this.table.talk.refused = null
    else if (this.march.held) this.march.letGo()
    else if (this.table.hand.held) this.table.hand.letGo()
    else if (this.table.talk.offers) this.table.talk.offers = null
    else if (this.table.back !== null && !this.replay) this.table.back = null
    else if (!this.aim.leave()) this.table.select([])
  }
}
