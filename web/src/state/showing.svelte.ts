/** What is shown of what happened: the eye goes from beat to beat, at the pace that a person chose. */
import { type Beat, beatsOf, dwell, isSeen, type Thrown, Told } from './beats'
import type { Chronicle } from './fold'
import { type Pace, prefs } from './prefs.svelte'
import type { Line } from '../wire'

/** How much of its time each pace leaves a beat; none waits for a hand where it is null. */
const SHARE: Record<Pace, number | null> = { step: null, slow: 1, quick: 0.45, once: 0 }
/** So many beats may wait; of more, each gets less time. */
const MANY = 24
const SHORTEST = 60
/** So long the last thing by hand is looked at by itself. */
const LINGER = 2_500

export interface Shown {
  readonly chronicle: Chronicle
  readonly lines: readonly Line[]
  readonly you: readonly string[]
}

export class Showing {
  /** So many events are shown. */
  eye = $state(0)
  paused = $state(false)
  private count = $state(0)
  private beats = $state.raw<readonly Beat[]>([])
  private told = $state.raw(new Told())
  /** Where the beat begins that one has just brought about oneself. */
  private own = -1
  private timer: ReturnType<typeof setTimeout> | undefined
  /** Told of each beat that is shown as it happens, with the time that it gets. */
  onbeat: ((beat: Beat, time: number) => void) | null = null

  constructor(private readonly of: Shown) {}

  /** Whether something has happened that is not shown yet. */
  readonly behind = $derived(this.eye < this.count)
  /** The beats that are still to be seen. */
  readonly left = $derived.by(() => this.beats.slice(this.place(this.eye)).reduce((sum, beat) => sum + Number(isSeen(beat)), 0))

  /** The place of the first beat that is not over at a moment. */
  private place(at: number): number {
    let [low, high] = [0, this.beats.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.beats[middle]!.to <= at) low = middle + 1
      else high = middle
    }
    return low
  }

  /** The last thing there was to see up to a moment. */
  last(at: number): Beat | null {
    const place = this.place(at)
    // where a moment lies within a beat, that beat is what one looks at
    let number = this.beats[place] && this.beats[place]!.from < at ? place : place - 1
    while (number >= 0 && !isSeen(this.beats[number]!)) number -= 1
    return this.beats[number] ?? null
  }

  /**
   * The dice that a beat is told with: its own, those that lay there when somebody was asked about them, or those
   * that were thrown before for its one total; none that it does not show.
   */
  dice(beat: Beat): readonly Thrown[] {
    const totals = beat.tallies.filter((tally) => tally.die || tally.parts.length)
    const [total] = totals
    if (totals.length !== 1 || !total?.die || beat.dice.length === 1) return beat.dice.length ? beat.dice : this.lying(beat)
    const before = beat.dice.length ? beat.dice : (this.beats.findLast((one) => one.to <= beat.from && one.dice.length > 0)?.dice ?? [])
    return before.filter((thrown) => thrown.pips.reduce((sum, pip) => sum + pip, 0) === total.die).slice(-1)
  }

  /** The dice just before a beat that nothing had come of yet: this is what has. */
  private lying(beat: Beat): readonly Thrown[] {
    const before = this.last(beat.from)
    return before && before.to <= beat.from && before.dice.length && this.story(beat).length && !this.story(before).length ? before.dice : []
  }

  story = (beat: Beat): readonly Line[] => this.told.story(beat)
  lines = (beat: Beat): readonly Line[] => this.told.lines(beat)
  /** The moments at which a beat has been seen: what looking back steps over. */
  readonly stops: readonly number[] = $derived(this.beats.filter(isSeen).map((beat) => beat.to))

  /** Everything is told again, maybe in another language. */
  retold(): void {
    this.told = new Told(this.of.lines)
  }

  forget(): void {
    clearTimeout(this.timer)
    this.timer = undefined
    ;[this.eye, this.count, this.paused, this.beats, this.told] = [0, 0, false, [], new Told()]
  }

  /** More has happened; `live` is whether it happens now, and was not there before one came. */
  heard(lines: readonly Line[], live: boolean): void {
    const { chronicle } = this.of
    const open = this.beats.at(-1)
    // dice that nobody has seen yet, and that nothing had come of, are seen with what now has
    const again = !!open?.dice.length && open.from >= this.eye && !this.story(open).length
    const from = again ? open.from : this.count
    if (again) this.beats = this.beats.slice(0, -1)
    this.told.add(lines)
    const fresh = beatsOf(chronicle.events, this.told, from, chronicle.views)
    this.beats = [...this.beats, ...fresh]
    // what comes first, if it is one's own move, is what one has just done: it is seen at once
    const first = fresh.find(isSeen)
    this.own = first && this.of.you.includes(first.seat) && (first.kind === 'move' || first.kind === 'setup') ? first.from : -1
    this.count = chronicle.events.length
    const taken = chronicle.events.slice(from).some((event) => event.kind === 'Undone')
    if (!live || taken || document.hidden || prefs.pace === 'once') return this.skip()
    this.go()
  }

  /** Show everything that has happened. */
  skip(): void {
    clearTimeout(this.timer)
    this.timer = undefined
    this.paused = false
    this.eye = this.count
  }

  /** One beat more; whoever steps by hand is not hurried on. */
  step(): void {
    clearTimeout(this.timer)
    this.timer = undefined
    this.rest()
    this.show()
    this.settle(LINGER)
    // whoever has stepped to the end waits for nothing any more
    this.paused = prefs.pace !== 'step' && this.left > 0
  }

  /** One beat back, and stay there. */
  back(): void {
    clearTimeout(this.timer)
    this.timer = undefined
    this.paused = true
    const seen = this.stops.filter((at) => at < this.eye)
    this.eye = seen.at(-1) ?? 0
  }

  pause(): void {
    this.paused = !this.paused
    clearTimeout(this.timer)
    this.timer = undefined
    if (!this.paused) this.go()
  }

  /** The pace is another: go on at that. */
  hurry(): void {
    if (prefs.pace === 'once') this.skip()
    else if (!this.paused) {
      clearTimeout(this.timer)
      this.timer = undefined
      this.go()
    }
  }

  /** Go on, unless it goes already or waits for a hand. */
  private go(): void {
    if (this.timer || this.paused) return
    while (this.behind) {
      // by hand only what one has just done is seen at once
      if (SHARE[prefs.pace] === null && this.left && this.own < this.eye) return
      const beat = this.beats[this.place(this.eye)]
      const time = beat ? this.time(beat) : 0
      this.show()
      if (time && !this.left) {
        this.settle(time)
        return
      } else if (time) {
        this.timer = setTimeout(() => {
          this.timer = undefined
          this.go()
        }, time)
        return
      }
    }
  }

  /**
   * The last thing stays in sight. What is quiet after it waits for nobody who is asked something, and is
   * shown to all others a while later, so that what one reads of and what one sees are one moment.
   */
  private settle(time: number): void {
    if (this.left) return
    const { chronicle, you } = this.of
    if (chronicle.view.position.ended || chronicle.view.asks.some((ask) => you.includes(ask.seat))) this.eye = this.count
    else
      this.timer = setTimeout(() => {
        this.timer = undefined
        if (this.left) this.go()
        else this.eye = this.count
      }, time)
  }

  /** What passes unseen is passed over, with what is seen after it. */
  private rest(): void {
    while (this.behind) {
      const beat = this.beats[this.place(this.eye)]
      if (beat && this.time(beat)) return
      this.show()
    }
  }

  private show(): void {
    const beat = this.beats[this.place(this.eye)]
    if (!beat) {
      this.eye = this.count
      return
    }
    const time = this.time(beat)
    this.eye = beat.to
    if (isSeen(beat)) this.onbeat?.(beat, time)
  }

  /** How long whoever looks back stays at a moment. */
  dwell(at: number): number {
    const beat = this.last(at)
    const share = SHARE[prefs.pace] || SHARE.quick || 1
    return beat ? Math.max(350, Math.round(dwell(beat, this.letters(beat)) * share)) : 350
  }

  private letters(beat: Beat): number {
    return this.told.story(beat).reduce((sum, line) => sum + line.text.length, 0)
  }

  /** How long a beat is to be looked at now; what one has just done needs no time. */
  private time(beat: Beat): number {
    if (!isSeen(beat) || beat.from === this.own) return 0
    const share = SHARE[prefs.pace] ?? 1
    const crowd = Math.max(1, this.left / (prefs.pace === 'slow' ? 3 * MANY : MANY))
    return Math.max(SHORTEST, Math.round((dwell(beat, this.letters(beat)) * share) / crowd))
  }
}
