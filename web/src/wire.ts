/** What goes over the wire. The types are generated from the server's records; names for parts. */
import type { Area, Event, Move, Piece, Ruled } from './generated/protocol'

export * from './generated/protocol'

export type Point = readonly [x: number, y: number]
export type Shape = NonNullable<Piece['shape']>
export type Where = NonNullable<Piece['place']>
export type Outline = Area['outline']
export type Params = NonNullable<Ruled['params']>
export type Param = Params[string]
export type Leg = Move['legs'][number]
export type EventOf<K extends Event['kind']> = Extract<Event, { kind: K }>
