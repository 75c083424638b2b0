import { describe, expect, it } from 'vitest'
import { typedLength } from '../../src/state/words'
import { type Golden, read, words } from './golden'

const golden = read<Golden>('battle')

describe('words', () => {
  it('say what Python says, in every language', () => {
    for (const one of golden.said) expect(words(one.lang).say(one.key, one.params)).toBe(one.text)
    expect(golden.said.length).toBeGreaterThan(20)
  })

  it('write lengths as Python writes them', () => {
    for (const one of golden.lengths) expect(words(one.lang).measured(one.unit).mu(one.quanta, one.unlike ?? undefined)).toBe(one.text)
  })

  it('write halves as a fraction and minus as a minus', () => {
    const english = words('en')
    expect([8, 7, 1, -3, 0].map((halves) => english.points(halves))).toEqual(['4', '3½', '½', '−1½', '0'])
    expect([1, -2, 0].map((value) => english.signed(value))).toEqual(['+1', '−2', '0'])
  })

  it('write a share as the language does', () => {
    expect(words('en').percent(14 / 36)).toBe('39%')
    expect(words('fr').percent(14 / 36)).toMatch(/^39\s%$/u)
  })

  it('show a key that nobody wrote', () => {
    expect(words('fr').say('no.such.key')).toBe('no.such.key')
  })

  it('read a length as it is typed, comma or point', () => {
    expect(typedLength('3,5')).toBe(35_000)
    expect(typedLength('3.5')).toBe(35_000)
    expect(typedLength(' −2 ')).toBe(-20_000)
    expect(typedLength('2½')).toBe(25_000)
    expect(typedLength('')).toBeNaN()
    expect(typedLength('1e9')).toBeNaN()
    expect(typedLength('three')).toBeNaN()
  })
})
