import './page'
import { render } from 'svelte/server'
import { expect, it } from 'vitest'
import Figure from '../../src/board/Figure.svelte'
import { numberIn } from '../../src/state/names'
import type { Piece } from '../../src/wire'

const stand = (id: string, depth: number): Piece => ({ kind: 'Piece', id, type: 'SPR', owner: 'red', controller: 'red', shape: { kind: 'rectangle', width: 20_000, depth } }) as unknown as Piece
const written = (depth: number, given: { band?: string; number?: string }): string[] => {
  const { body } = render(Figure, { props: { piece: stand('R4', depth), style: 0, angle: 0, ...given } })
  return [...body.matchAll(/<text[^>]*class="([^" ]*)[^>]*>(.*?)<\/text>/g)].map(([, kind, text]) => `${kind}: ${text!.replace(/<!--.*?-->|<[^>]*>/g, '').trim()}`)
}

it('writes the number by which a stand is called on it, at every depth, and in the middle distance alone', () => {
  expect(written(10_000, { number: '4' })).toEqual(['code: SPR\u20094', 'numeral: 4'])
  expect(written(20_000, { number: '4' })).toEqual(['code: SPR', 'code: 4', 'numeral: 4'])
  expect(written(10_000, {})).toEqual(['code: SPR'])
})

it('writes the number of the command first where an army has several, and the own one from nearer', () => {
  expect(written(10_000, { band: '2', number: '4' })).toEqual(['code: SPR\u20092', 'code: SPR\u20092', 'code: R4', 'numeral: 2'])
  expect(written(20_000, { band: '2', number: '4' })).toEqual(['code: SPR\u20092', 'code: R4', 'numeral: 2'])
})

it('knows the number of a stand by its name', () => {
  expect(['R4', 'B13', 'camp', 'R1.2'].map(numberIn)).toEqual(['4', '13', '', ''])
})
