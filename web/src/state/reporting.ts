/** What a report of a phase says: put together by hand, read from a question, told in sentences. */
import type { Ask, Event, Fight, Loss, MusteredShown, Params, Report } from '../wire'
import { count, type Position, sideOf } from './fold'

/** The questions that are answered with a report. */
export const REPORTS: readonly string[] = ['report', 'other reading']
/** The questions about what somebody else says. */
export const HEARD: readonly string[] = ['confirm', 'amendment', 'whose reading']

/** A report with all its parts. */
export type Told = Required<Omit<Report, 'kind'>>
export const NOTHING: Told = { losses: [], fights: [], near: {} }

/** What a question is asked for: losses, fights, near. */
export const parts = (ask: Ask | null): readonly string[] => (ask?.about ?? []).slice(1)

export const isNothing = (told: Told): boolean => !told.losses.length && !told.fights.length && !Object.keys(told.near).length

/** A sentence to be told: its key and what is written into it. */
export interface Sentence { readonly key: string; readonly params: Params; readonly of: readonly string[] }

/** The answer that says so. */
export const report = (told: Told): Report => ({ kind: 'Report', losses: [...told.losses], fights: [...told.fights], near: { ...told.near } })

/** A report as a question carries it: `lost:R1:3:blue`, `fight:R1:B2`, `near:red:4`; what else it carries is left out. */
export function read(about: readonly string[]): Told {
  const losses: Loss[] = []
  const fights: Fight[] = []
  const near: Record<string, number> = {}
  for (const line of about) {
    const [what, one = '', two = '', three = ''] = line.split(':')
    if (what === 'lost') losses.push({ kind: 'Loss', unit: one, models: Number(two), by: three })
    else if (what === 'fight') fights.push({ kind: 'Fight', unit: one, other: two })
    else if (what === 'near') near[one] = Number(two)
  }
  return { losses, fights, near }
}

/** What was said last to have happened, by anybody or by one seat; nothing where it was said that nothing did. */
export function lastSaid(events: readonly Event[], undone: readonly boolean[], by = ''): Told {
  const event = events.findLast((one, index) => one.kind === 'Answered' && REPORTS.includes(one.window) && !undone[index] && (!by || one.seat === by))
  const { losses = [], fights = [], near = {} } = event?.kind === 'Answered' && event.said?.kind === 'Report' ? event.said : NOTHING
  return { losses, fights, near }
}

/**
 * Whose doing a loss is unless somebody says otherwise: that of whoever's turn it is, of his own
 * that of the enemy of the phase, where there is one alone.
 */
export function usual(position: Position, seat: string): string {
  const [active = ''] = position.active
  if (active && sideOf(position, seat) !== sideOf(position, active)) return active
  const named = position.chairs[count(position, 'table', 'enemy') - 1]?.seat
  if (named) return named
  const foes = position.chairs.filter((chair) => chair.side !== sideOf(position, seat))
  return foes.length === 1 ? foes[0]!.seat : ''
}

/** What a report says, a sentence each, as the log will tell it. */
export function sentences(told: Told, muster: ReadonlyMap<string, MusteredShown>): Sentence[] {
  const seatOf = (unit: string): string => muster.get(unit)?.seat ?? ''
  return [
    ...told.losses.map(({ unit, models = 0, by = '' }): Sentence => {
      const whole = !models || models >= (muster.get(unit)?.models ?? models)
      return { key: `rb.3.${whole ? 'whole' : 'models'}${by ? '-by' : ''}`, params: { unit, number: models, seat: by }, of: [seatOf(unit), by] }
    }),
    ...told.fights.map(({ unit, other }): Sentence => ({ key: 'rb.7.fights', params: { unit, other }, of: [seatOf(unit), seatOf(other)] })),
    ...Object.entries(told.near).map(([seat, number]): Sentence => ({ key: 'web.report.near', params: { seat, number }, of: [seat] })),
  ]
}

/** The other, if two units can be in combat: one of each side. */
export const foes = (position: Position, one: string, other: string, muster: ReadonlyMap<string, MusteredShown>): boolean =>
  one !== other && sideOf(position, muster.get(one)?.seat ?? '') !== sideOf(position, muster.get(other)?.seat ?? '')
