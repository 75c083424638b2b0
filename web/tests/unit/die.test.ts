import { render } from 'svelte/server'
import { expect, it } from 'vitest'
import Die from '../../src/table/Die.svelte'

const drawn = (props: { pips: number; sides?: number; counts?: number | null }): { pips: number; written: string[] } => {
  const { body } = render(Die, { props })
  return { pips: body.split('<circle').length - 1, written: [...body.matchAll(/<(?:text|b)\b[^>]*>([^<]*)</g)].map(([, text]) => text!) }
}

it('draws the face of a D6 alone where a D6 was rolled, and with what it counts as where that is another number', () => {
  expect(drawn({ pips: 5 })).toEqual({ pips: 5, written: [] })
  expect(drawn({ pips: 5, counts: 3 })).toEqual({ pips: 5, written: ['3'] })
})

it('draws the number of a die of other sides, and of what is no face', () => {
  expect(drawn({ pips: 5, sides: 12 })).toEqual({ pips: 0, written: ['5'] })
  expect(drawn({ pips: 9 })).toEqual({ pips: 0, written: ['9'] })
})
