/** What the table tells of a piece, asked once for each moment. */
import type { FactsShown } from '../wire'
import type { Battle } from './battle.svelte'

export class Facts {
  private moment = ''
  private kept = new Map<string, Promise<FactsShown | null>>()

  constructor(private readonly battle: Battle) {}

  /** Everything about a piece now, and what the open question lets it do. */
  of(piece: string): Promise<FactsShown | null> {
    const { ask, version, you } = this.battle
    const about = ask && ask.seat !== 'chance' ? ask : null
    const moment = `${version} ${about?.id ?? 0}`
    if (moment !== this.moment) [this.moment, this.kept] = [moment, new Map()]
    const known = this.kept.get(piece) ?? this.ask(piece, about?.seat ?? you[0] ?? '', about?.id ?? 0)
    this.kept.set(piece, known)
    return known
  }

  private async ask(piece: string, seat: string, ask: number): Promise<FactsShown | null> {
    const reply = await this.battle.line.stream?.question({ kind: 'facts', piece, seat, ask })
    return reply?.facts ?? null
  }
}
