/** Questions over HTTP. A refusal comes back as a sentence in the reader's language. */
import type { About, BattleMade, Claimed, ClockSet, DiceSeen, Done, Explained, ListFound, NewBattle, Problem, Room, Rooms, RosterShown, SeatChange, SystemShown } from '../wire'
import { prefs } from './prefs.svelte'

/** What the server refused, in words for people. */
export class Refusal extends Error {
  constructor(
    readonly key: string,
    message: string,
  ) {
    super(message)
  }
}

export async function call<T>(path: string, init?: RequestInit): Promise<T> {
  let answer: Response
  try {
    const headers = { ...(init?.headers as Record<string, string> | undefined), 'accept-language': prefs.lang }
    answer = await fetch(`/api/${path}`, { ...init, headers })
  } catch {
    throw new Refusal('offline', prefs.words.say('web.offline'))
  }
  if (answer.ok) return (await answer.json()) as T
  const problem = (await answer.json().catch(() => null)) as Problem | null
  const text = problem ? (prefs.words.has(problem.key) ? prefs.words.say(problem.key, problem.params) : problem.text || problem.key) : answer.statusText
  throw new Refusal(problem?.key ?? '', text)
}

export const post = <T>(path: string, body: unknown): Promise<T> =>
  call<T>(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })

export const api = {
  about: () => call<About>('about'),
  system: (system: string) => call<SystemShown>(`systems/${encodeURIComponent(system)}`),
  /** What a clause says; nothing where there is no such clause. */
  explain: (clause: string) => call<Explained>(`clauses/${encodeURIComponent(clause)}?lang=${prefs.lang}`).catch(() => null),
  lists: (query: string) => call<ListFound[]>(`lists?q=${encodeURIComponent(query)}`),
  rosters: (query: string, list = '') => call<RosterShown[]>(`rosters?q=${encodeURIComponent(query)}&list=${encodeURIComponent(list)}`),
  /** `settings` are those of the battle: some decide what cards cost. */
  check: (roster: unknown, settings: Readonly<Record<string, unknown>> = {}) => post<RosterShown>(`rosters/check?${Object.entries(settings).filter(([, value]) => value === true).map(([name]) => `set=${encodeURIComponent(name)}`).join('&')}`, roster),
  battles: () => call<Rooms>('battles'),
  room: (battle: string) => call<Room>(`battles/${encodeURIComponent(battle)}`),
  byCode: (code: string) => call<Room>(`rooms/${encodeURIComponent(code)}`),
  found: (wanted: NewBattle) => post<BattleMade>('battles', wanted),
  claim: (code: string, seat: string, player: string) => post<Claimed>('claims', { code, seat, player }),
  archive: (battle: string, archived: boolean) => post(`battles/${encodeURIComponent(battle)}/archive`, { archived }),
  seat: (battle: string, seat: string, change: SeatChange) => post<Done>(`battles/${encodeURIComponent(battle)}/seats/${encodeURIComponent(seat)}`, change),
  /** Agree that a seat goes to another, as somebody has asked, or not. */
  consent: (battle: string, seat: string, agrees: boolean) => post(`battles/${encodeURIComponent(battle)}/seats/${encodeURIComponent(seat)}/consent`, { agrees }),
  /** The same battle again: opened, or the seats taken that one is invited to. */
  again: (battle: string, turned = false) => post<BattleMade>(`battles/${encodeURIComponent(battle)}/again`, { turned }),
  clock: (battle: string, set: ClockSet) => post(`battles/${encodeURIComponent(battle)}/clock`, set),
  /** Where it is told whose turn it is, of one seat or of all; nowhere if the address is empty. */
  notices: (battle: string, url: string, seat = '') => post(`battles/${encodeURIComponent(battle)}/notices`, { url, seat }),
  picture: (battle: string, dark: boolean, version: string) => `/api/battles/${encodeURIComponent(battle)}/picture?${dark ? 'dark&' : ''}at=${version}`,
  /** The dice so far as a seat of one's own saw them, or as all of them did. */
  dice: (battle: string, seat = '') => call<DiceSeen>(`battles/${encodeURIComponent(battle)}/dice?seat=${encodeURIComponent(seat)}`),
  own: (key: string) => post('owner', { key }),
  bringIn: (log: Blob) => call<BattleMade>('import', { method: 'POST', headers: { 'content-type': 'application/x-ndjson' }, body: log }),
}

/** Whether the server has said that there is no such battle, or no such code. */
export const isNone = (why: unknown): why is Refusal => why instanceof Refusal && /\.no-(battle|code)$/.test(why.key)

/** What went wrong, as a sentence. */
export const sentence = (why: unknown): string => (why instanceof Error ? why.message : String(why))
