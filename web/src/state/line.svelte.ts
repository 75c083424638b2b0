/** The line from the table: who is here, what is heard, and where it goes on after a cut. */
import type { ClockMessage, Event, HandoverShown, Heard, Line as Told, Next, SeatShown, WelcomeMessage, WordsMessage } from '../wire'
import { calledBy } from './names'
import { newer } from './newer.svelte'
import { prefs } from './prefs.svelte'
import { Speaker } from './speaker'
import { type Kept, type Link, Stream } from './stream'

/** Whoever keeps what the line brings. */
export interface Keeper {
  /** How many events are kept. */
  known(): number
  forget(): void
  /** `live` is whether that happens now, and was not there before one came. */
  take(events: readonly Event[], lines: readonly Told[], live: boolean): void
  /** Lines that take the place of all that were told, or go on from them. */
  told(lines: readonly Told[], anew: boolean): void
  /** The number of the dice that are asked for, as far as was heard; 0 where none are. */
  dice(): number
  /** What was heard last before those dice, to be told from another story. */
  lately(): string
  over(): boolean
}

/** What outlives a reload of this page, or this browser's being closed; nothing where it keeps nothing. */
export function remembering(storage: 'sessionStorage' | 'localStorage' = 'sessionStorage'): Kept | null {
  try {
    return globalThis[storage] ?? null
  } catch {
    return null
  }
}

export class Line {
  link = $state<Link>('opening')
  welcome = $state.raw<WelcomeMessage | null>(null)
  seats = $state.raw<readonly SeatShown[]>([])
  watching = $state(0)
  /** How those who watch are called, as far as they have said it. */
  watchers = $state.raw<readonly string[]>([])
  /** The seats that somebody asks the others to let go. */
  handovers = $state.raw<readonly HandoverShown[]>([])
  /** The invitation to play again. */
  next = $state.raw<Next | null>(null)
  /** How the clocks stood, and when that was heard, in milliseconds of this page. */
  clock = $state.raw<{ readonly told: ClockMessage; readonly at: number } | null>(null)
  /** What shared dice follow from; nothing where they are not. */
  words = $state.raw<WordsMessage | null>(null)
  /** Words that this browser said and that did not come, as the log has it, by seat. */
  unused = $state.raw<Readonly<Record<string, number>>>({})
  /** How often a word was wanted again for dice before which the table had told something else. */
  twice = $state(0)
  private speaker: Speaker | null = null
  undoable = $state.raw<readonly string[]>([])
  /** Why a seat of one's own may not take its last choice back: the key of the reason. */
  sealed = $state.raw<Readonly<Record<string, string>>>({})
  thinking = $state.raw<readonly string[]>([])
  bye = $state('')
  notice = $state('')
  /** What is said to the table goes by it; nothing before one has joined. */
  stream: Stream | null = null
  private streamName = ''
  /** What the table said that all that was heard comes to. */
  private mark = ''
  /** The language that was asked for last, and the one in which what is kept was told. */
  private asked = ''
  private kept = ''
  /** Whether all that had happened before one came has been heard. */
  private live = false

  constructor(private readonly keeper: Keeper) {}

  join(battle: string, seats: readonly string[] | null = null): void {
    const base = new URL(`/api/battles/${battle}/socket`, document.baseURI)
    base.protocol = base.protocol === 'https:' ? 'wss:' : 'ws:'
    this.speaker = new Speaker(battle, (message) => this.stream?.mention(message), { dice: () => this.keeper.dice(), lately: () => this.keeper.lately(), over: () => this.keeper.over(), stream: () => this.streamName }, remembering('localStorage'))
    this.stream = new Stream(base.href, {
      hear: (message) => this.hear(message),
      link: (state) => (this.link = state),
      known: () => ({ stream: this.streamName, after: this.streamName ? this.keeper.known() : 0, mark: this.mark, lang: (this.asked = prefs.lang), name: prefs.player }),
    }, seats, undefined, remembering())
    this.stream.open()
    globalThis.document?.addEventListener?.('visibilitychange', this.woken)
    globalThis.addEventListener?.('online', this.woken)
  }

  /** A page that is looked at again, or has a network again, sees whether its line still holds. */
  private readonly woken = (): void => {
    if (!globalThis.document?.hidden) this.stream?.look()
  }

  /** Have everything told again in the language of this screen, if it is another. */
  tell(): void {
    if (this.link !== 'open' || this.asked === prefs.lang) return
    this.asked = prefs.lang
    this.stream?.tell(this.asked)
  }

  leave(): void {
    prefs.players = {}
    globalThis.document?.removeEventListener?.('visibilitychange', this.woken)
    globalThis.removeEventListener?.('online', this.woken)
    this.stream?.close()
  }

  /** Cut the line as a bad network would. */
  drop(): void {
    this.stream?.drop()
  }

  private sit(seats: readonly SeatShown[]): void {
    this.seats = seats
    const found = calledBy(seats, prefs.words)
    if (JSON.stringify(found) !== JSON.stringify(prefs.players)) prefs.players = found
  }

  private hear(message: Heard): void {
    switch (message.kind) {
      case 'welcome':
        // whoever was cut off may find another table there
        if (this.welcome) void newer.look()
        if (message.stream !== this.streamName || message.events_from <= this.keeper.known()) {
          this.keeper.forget()
          this.mark = ''
          this.kept = this.asked
        } else if (this.kept !== this.asked) this.stream?.tell(this.asked)
        this.live = false
        if (message.set_back) this.setBack(message.words)
        this.speaker?.greeted()
        this.streamName = message.stream
        this.welcome = message
        this.sit(message.seats)
        break
      case 'events':
        this.events(message.from, message.events, message.lines, message.mark)
        break
      case 'story':
        // a story that was cut off in the middle is asked for again
        this.kept = message.from + message.lines.length > message.count ? message.lang : ''
        this.keeper.told(message.lines, message.from === 1)
        break
      case 'presence':
        this.sit(message.seats)
        this.watching = message.watching
        this.watchers = message.watchers
        this.next = message.next
        this.handovers = message.asked
        break
      case 'clock':
        this.clock = message.seconds ? { told: message, at: performance.now() } : null
        break
      case 'words':
        this.words = message
        this.speak((speaker, seats) => speaker.hear(message, seats))
        break
      case 'waiting':
        this.live = true
        this.undoable = message.undo
        this.sealed = message.sealed
        this.thinking = message.thinking
        break
      case 'bye':
        this.bye = message.key
        break
      case 'error':
        this.notice = prefs.words.say(message.key, message.params)
        break
    }
  }

  /** An older copy of the battle was put back: words that were said for dice that are no more are said for no others. */
  private setBack(seats: readonly string[]): void {
    this.notice = prefs.words.say('web.set-back', {})
    this.speaker?.forget(seats)
  }

  private events(from: number, events: readonly Event[], lines: readonly Told[], mark: string): void {
    const known = this.keeper.known()
    if (from > known + 1) {
      // something is missing: begin again from the first event
      this.streamName = ''
      this.drop()
      return
    }
    this.keeper.take(events.slice(known + 1 - from), lines.filter((line) => line.event > known), this.live)
    if (from + events.length > known) this.mark = mark
    if (this.live) this.speak((speaker, seats) => speaker.heard(seats))
  }

  /** Have words said for the seats that are one's own, and show what was counted of it. */
  private speak(hear: (speaker: Speaker, seats: readonly string[]) => void): void {
    const { speaker } = this
    if (!speaker) return
    const seats = this.welcome?.words ?? []
    hear(speaker, seats)
    this.twice = speaker.twice
    this.unused = Object.fromEntries(seats.map((seat) => [seat, speaker.unused(seat)]))
  }
}
