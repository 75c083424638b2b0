/** Which questions are about dice: only those are kept without a word by whoever keeps his dice. */
import './page'
import { expect, it } from 'vitest'
import type { Battle } from '../../src/state/battle.svelte'
import { EMPTY } from '../../src/state/fold'
import { prefs } from '../../src/state/prefs.svelte'
import { Talk } from '../../src/state/talk.svelte'
import type { Ask } from '../../src/wire'

let last = 0
const about = (window: string, options: readonly string[], ...what: string[]): Ask => ({ id: ++last, seat: 'red', window, clause: '', options, about: what }) as unknown as Ask
const few = about('hit rerolls', ['keep', 'die:3'], 'A1', 'roll:hits', 'shows:3 6!')
const many = about('hit rerolls', ['keep', 'die:1'], 'A1', 'roll:hits', 'shows:1 5 6')
const rollOff = about('roll again', ['keep die', 'roll again'], 'red:3', 'blue:5')
/** Their first answer keeps something, and no die lies there. */
const others = [
  about('spare spell', ['keep', 'Fireball', 'Curse'], 'W1'), about('reform', ['keep', 'line'], 'R1'),
  about('redirect', ['keep', 'B2'], 'R1'), about('stampede', ['keep', 'R3'], 'R1'),
]

function talk(asks: readonly Ask[]): { one: Talk; sent: unknown[][] } {
  const sent: unknown[][] = []
  const chairs = ['red', 'blue'].map((seat) => ({ seat }))
  const battle = { mine: asks, now: { position: { ...EMPTY, chairs } }, line: { stream: { command: (...said: unknown[]) => (sent.push(said), Promise.resolve({ ok: true })) } } }
  return { one: new Talk(battle as unknown as Battle, () => undefined), sent }
}

it('tells dice from what else may be kept, in every game [SK-131, CM-24, FB-5.15, FB-4.11, FB-4.6]', () => {
  const { one } = talk([])
  for (const ask of [few, many, rollOff]) expect(one.aboutDie(ask), ask.window).toBe(true)
  for (const ask of others) expect(one.aboutDie(ask), ask.window).toBe(false)
})

it('keeps dice for whoever keeps them in this phase, and answers nothing else for him', async () => {
  const { one, sent } = talk([few, rollOff, ...others])
  expect(one.passed).toEqual([])
  one.keeping = ['red']
  expect(one.passed.map((ask) => ask.window)).toEqual([few.window, rollOff.window])
  for (const ask of [others[0]!, few]) await one.pass(ask)
  expect(sent).toEqual([['red', { kind: 'Choose', option: 'keep' }, few.id]])
})

it('keeps many dice where one is asked about few alone', () => {
  const { one } = talk([few, many])
  prefs.asks = 'few'
  expect(one.passed).toEqual([many])
  prefs.asks = 'all'
})

it('marks the answer that the table would give, and until that is known another one', () => {
  const { one } = talk([])
  expect([one.bestOf(['B1', 'B2']), one.bestOf(['50', '100'], 'pass'), one.bestOf([])]).toEqual(['B1', 'pass', ''])
  one.best = { kind: 'Choose', option: 'B2' }
  expect([one.bestOf(['B1', 'B2']), one.bestOf(['50', '100'], 'pass')]).toEqual(['B2', 'pass'])
})
