/** The table at which this page sits: its battle, with what is chosen, held, said and counted there. */
import type { Event, Line, OddsShown } from '../wire'
import { Battle } from './battle.svelte'
import { Counts } from './counts.svelte'
import { Facts } from './facts.svelte'
import { Hand } from './held.svelte'
import { endsPhase } from './stakes'
import { Talk } from './talk.svelte'

/** What changes where things lie: nothing is held above that any longer. */
const SHIFTS: readonly Event['kind'][] = ['Moved', 'Placed', 'Removed', 'Undone']

export class Table extends Battle {
  selected = $state.raw<readonly string[]>([])
  /** The stand about which the selection grows. */
  private chosen = ''
  /** Pieces that a panel points at, and the combat it speaks of. */
  pointed = $state.raw<readonly string[]>([])
  weighed = $state.raw<OddsShown | null>(null)
  /** Whether models are being named one by one. */
  naming = $state(false)
  readonly talk = new Talk(this, (about) => this.answered(about))
  readonly hand = new Hand(this, this.talk)
  readonly counts = new Counts(this)
  readonly facts = new Facts(this)
  /** The unit for which a panel picks targets. */
  aiming = $state('')

  protected override forget(): void {
    super.forget()
    this.hand.letGo()
    this.selected = []
  }

  protected override take(events: readonly Event[], lines: readonly Line[], live = false): void {
    super.take(events, lines, live)
    if (events.some(endsPhase)) this.talk.passing = []
    if (events.some((event) => event.kind === 'Entered')) this.talk.keeping = []
    const { held } = this.hand
    if (held && (events.some((event) => SHIFTS.includes(event.kind)) || !this.now.asks.some((one) => one.id === held.ask.id))) this.hand.letGo()
    this.selected = this.selected.filter((id) => this.now.position.pieces.get(id)?.place === 'table' || this.now.position.pieces.get(id)?.place === 'undeployed')
    this.talk.meet()
  }

  /** An answer was taken: what was held for it is put down. */
  private answered(about: number | null): void {
    const { held } = this.hand
    if (held && (held.ask.id ?? null) !== about) return
    this.hand.letGo()
    this.selected = []
  }

  select(ids: readonly string[]): void {
    this.selected = ids
    this.chosen = ids[0] ?? ''
    this.talk.refused = null
  }

  toggle(id: string): void {
    this.select(this.selected.includes(id) ? this.selected.filter((one) => one !== id) : [...this.selected, id])
  }

  /**
   * The selection becomes the whole group of the stand that was chosen, then in turn its smaller
   * bodies; that stand is in all of them.
   */
  async grow(): Promise<void> {
    const first = this.selected.includes(this.chosen) ? this.chosen : this.selected[0]
    if (!first) return
    const bodies = await this.talk.bodies(first)
    const whole = bodies.pop()
    if (!whole) return
    // the stand alone comes last: from it one goes to the whole
    const turns = [whole, ...bodies.reverse()]
    const now = turns.findIndex((body) => body.length === this.selected.length && body.every((id) => this.selected.includes(id)))
    this.selected = turns[(now + 1) % turns.length] ?? whole
    this.chosen = first
  }
}
