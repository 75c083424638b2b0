/**
 * Whether it is one's own turn, in the tab's title; and a notice of the browser, for who asked for
 * them and has another page in sight. Neither says what is asked, nor anything of the battle.
 */
import { prefs, say } from './prefs.svelte'
import type { Table } from './table.svelte'

/** Milliseconds for which one is waited for before it is told: what goes by itself is no turn. */
const PATIENCE = 1200

/** Whether this browser gives notices on this page, may be asked, or will not. */
export type Leave = 'granted' | 'default' | 'denied' | 'unable'
export const leave = (): Leave => ('Notification' in window && isSecureContext ? Notification.permission : 'unable')

export class Turn {
  /** Whether the table waits for an answer that is to be given here, and others sit there too. */
  readonly mine = $derived.by(() => this.waited())
  private told: Notification | null = null
  /** The turn that has been told, or was seen: it is told once. */
  private known = false

  constructor(private readonly table: Table) {
    $effect(() => {
      if (!this.mine) {
        this.known = false
        this.close()
        return
      }
      const timer = setTimeout(() => this.tell(), PATIENCE)
      return () => clearTimeout(timer)
    })
    $effect(() => {
      const seen = (): void => {
        if (document.hidden) return
        this.known ||= this.waited()
        this.close()
      }
      document.addEventListener('visibilitychange', seen)
      return () => {
        document.removeEventListener('visibilitychange', seen)
        this.close()
      }
    })
  }

  private waited(): boolean {
    const { table } = this
    if (table.now.position.ended || !table.line.seats.some((seat) => seat.held_by !== 'you')) return false
    return table.mine.some((ask) => !table.talk.passed.includes(ask))
  }

  private tell(): void {
    const here = !document.hidden
    if (!here && !this.known && prefs.notices && leave() === 'granted') this.told = shown(this.table.line.welcome)
    this.known = true
  }

  private close(): void {
    this.told?.close()
    this.told = null
  }
}

/** A notice; where a browser wants another way to give one, none. */
function shown(welcome: { title: string; battle: string } | null): Notification | null {
  try {
    const notice = new Notification(say('room.your-turn'), { body: say('room.your-turn.in', { title: welcome?.title ?? '' }), tag: `condotta-${welcome?.battle ?? ''}`, lang: prefs.lang })
    notice.onclick = () => {
      window.focus()
      notice.close()
    }
    return notice
  } catch {
    return null
  }
}
