/**
 * The line to the table: one socket that comes back by itself, goes on where it was, and never
 * says anything twice that must be done once.
 */
import { type Action, type Heard, PROTOCOL, type ReplyMessage, type Said } from '../wire'
import { hex } from './sha256'

export type Link = 'opening' | 'open' | 'lost' | 'closed'

/** A message that waits for its reply, without the id that it will get. */
export type Question = Said extends infer M ? (M extends { id: string; kind: infer K } ? (K extends 'ping' ? never : Omit<M, 'id'>) : never) : never

export interface Ears {
  hear(message: Heard): void
  link(state: Link): void
  /** What the next hello should ask for: the stream, how much of it is known and its mark, the language of its story, how one is called. */
  known(): { stream: string; after: number; mark: string; lang: string; name: string }
}

interface Waiting {
  message: Said
  resolve: (reply: ReplyMessage) => void
  /** Commands are said again after the line was cut; questions are not worth it. */
  again: boolean
}

/** Where commands that were not answered yet outlive a reload. */
export interface Kept {
  getItem(key: string): string | null
  setItem(key: string, value: string): void
  removeItem(key: string): void
}

const FIRST_PAUSE = 300
const LONGEST_PAUSE = 8000
/** So long a table may take to say that it is there. */
const PATIENCE = 5000

/** An id that nobody else has: a command said twice under it is done once. */
export function freshId(): string {
  return hex(crypto.getRandomValues(new Uint8Array(12)))
}

export class Stream {
  private socket: WebSocket | null = null
  private readonly waiting = new Map<string, Waiting>()
  private pause = FIRST_PAUSE
  private timer: ReturnType<typeof setTimeout> | undefined
  private doubt: ReturnType<typeof setTimeout> | undefined
  private over = false
  private ready = false

  constructor(
    private readonly url: string,
    private readonly ears: Ears,
    private readonly seats: readonly string[] | null = null,
    private readonly make: (url: string) => WebSocket = (address) => new WebSocket(address),
    private readonly kept: Kept | null = null,
  ) {
    for (const message of this.left()) this.waiting.set(message.id, { message, resolve: () => undefined, again: true })
  }

  /** Commands of this table that were said before a reload, and never answered: they are said again, and done once. */
  private left(): (Said & { id: string })[] {
    try {
      return JSON.parse(this.kept?.getItem(this.url) ?? '[]') as (Said & { id: string })[]
    } catch {
      return []
    }
  }

  private keep(): void {
    const again = [...this.waiting.values()].flatMap((one) => (one.again ? [one.message] : []))
    try {
      if (again.length) this.kept?.setItem(this.url, JSON.stringify(again))
      else this.kept?.removeItem(this.url)
    } catch {
      // no room, or none is given: then a reload forgets
    }
  }

  open(): void {
    if (this.over) return
    this.ears.link(this.pause === FIRST_PAUSE ? 'opening' : 'lost')
    const socket = this.make(this.url)
    this.socket = socket
    this.ready = false
    socket.onopen = () => {
      const { stream, after, mark, lang, name } = this.ears.known()
      this.send({ kind: 'hello', protocol: PROTOCOL, seats: this.seats, stream, after, mark, lang, name })
    }
    socket.onmessage = (message: MessageEvent<string>) => this.heard(JSON.parse(message.data) as Heard)
    socket.onclose = () => this.lost(socket)
    socket.onerror = () => socket.close()
  }

  /**
   * See whether the line still holds: a device that slept may not know that it was cut. Where nothing is heard in
   * time, or it is lost already, it is opened anew at once.
   */
  look(): void {
    if (this.over || this.doubt) return
    const { socket } = this
    if (!this.ready || !socket) {
      if (this.timer) this.anew()
      return
    }
    this.send({ kind: 'ping', id: freshId() })
    this.doubt = setTimeout(() => {
      this.sure()
      if (socket !== this.socket || this.over) return
      this.lost(socket)
      this.socket = null
      socket.close()
      this.anew()
    }, PATIENCE)
  }

  private sure(): void {
    clearTimeout(this.doubt)
    this.doubt = undefined
  }

  private anew(): void {
    clearTimeout(this.timer)
    this.timer = undefined
    this.open()
  }

  /** Hang up for good. */
  close(): void {
    this.over = true
    clearTimeout(this.timer)
    this.sure()
    this.socket?.close()
    this.ears.link('closed')
  }

  /** Cut the line as a bad network would; it comes back by itself. */
  drop(): void {
    this.socket?.close()
  }

  /** Say an action. It is said again after a cut line, under the same id, until it is answered. */
  command(seat: string, action: Action, ask: number | null = null): Promise<ReplyMessage> {
    return this.said({ kind: 'command', id: freshId(), seat, action, ask }, true)
  }

  undo(seat: string): Promise<ReplyMessage> {
    return this.said({ kind: 'undo', id: freshId(), seat }, true)
  }

  /** Ask something that changes nothing. No reply comes while the line is cut. */
  question(message: Question): Promise<ReplyMessage> {
    return this.said({ ...message, id: freshId() } as Said, false)
  }

  /** Have what happened told again, and what follows, in another language. */
  tell(lang: string): void {
    if (this.ready) this.send({ kind: 'tell', lang })
  }

  /** Say what has no reply and is not said again: what comes of it is told. */
  mention(message: Said): void {
    if (this.ready) this.send(message)
  }

  private said(message: Said, again: boolean): Promise<ReplyMessage> {
    const id = 'id' in message ? String(message.id) : ''
    return new Promise((resolve) => {
      this.waiting.set(id, { message, resolve, again })
      if (again) this.keep()
      if (this.ready) this.send(message)
      else if (!again) this.answer({ kind: 'reply', id, ok: false })
    })
  }

  private send(message: Said): void {
    if (this.socket?.readyState === 1) this.socket.send(JSON.stringify(message))
  }

  private answer(reply: ReplyMessage): void {
    const asked = this.waiting.get(reply.id)
    this.waiting.delete(reply.id)
    if (asked?.again) this.keep()
    asked?.resolve(reply)
  }

  private heard(message: Heard): void {
    this.sure()
    if (message.kind === 'welcome') {
      this.pause = FIRST_PAUSE
      this.ready = true
      this.ears.link('open')
      this.ears.hear(message)
      if (message.set_back) this.forget()
      for (const { message: waiting, again } of this.waiting.values()) if (again) this.send(waiting)
      return
    }
    if (message.kind === 'bye' && !message.again) this.over = true
    if (message.kind === 'reply') this.answer(message)
    this.ears.hear(message)
  }

  /** What was said to another story is not said to this one, where the same number may be another question. */
  private forget(): void {
    for (const id of [...this.waiting.keys()]) this.answer({ kind: 'reply', id, ok: false, refusals: [{ clause: 'server', key: 'web.set-back', params: {}, sketches: [] }] })
  }

  private lost(socket: WebSocket): void {
    if (socket !== this.socket) return
    this.sure()
    this.ready = false
    for (const [id, waiting] of this.waiting) if (!waiting.again) this.answer({ kind: 'reply', id, ok: false })
    if (this.over) {
      this.ears.link('closed')
      return
    }
    this.ears.link('lost')
    this.timer = setTimeout(() => this.anew(), this.pause)
    this.pause = Math.min(LONGEST_PAUSE, this.pause * 2)
  }
}
