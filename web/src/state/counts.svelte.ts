/** What the server counts and shows of the table: losses, rounds, stages, zones, what lies beside. */
import type { Aid } from '../board/marks'
import type { ActShown, CardsShown, CommandShown, ContestShown, LengthShown, MusteredShown, StageShown } from '../wire'
import type { Battle } from './battle.svelte'
import { count, has } from './fold'
import { prefs } from './prefs.svelte'

/** How a seat stands, as the server counts it: half points. */
export interface Standing {
  readonly lost: number
  readonly breaks: number
  /** The clause by which they decide. */
  readonly clause: string
  /** The seat that takes the joint choices of its side. */
  readonly leader: string
  /** The key of what becomes of a side that has lost so much. */
  readonly says: string
}

export class Counts {
  standing = $state.raw<ReadonlyMap<string, Standing>>(new Map())
  /** How commands stand that are counted one by one, as far as one may know. */
  commands = $state.raw<readonly CommandShown[]>([])
  /** The stages of setting out, where the game counts them. */
  stages = $state.raw<readonly StageShown[]>([])
  /** How a battle of rounds and points stands at the moment that is looked at, in games that have them. */
  contest = $state.raw<ContestShown | null>(null)
  /** Which turn or round it is, and the last one where there is one. */
  length = $state.raw<LengthShown | null>(null)
  /** The same in words, as the log counts and calls it; nothing while it is not known. */
  readonly turn: string = $derived.by(() => (this.length ? prefs.words.say(this.length.key, { turn: this.length.turn }) : ''))
  /** The units of every seat, where the field is a real table. */
  muster = $state.raw<readonly MusteredShown[]>([])
  /** What lies beside the board, and the question it was looked at for. */
  beside = $state.raw<CardsShown | null>(null)
  besideFor = $state(0)

  constructor(private readonly battle: Battle) {}

  /** The half points at which a seat's losses decide, as the server says; 0 while it does not. */
  breaks(seat: string): number {
    return this.standing.get(seat)?.breaks ?? 0
  }

  /** The command points that seats have left, all their commands together; null where none are counted, or before the dice. */
  purses(seats: readonly string[]): number | null {
    const { now, game, position } = this.battle
    if (game?.by_hand === false || now.asks.some((ask) => ask.seat === 'chance')) return null
    const commands = new Set([...position.pieces.values()].filter((piece) => seats.includes(piece.controller) && piece.command && !has(piece, 'marker')).map((piece) => piece.command ?? ''))
    return [...commands].reduce((sum, command) => sum + count(position, command, 'command points'), 0)
  }

  /** Zones, ranges and arcs of those pieces, of all, and where the open question lets things lie. */
  async aids(pieces: readonly string[], whole: boolean, window: string): Promise<readonly Aid[]> {
    const asked = this.battle.ask?.seat ?? ''
    const reply = await this.battle.line.stream?.question({ kind: 'aids', seat: this.battle.you.includes(asked) ? asked : (this.battle.you[0] ?? ''), pieces, whole, window, at: this.battle.behind ? this.battle.at : null })
    if (reply?.commands) this.commands = reply.commands
    if (reply?.stages) this.stages = reply.stages
    if (reply?.aids) [this.contest, this.length] = [reply.contest ?? null, reply.length ?? null]
    if (reply?.muster) this.muster = reply.muster
    if (reply?.standing) this.standing = new Map(reply.standing.map((one) => [one.seat, { lost: one.lost, breaks: one.decides, clause: one.clause, leader: one.leader, says: one.says }]))
    return (reply?.aids ?? []).map((one) => ({
      kind: one.name,
      piece: one.piece,
      seat: one.seat,
      points: one.points,
      text: prefs.words.say(one.key, prefs.names.params(one.params, this.battle.now.position)),
    }))
  }

  /** What cards lie beside the board, of what use they are to the open question, and what is known of pieces. */
  async lookBeside(): Promise<void> {
    const { ask } = this.battle
    const about = ask?.seat === 'chance' ? null : ask
    const reply = await this.battle.line.stream?.question({ kind: 'cards', seat: about?.seat ?? this.battle.you[0] ?? '', ask: about?.id ?? 0 })
    if (reply?.cards) [this.beside, this.besideFor] = [reply.cards, about?.id ?? 0]
  }

  /** The acts that cards allow in the open question, as long as it is the one that was looked at. */
  readonly acts: readonly ActShown[] = $derived.by(() => (this.besideFor === (this.battle.ask?.id ?? 0) ? (this.beside?.acts ?? []) : []))
}
