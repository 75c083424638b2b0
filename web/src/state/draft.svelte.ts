/** An answer that is worked on before it is given: the table says at every change what is wrong with it. */
import type { Action, Ask, Refusal, Verdict } from '../wire'
import type { Table } from './table.svelte'

const PAUSE = 110
const AGAIN = 260
const TRIES = 8
/** Kinds of answers that are worked on beside or on the board, before they are given as a whole. */
export const DRAFTED = ['Split', 'PlaceMarkers'] as const
type Drafted = Extract<Action, { kind: (typeof DRAFTED)[number] }>

export class Draft {
  ask = $state.raw<Ask | null>(null)
  action = $state.raw<Drafted | null>(null)
  verdict = $state.raw<Verdict | null>(null)
  /** Whether the verdict is of exactly this. */
  judged = $state(false)
  /** Whether the board is looked at while the answer waits. */
  aside = $state(false)
  private first: Drafted | null = null
  private judging = false

  constructor(readonly table: Table) {}

  readonly wrong: readonly Refusal[] = $derived(this.verdict?.refusals ?? [])
  readonly fine = $derived(this.judged && !!this.verdict && !this.wrong.length)

  /** The kind of answer that a question wants worked on, if it is one of those. */
  static kind(ask: Ask | null): Drafted['kind'] | null {
    return DRAFTED.find((kind) => ask?.says?.includes(kind)) ?? null
  }

  /** Begin with what the table would answer, or go on where one was. */
  async meet(ask: Ask | null): Promise<void> {
    const kind = Draft.kind(ask)
    if (!ask || !kind) {
      ;[this.ask, this.action, this.first] = [null, null, null]
      return
    }
    if (this.ask?.id === ask.id) return
    ;[this.ask, this.action, this.first, this.verdict, this.judged, this.aside] = [ask, null, null, null, false, false]
    await this.suggest()
  }

  /** The answer that the table would give, in place of what there is. A table in a hurry is asked again. */
  async suggest(): Promise<void> {
    const { ask } = this
    const kind = Draft.kind(ask)
    for (let tried = 0; !this.first && tried < TRIES; tried += 1) {
      if (tried) await new Promise((done) => setTimeout(done, AGAIN * tried))
      const found = (await this.table.talk.menu([], 8)).find((one): one is Drafted => one.kind === kind)
      if (this.ask !== ask) return
      this.first = found ?? null
    }
    if (this.first) this.change(this.first)
  }

  change(action: Drafted): void {
    this.action = action
    this.judged = false
    void this.judge()
  }

  async give(): Promise<void> {
    const { ask, action } = this
    if (ask && action && this.fine) await this.table.talk.say(ask, action)
  }

  /** Ask what is wrong, at a pace that is answered; the newest wins. */
  private async judge(): Promise<void> {
    if (this.judging) return
    this.judging = true
    while (this.action && !this.judged && this.table.ask?.id === this.ask?.id) {
      const asked = this.action
      const verdict = await this.table.talk.verdict(asked)
      if (verdict && this.action === asked) [this.verdict, this.judged] = [verdict, true]
      await new Promise((done) => setTimeout(done, verdict ? PAUSE : AGAIN))
    }
    this.judging = false
  }
}
