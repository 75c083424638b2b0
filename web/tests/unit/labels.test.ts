import { describe, expect, it } from 'vitest'
import { Chronicle } from '../../src/state/fold'
import { against, Labels, pair, spoken } from '../../src/state/labels'
import { Names } from '../../src/state/names'
import type { Action, Ask, Event } from '../../src/wire'
import type { Words } from '../../src/state/words'
import { read, words } from './golden'

interface Told {
  readonly system: string
  readonly events: readonly Event[]
  readonly menus: readonly { readonly after: number; readonly ask: Ask; readonly actions: readonly Action[] }[]
}

const battles = read<Told[]>('menus')
/** Two ids put together, keys of data files, ids of what no person numbers, keys of the catalogue. */
const NO_NAME = /[A-Z]\d+[>:]\S|[a-z]_[a-z]|\b[a-z]+(?:-[a-z]+)*-\d+\b|\b(?:web|act|option|window|story|treachery|tt|fb|sk|tc|cm)\.[a-z0-9-]+|[{}]|\b[A-Z][a-z]+[A-Z][a-z]+\b|\bundefined\b/

const WAIT = 60_000

const slug = (ask: Ask): string => ask.window.replaceAll(' ', '-')

const knows = (told: Words, option: string, window: string): boolean => ['option', `option.${window}`].some((group) => told.has(`${group}.${option}`))
const windowed = (told: Words, ask: Ask): boolean => [`window.${slug(ask)}`, `window.${slug(ask)}.${ask.about?.[0] ?? ''}`, `web.ask.${slug(ask)}`].some((key) => told.has(key))

/** Everything that answers to the questions of a battle are called, each with its window. */
function labels({ events, menus }: Told, lang: string): string[] {
  const [told, names, chronicle, found] = [words(lang), new Names(words(lang)), new Chronicle(), new Set<string>()]
  let next = 0
  for (const event of events) {
    for (; menus[next]?.after === chronicle.events.length; next += 1) {
      const { ask, actions } = menus[next]!
      const say = new Labels(told, names, chronicle.view.position)
      for (const action of actions) found.add(`${ask.window}: ${say.action(action, slug(ask))}`)
    }
    chronicle.take(event)
    if (event.kind !== 'Asked' || event.ask.seat === 'chance') continue
    const say = new Labels(told, names, chronicle.view.position)
    for (const option of event.ask.options ?? []) {
      const label = say.option(option, slug(event.ask))
      // a word of ours that no catalogue has is an id as well
      found.add(`${event.ask.window}: ${label === option && /[a-z]/.test(option) && !knows(told, option, slug(event.ask)) ? `{${option}}` : label}`)
    }
  }
  return [...found]
}

describe.each(battles.map((one) => [one.system, one] as const))('a battle of %s', (_, battle) => {
  it.each(['en', 'fr'])('calls every answer by a name, in %s', (lang) => {
    const found = labels(battle, lang)
    expect(found.length).toBeGreaterThan(20)
    expect(found.filter((one) => NO_NAME.test(one.slice(one.indexOf(': '))))).toEqual([])
  }, WAIT)

  it.each(['en', 'fr'])('asks every question in words, in %s', (lang) => {
    const told = words(lang)
    const unnamed = battle.events.flatMap((event) => (event.kind === 'Asked' && !windowed(told, event.ask) ? [event.ask.window] : []))
    expect([...new Set(unnamed)]).toEqual([])
  }, WAIT)
})

describe('targets of treachery cards', () => {
  const battle = battles.find((one) => one.system === 'treachery')!
  const chronicle = new Chronicle()
  for (const event of battle.events) chronicle.take(event)
  const { position } = chronicle.view
  const say = (lang: string): Labels => new Labels(words(lang), new Names(words(lang)), position)
  const [own, foe] = ['red', 'blue'].map((seat) => [...position.pieces.values()].find((piece) => piece.owner === seat && (position.counters[piece.id]?.['files'] ?? 0) > 1)!)
  const [mine, yours] = [own, foe].map((piece) => new Names(words('en')).stand(piece!))

  it('are bodies, shots of one at another, champions, dice and players', () => {
    expect(say('en').option(`${own!.id}>${foe!.id}`, '')).toBe(`${mine} against ${yours}`)
    expect(say('en').option(`${own!.id}>${foe!.id}:champion`, '')).toBe(`${mine} against ${yours}'s champion`)
    expect(say('en').option(`${own!.id}>${foe!.id}`, 'pursuit')).toBe(`Pursue ${yours}`)
    expect(say('en').option('2+5', '')).toBe('2 and 5')
    expect(say('en').option('blue', '')).toBe('Blue')
    expect(say('fr').option('blue', '')).toBe('Bleu')
  })

  it('point at every body that they speak of', () => {
    expect(spoken(`${own!.id}>${foe!.id}:champion`)).toEqual([own!.id, foe!.id])
    expect(spoken('R1+R2')).toEqual(['R1', 'R2'])
    expect(pair('R1')).toBeNull()
  })
})

describe('the parties of an answer', () => {
  const piece = (id: string, pose: readonly number[] | null) => [id, { id, type: 'x', owner: 'red', controller: 'red', pose }] as const
  const position = { pieces: new Map([piece('R1', [0, 0, 0, 1]), piece('B2', [0, 9, 0, -1]), piece('card-1', null), piece('card-2', null)]) } as unknown as Parameters<typeof against>[2]

  it('are those it names, or whoever is asked about and a target', () => {
    expect(against('R1>B2', '', position)).toEqual(['R1', 'B2'])
    expect(against('B2', 'R1', position)).toEqual(['R1', 'B2'])
    expect(against('R1', 'R1', position)).toBeNull()
  })

  it('are never two cards of a hand [TT-11.6]', () => {
    expect(against('card-2', 'card-1', position)).toBeNull()
    expect(against('card-1', 'R1', position)).toBeNull()
  })
})
