/**
 * The guides: for each game its lessons, each one thing to do and how the page knows that it was done. What
 * counts is what happened, which question is open, what is chosen or held: no rule stands here.
 */
import type { Action } from '../wire'
import type { Table } from './table.svelte'

/** What a hand does for a lesson; words say it for the mouse, the keys and a finger. */
export type Press = 'pick' | 'grow' | 'lift' | 'put' | 'wrong' | 'answer' | 'card' | 'gift' | 'bribe' | 'read'

export interface Lesson {
  readonly name: string
  readonly press: Press
  /** Questions in which an answer of one's own does it: while one is open, the lesson comes forward. */
  readonly at?: readonly string[]
  /** Which answers those are; all, where nothing is said of them. */
  readonly said?: (action: Action) => boolean
  /** Rulings, by how their keys begin, that do it in one's own turn, or that are to be read. */
  readonly ruled?: readonly string[]
  /** What is so on the page while the lesson is looked at. */
  readonly now?: (table: Table) => boolean
}

export interface Guide {
  /** As its words are called, and the position it begins at. */
  readonly name: string
  readonly scenario: string
  /** Its dice: what it teaches comes up, whoever plays. */
  readonly seed: string
  readonly lessons: readonly Lesson[]
}

const kind = (...kinds: readonly Action['kind'][]) => (action: Action): boolean => kinds.includes(action.kind)
/** Of closed answers those about somebody, and not the end of a phase. */
const names = (action: Action): boolean => action.kind === 'Choose' && /[>:]/.test(action.option)
const own = (table: Table): string => table.you[0] ?? ''

/** In the order in which they are played. */
export const GUIDES: Readonly<Record<string, Guide>> = {
  triumph: {
    name: 'triumph', scenario: 'first', seed: 'three',
    lessons: [
      { name: 'select', press: 'pick', now: (table) => table.selected.some((id) => table.position.pieces.get(id)?.controller === own(table)) || !!table.hand.held },
      { name: 'grow', press: 'grow', now: (table) => table.selected.length > 1 || (table.hand.held?.body.pieces.length ?? 0) > 1 },
      { name: 'lift', press: 'lift', now: (table) => !!table.hand.held },
      { name: 'move', press: 'put', now: (table) => answered(table, ['movement'], kind('Move')) },
      { name: 'wrong', press: 'wrong', now: atTheLimit },
      { name: 'end', press: 'answer', now: (table) => table.now.position.turn > 1 },
      { name: 'fight', press: 'answer', ruled: ['combat.'] },
      { name: 'log', press: 'read', ruled: ['combat.'] },
    ],
  },
  grand: {
    name: 'grand', scenario: 'grand', seed: 'three',
    lessons: [
      { name: 'markers', press: 'answer', at: ['markers'] },
      { name: 'deploy', press: 'answer', at: ['command troops'] },
      { name: 'dice', press: 'read', ruled: ['tc.4-3.points'] },
      { name: 'move', press: 'answer', at: ['movement'], said: kind('Move') },
      { name: 'fight', press: 'answer', ruled: ['combat.'] },
      { name: 'shaken', press: 'read', ruled: ['gt.8-1.demoralised'] },
    ],
  },
  ranked: {
    name: 'ranked', scenario: 'ranks', seed: 'three',
    lessons: [
      { name: 'charge', press: 'answer', at: ['declare charges'], said: names },
      { name: 'reaction', press: 'read', ruled: ['fb.4-3.'] },
      { name: 'move', press: 'answer', at: ['remaining moves'], said: kind('Manoeuvre', 'Reform', 'Join', 'Leave') },
      { name: 'magic', press: 'answer', at: ['casting'], said: kind('Cast') },
      { name: 'shoot', press: 'answer', at: ['shooting'], said: names },
      { name: 'fight', press: 'read', ruled: ['fb.7-13.'] },
      { name: 'break', press: 'read', ruled: ['fb.7-14.', 'fb.7-15.'] },
    ],
  },
  'treachery+triumph': {
    name: 'treachery', scenario: 'intrigue', seed: 'three',
    lessons: [
      { name: 'turn', press: 'read', ruled: ['tt.2-3.'] },
      { name: 'enemy', press: 'answer', at: ['designation'] },
      { name: 'move', press: 'answer', at: ['movement'], said: kind('Move') },
      { name: 'card', press: 'card', at: ['treachery phase opens', 'treachery phase closes'], said: kind('PlayCard') },
      { name: 'gift', press: 'gift', now: (table) => gave(table, 'tt.10-7.') },
      { name: 'coins', press: 'read', ruled: ['tt.10-4.', 'tt.13-7.', 'tt.13-12.'] },
    ],
  },
  skirmish: {
    name: 'skirmish', scenario: 'squads', seed: 'three',
    lessons: [
      { name: 'move', press: 'answer', at: ['move unit'], said: kind('Walk') },
      { name: 'psychic', press: 'answer', at: ['manifest'], said: names },
      { name: 'shoot', press: 'answer', at: ['shoot unit'], said: kind('Shoot') },
      { name: 'charge', press: 'answer', at: ['charge unit'], said: kind('DeclareCharge') },
      { name: 'arrive', press: 'answer', at: ['charge move'], said: kind('ChargeMove') },
      { name: 'fight', press: 'answer', at: ['charger fights', 'fight unit', 'pile in'] },
      { name: 'morale', press: 'read', ruled: ['sk.112.'] },
    ],
  },
  carnage: {
    name: 'carnage', scenario: 'objective', seed: 'three',
    lessons: [
      { name: 'move', press: 'answer', at: ['move unit'], said: kind('Walk') },
      { name: 'bribe', press: 'bribe', now: (table) => gave(table, 'cm.59.bribe') },
      { name: 'shoot', press: 'answer', at: ['shoot unit'], said: kind('Shoot') },
      { name: 'order', press: 'answer', at: ['who acts next'] },
      { name: 'roll', press: 'read', ruled: ['cm.20.'] },
      { name: 'points', press: 'read', ruled: ['cm.88.', 'cm.90.'] },
    ],
  },
}

/** Whether what is in hand goes as far as it may, or the table says that it may not. */
function atTheLimit(table: Table): boolean {
  const verdict = table.hand.held?.verdict
  return !!table.talk.refused || !!verdict?.refusals?.length || (!!verdict?.limit && (verdict.distance ?? 0) >= verdict.limit)
}

/** Whether one gave something to somebody. */
function gave(table: Table, key: string): boolean {
  return table.chronicle.events.some((event) => event.kind === 'Ruled' && event.key.startsWith(key) && event.params?.['seat'] === own(table))
}

/** Whether one answered such a question in such a way, and did not take it back. */
function answered(table: Table, windows: readonly string[], which: (action: Action) => boolean = () => true): boolean {
  const { events, undone } = table.chronicle
  return events.some((event, index) => event.kind === 'Answered' && event.seat === own(table) && !undone[index] && windows.includes(event.window) && !!event.said && which(event.said))
}

/** Whether a lesson was done by oneself: what others did teaches nobody, unless the battle is over and that is all there was. */
export function isDone(table: Table, lesson: Lesson): boolean {
  const { events, views } = table.chronicle
  const seat = own(table)
  const over = !!table.now.position.ended
  if (lesson.at && answered(table, lesson.at, lesson.said)) return true
  if (lesson.press === 'read' || !lesson.ruled) return false
  return events.some((event, index) => event.kind === 'Ruled' && starts(lesson, event.key) && (over || !!views[index]?.position.active.includes(seat)))
}

/** Whether now is the moment of a lesson: its question is open, or what is to be read has happened. */
export function isNow(table: Table, lesson: Lesson): boolean {
  if (lesson.press === 'read') return table.chronicle.events.some((event, index) => index < table.at && event.kind === 'Ruled' && starts(lesson, event.key))
  return !!lesson.at?.includes(table.ask?.window ?? '')
}

const starts = (lesson: Lesson, key: string): boolean => (lesson.ruled ?? []).some((start) => key.startsWith(start))
