/** The referee's desk: a position file, what the rules say of it, and ways to change it by hand. */
import { call, post, sentence } from '../state/api'
import type { RefereeAsked, RefereePiece, RefereeSaid, RefereeSystem } from '../wire'

type Plain = Record<string, unknown>

/** A file as a short text for an address, and back. */
export async function packed(text: string): Promise<string> {
  const bytes = await new Response(new Blob([text]).stream().pipeThrough(new CompressionStream('deflate-raw'))).arrayBuffer()
  return btoa(String.fromCharCode(...new Uint8Array(bytes))).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}
export async function unpacked(text: string): Promise<string> {
  const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (one) => one.charCodeAt(0))
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'))).text()
}

export class Desk {
  file = $state('')
  said = $state.raw<RefereeSaid | null>(null)
  known = $state.raw<RefereeSystem | null>(null)
  busy = $state(false)
  wrong = $state('')
  held = $state('')
  /** What of the chosen answer is drawn over the map. */
  drawn = $state('')
  private earlier = $state.raw<readonly string[]>([])
  private asked = ''
  private system = ''

  get back(): boolean {
    return this.earlier.length > 0
  }
  get piece(): RefereePiece | undefined {
    return this.said?.pieces.find((one) => one.piece === this.held)
  }
  /** What the file holds, or nothing where it is no JSON yet. */
  get data(): Plain | null {
    try {
      const found: unknown = JSON.parse(this.file)
      return found && typeof found === 'object' && !Array.isArray(found) ? (found as Plain) : null
    } catch {
      return null
    }
  }

  async begin(system: string): Promise<void> {
    await this.know(system)
    if (this.known) await this.ask({ file: this.known.file })
  }
  /** Open a file, from wherever it comes. */
  async open(file: string): Promise<void> {
    this.held = ''
    await this.ask({ file, tidy: true })
  }
  /** Open a moment of a battle as a seat sees it, or the spectators; with no seat as all of one's own do. */
  async battle(name: string, seat: string): Promise<void> {
    try {
      const file = await call<Plain>(`battles/${encodeURIComponent(name)}/position?seat=${encodeURIComponent(seat)}`)
      await this.open(JSON.stringify(file))
    } catch (why) {
      this.wrong = sentence(why)
    }
  }
  /** Ask anew; what the file was before can be taken back. */
  async ask(change: Partial<RefereeAsked> = {}): Promise<void> {
    const file = change.file ?? this.file
    if (this.asked && this.asked !== file) this.earlier = [...this.earlier.slice(-40), this.asked]
    const [run, turn] = this.place()
    this.busy = true
    this.wrong = ''
    try {
      const said = await post<RefereeSaid>('referee', { ...change, file })
      if (change.move && said.file !== file) this.earlier = [...this.earlier.slice(-40), file]
      this.file = this.asked = said.file
      this.said = said.fault ? { ...said, map: this.said?.map ?? '', pieces: this.said?.pieces ?? [], origin: this.said?.origin ?? [0, 0], scale: this.said?.scale ?? 1 } : said
      this.drawn = this.said?.runs[run]?.turns[turn]?.drawn ?? ''
      await this.know(String(this.data?.['system'] ?? ''))
    } catch (why) {
      this.wrong = sentence(why)
    }
    this.busy = false
  }
  /** Which answer is drawn: it stays so when the table is changed. */
  private place(): readonly [number, number] {
    const runs = this.drawn ? (this.said?.runs ?? []) : []
    const run = runs.findIndex((one) => one.turns.some((turn) => turn.drawn === this.drawn))
    return [run, runs[run]?.turns.findIndex((turn) => turn.drawn === this.drawn) ?? -1]
  }
  async undo(): Promise<void> {
    const last = this.earlier.at(-1)
    if (last === undefined) return
    this.earlier = this.earlier.slice(0, -1)
    this.asked = ''
    await this.ask({ file: last })
  }
  async put(piece: string, at: readonly [number, number, number]): Promise<void> {
    this.held = piece
    await this.ask({ move: piece, at: [round(at[0]), round(at[1]), round(at[2])] })
  }
  /** Change what the file holds, and ask. */
  async change(how: (data: Plain) => void): Promise<void> {
    const data = this.data
    if (!data) return void (await this.ask())
    how(data)
    await this.ask({ file: JSON.stringify(data), tidy: true })
  }
  private async know(system: string): Promise<void> {
    if (!system || system === this.system) return
    try {
      this.known = await call<RefereeSystem>(`referee/${encodeURIComponent(system)}`)
      this.system = system
    } catch (why) {
      this.wrong = sentence(why)
    }
  }
}

const round = (value: number): number => Math.round(value * 1000) / 1000
export const listed = (data: Plain, name: string): unknown[] => (Array.isArray(data[name]) ? data[name] : (data[name] = []))
