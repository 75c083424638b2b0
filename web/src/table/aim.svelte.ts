/** Who does it, then to whom: a piece is chosen on the board, and those it may be done to are marked. */
import { untrack } from 'svelte'
import type { March } from '../state/march.svelte'
import { prefs } from '../state/prefs.svelte'
import type { Table } from '../state/table.svelte'
import type { Action, FactsShown, Piece } from '../wire'
import type { Deed } from './deeds'

type May = FactsShown['may'][number]
type Way = May['ways'][number]

export class Aim {
  private known = $state.raw<{ of: string; ask: number; may: readonly May[] }>({ of: '', ask: 0, may: [] })
  /** With what it is done where that is chosen apart, such as a spell; how many dice; at whom. */
  private with = $state('')
  dice = $state(0)
  met = $state('')

  constructor(private readonly table: Table, private readonly march: March, private readonly deed: (deed: Deed) => void) {
    $effect(() => {
      const { source } = this
      const { ask, version } = this.table
      void version
      untrack(() => void this.look(source, ask?.id ?? 0))
    })
  }

  /** The piece that begins an answer: the one that is chosen, or the one that the question is about. */
  readonly source: string = $derived.by(() => {
    const { ask, selected, position, live, showing, hand, aiming, naming } = this.table
    if (naming || !live || showing.behind || !ask || ask.seat === 'chance' || hand.held || this.march.held) return ''
    if (aiming) return aiming
    const chosen = position.pieces.get(selected[0] ?? '')
    if (chosen) return chosen.controller === ask.seat ? chosen.id : ''
    const about = ask.about?.[0] ?? ''
    return position.pieces.has(about) && (ask.options ?? []).some((option) => option !== about && position.pieces.get(option)?.pose) ? about : ''
  })

  private async look(source: string, ask: number): Promise<void> {
    if (source !== this.known.of || ask !== this.known.ask) {
      ;[this.with, this.dice, this.met] = ['', 0, '']
      this.known = { of: source, ask, may: [] }
    }
    if (!source) return
    const told = await this.table.facts.of(source)
    if (this.source === source && (this.table.ask?.id ?? 0) === ask) this.known = { of: source, ask, may: told?.may ?? [] }
  }

  /** What may be done now. */
  private readonly open: readonly May[] = $derived(this.known.of === this.source ? this.known.may.filter((one) => one.action && !one.refusals.length) : [])
  /** With what, where there is a choice. */
  readonly means: readonly string[] = $derived([...new Set(this.open.map((one) => one.by).filter(Boolean))])
  readonly by: string = $derived(this.means.length === 1 ? (this.means[0] ?? '') : this.with)
  private readonly aimed: readonly May[] = $derived(this.open.filter((one) => one.to && one.by === this.by))
  /** The answers that name nobody else. */
  readonly alone: readonly May[] = $derived(this.open.filter((one) => !one.to && one.action?.['kind'] === 'Choose'))
  /** Several answers at the one who was pressed. */
  readonly several: readonly May[] = $derived(this.met ? this.aimed.filter((one) => one.to === this.met) : [])
  /** The numbers of dice there are to choose from, with what each is worth. */
  readonly ways: readonly Way[] = $derived(this.aimed[0]?.ways ?? [])
  readonly way: Way | null = $derived(this.ways.find((one) => one.dice === this.dice) ?? this.ways.find((one) => same(one.action, this.aimed[0]?.action)) ?? null)
  readonly note: May['notes'][number] | null = $derived(this.means.length && this.by ? (this.aimed[0]?.notes[0] ?? null) : null)
  readonly active: boolean = $derived(this.aimed.length + this.means.length + this.alone.length > 0)

  choose(by: string): void {
    ;[this.with, this.dice, this.met] = [this.with === by ? '' : by, 0, '']
  }

  private pieces(id: string): Piece[] {
    const all = [...this.table.position.pieces.values()]
    const one = this.table.position.pieces.get(id)
    return one?.pose ? [one] : all.filter((piece) => piece.command === id && piece.id !== id && piece.pose)
  }

  /** The pieces it may be done to, and how likely it then does what it should. */
  readonly marks: ReadonlyMap<string, string> = $derived.by(() => {
    const found = new Map<string, string>()
    for (const one of this.aimed) {
      const chance = this.wayOf(one)?.chance ?? one.chance
      const text = chance === null || chance === undefined ? '' : prefs.words.percent(chance)
      this.pieces(one.to).forEach((piece, index) => found.set(piece.id, index ? '' : text))
    }
    return found
  })

  private wayOf(one: May): Way | undefined {
    return one.ways.find((way) => way.dice === this.way?.dice)
  }

  /** Whether pressing that piece is an answer. Where attacks are shared out the panel takes it. */
  has(id: string): boolean {
    return !this.table.game?.models && this.marks.has(id)
  }

  /** The piece was pressed: that is the answer, unless there are several at it. */
  take(id: string): void {
    const found = this.aimed.filter((one) => one.to === id)
    if (found.length > 1) this.met = this.met === id ? '' : id
    else if (found[0]) this.say(found[0])
  }

  say(one: May): void {
    const action = this.wayOf(one)?.action ?? one.action
    if (action) this.deed({ do: 'take', action: action as unknown as Action })
  }

  /** Nothing is aimed any more; false if nothing was. */
  leave(): boolean {
    if (this.met) this.met = ''
    else if (this.with) this.with = ''
    else return false
    return true
  }
}

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)
