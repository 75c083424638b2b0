/** A report that is being put together: units are tapped, models counted, and it is kept until it is said. */
import { untrack } from 'svelte'
import { foes, lastSaid, NOTHING, parts, REPORTS, type Told, usual } from '../state/reporting'
import { remembering } from '../state/line.svelte'
import type { Table } from '../state/table.svelte'
import type { Ask, Loss, MusteredShown } from '../wire'

const KEPT = 'condotta.report'

export class Reporting {
  said = $state.raw<Told>(NOTHING)
  /** What tapping a unit tells of it. */
  marking = $state<'losses' | 'fights'>('losses')
  /** The unit whose enemy is tapped next. */
  first = $state('')
  /** The unit that is looked at by itself. */
  open = $state('')
  private about = 0

  /** Made while the table is set up: a question of its kind begins a report, that of a dispute with what was said. */
  constructor(private readonly table: Table) {
    $effect(() => {
      const { ask } = this
      if (ask) untrack(() => this.meet(ask))
    })
    $effect(() => {
      const { said } = this
      if (this.ask) untrack(() => this.keep(said))
    })
  }

  /** The question that a report answers, while it can be answered. */
  readonly ask: Ask | null = $derived.by(() => (this.table.live && this.table.ask && REPORTS.includes(this.table.ask.window) && this.table.ask.says?.includes('Report') ? this.table.ask : null))
  readonly asks: readonly string[] = $derived.by(() => parts(this.ask))
  readonly units: ReadonlyMap<string, MusteredShown> = $derived.by(() => new Map(this.table.counts.muster.map((one) => [one.unit, one] as const)))
  /** Whether tapping units puts the report together. */
  readonly taps: boolean = $derived.by(() => this.asks.includes('losses') || this.asks.includes('fights'))

  private meet(ask: Ask): void {
    if (ask.id === this.about) return
    this.about = ask.id ?? 0
    this.said = this.recalled() ?? (ask.window === 'report' ? NOTHING : lastSaid(this.table.chronicle.events, this.table.chronicle.undone))
    this.marking = parts(ask).includes('losses') ? 'losses' : 'fights'
    ;[this.first, this.open] = ['', '']
  }

  /** The question of this battle that what is put together answers. */
  private readonly place: string = $derived.by(() => `${location.hash} ${this.ask?.id ?? 0}`)

  /** What was put together of it before a reload. */
  private recalled(): Told | null {
    try {
      const [place, told] = JSON.parse(remembering()?.getItem(KEPT) ?? '[]') as [string?, Told?]
      return place === this.place && told ? told : null
    } catch {
      return null
    }
  }

  private keep(said: Told): void {
    try {
      remembering()?.setItem(KEPT, JSON.stringify([this.place, said]))
    } catch {
      // no room, or none is given: then a reload forgets
    }
  }

  lossOf = (unit: string): Loss | undefined => this.said.losses.find((one) => one.unit === unit)

  /** A unit was tapped: it has lost everything, or, tapped again, nothing; or it is one of two that fight. */
  tap(unit: MusteredShown): void {
    if (unit.state !== 'table') return
    if (this.marking === 'losses') {
      const losses = this.said.losses.filter((one) => one.unit !== unit.unit)
      const more = losses.length === this.said.losses.length ? [{ kind: 'Loss' as const, unit: unit.unit, models: unit.models > 1 ? 1 : 0, by: usual(this.table.now.position, unit.seat) }] : []
      this.said = { ...this.said, losses: [...losses, ...more] }
    } else if (this.first && foes(this.table.now.position, this.first, unit.unit, this.units)) {
      const [one, other] = [this.first, unit.unit]
      const known = this.said.fights.filter((fight) => ![one, other].every((each) => [fight.unit, fight.other].includes(each)))
      const more = known.length === this.said.fights.length ? [{ kind: 'Fight' as const, unit: one, other }] : []
      ;[this.said, this.first] = [{ ...this.said, fights: [...known, ...more] }, '']
    } else this.first = this.first === unit.unit ? '' : unit.unit
  }

  /** So many models of a unit are lost, 0 is all of them; by whom. */
  change(unit: string, change: { models?: number; by?: string }): void {
    this.said = { ...this.said, losses: this.said.losses.map((one) => (one.unit === unit ? { ...one, ...change } : one)) }
  }

  /** So many models of a seat are near the objective. */
  near(seat: string, number: number): void {
    const near: Record<string, number> = { ...this.said.near, [seat]: number }
    if (!number) delete near[seat]
    this.said = { ...this.said, near }
  }
}
