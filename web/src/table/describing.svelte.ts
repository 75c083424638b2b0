/** Words for those who listen: what a piece is, how it stands, what ground does. */
import { onDestroy, untrack } from 'svelte'
import { api } from '../state/api'
import { stood } from '../state/commands'
import { count, has, marked, type Position } from '../state/fold'
import { brief } from '../state/ground'
import { CAMP, commandNumber, numberIn } from '../state/names'
import { prefs, say } from '../state/prefs.svelte'
import { atStake, type Role, roleOf } from '../state/stakes'
import type { Table } from '../state/table.svelte'
import type { Piece, TerrainShown } from '../wire'

const isModel = (position: Position, piece: Piece): boolean => !!piece.command && piece.command !== piece.id && position.pieces.get(piece.command)?.type === 'unit'

export class Describing {
  /** Made while the table is set up: the game that is played is asked for, and lengths are said in its unit. */
  constructor(private readonly table: Table) {
    $effect(() => {
      const system = table.line.welcome?.system
      if (!system || untrack(() => table.game)?.system === system) return
      void api.system(system).then(
        (game) => {
          table.game = game
          prefs.measure(game.unit)
        },
        () => undefined,
      )
    })
    onDestroy(() => prefs.measure('mu'))
  }

  /** What each seat is in this phase, where there is treachery. */
  readonly roles: ReadonlyMap<string, Role> = $derived.by(() => {
    const { position } = this.table
    const found = atStake(position) ? position.chairs.map(({ seat }) => [seat, roleOf(position, seat)] as const) : []
    return new Map(found.flatMap(([seat, role]) => (role ? [[seat, role] as const] : [])))
  })
  private of(role: Role): ReadonlySet<string> {
    return new Set([...this.roles].filter(([, one]) => one === role).map(([seat]) => seat))
  }
  /** The seats that stand aside in this phase, and the one that is its enemy. */
  readonly neutral: ReadonlySet<string> = $derived.by(() => this.of('neutral'))
  readonly enemy: ReadonlySet<string> = $derived.by(() => this.of('enemy'))
  /** Whether commands are broken, by the command. */
  readonly commands: ReadonlyMap<string, boolean> = $derived.by(() => new Map(stood(this.table.position, this.table.counts.commands).map(({ one, broken }) => [one.command, broken] as const)))
  /** What ground is, as the server says it of this game. */
  readonly ground: ReadonlyMap<string, TerrainShown> = $derived.by(() => new Map((this.table.game?.terrain ?? []).map((one) => [one.key, one] as const)))

  readonly describe = (piece: Piece): string => {
    const seat = prefs.names.seat(piece.controller)
    if (has(piece, 'marker')) return piece.command ? say('web.marker.shown', { seat, number: commandNumber(piece.command) }) : say('web.marker.hidden', { seat })
    const parts = [piece.type === CAMP ? `${seat}: ${prefs.names.type(CAMP)}` : `${seat} ${prefs.names.kind(piece)} ${piece.id}`]
    const [models, files] = [count(this.table.position, piece.id, 'models'), count(this.table.position, piece.id, 'files')]
    if (files) parts.push(say('web.is.ranks', { models, files }))
    const role = this.roles.get(piece.controller)
    if (role) parts.push(say(`web.role.${role}`))
    if (has(piece, 'general')) parts.push(say('web.is.general'))
    if (has(piece, 'ally')) parts.push(say('web.deal.ally'))
    if (this.commands.has(piece.command ?? '') && piece.type !== CAMP) parts.push(say('web.command', { number: commandNumber(piece.command ?? '') }))
    if (this.commands.get(piece.command ?? '') && piece.type !== CAMP) parts.push(say('web.strength.broken'))
    if (piece.pose) {
      const [x, y] = piece.pose
      const angle = Math.round((Math.atan2(piece.pose[2], piece.pose[3]) * 180) / Math.PI)
      parts.push(say('web.is.at', { x: Math.round(x / 10_000), y: Math.round(y / 10_000) }))
      parts.push(say(`web.faces.${['north', 'north-east', 'east', 'south-east', 'south', 'south-west', 'west', 'north-west'][Math.round((((angle % 360) + 360) % 360) / 45) % 8]}`))
    }
    const hurt = count(this.table.position, piece.id, 'wounds')
    if (hurt) parts.push(say('web.is.hurt', { wounds: hurt }))
    if (marked(piece, 'moved')) parts.push(say('web.is.moved'))
    else if (this.table.movable.has(piece.id)) parts.push(say('web.is.free'))
    for (const note of this.table.back === null ? (this.table.counts.beside?.notes ?? []) : []) if (note.piece === piece.id) parts.push(say(note.key, prefs.names.params(note.params, this.table.position)))
    // last what is written on it, as it is written
    const number = this.commands.has(piece.command ?? '') ? `${commandNumber(piece.command ?? '')} ${piece.id}` : numberIn(piece.id)
    if (!files) parts.push(isModel(this.table.position, piece) ? `${piece.command}${hurt ? ` −${hurt}` : ''}` : prefs.names.written(piece, number))
    return parts.join(', ')
  }

  readonly groundSays = (kind: string): string => {
    const known = this.ground.get(kind)
    if (!known) return ''
    return known.says.length ? `${known.says.map((one) => `${say(one.key, one.params)} (${one.clause})`).join('; ')}.` : brief(known)
  }
}
