import './page'
import { render } from 'svelte/server'
import { expect, it } from 'vitest'
import { Sheet } from '../../src/board/paper'
import Deed from '../../src/board/Deed.svelte'
import { words } from './golden'

const sheet = new Sheet(480_000, 320_000, false)
const drawn = (failed: string): { arrows: number; crosses: number; why: string[] } => {
  const { body } = render(Deed, { props: { lines: [[[10_000, 10_000], [90_000, 50_000]], [[10_000, 10_000], [90_000, 90_000]]], failed, sheet } })
  return { arrows: body.split('url(#arrow)').length - 1, crosses: body.split('class="cross').length - 1, why: [...body.matchAll(/<text[^>]*class="why[^>]*>([^<]*)</g)].map(([, text]) => text!) }
}

it('draws an arrow to each to whom something is done, and a cross with the reason where it failed', () => {
  expect(drawn('')).toEqual({ arrows: 2, crosses: 0, why: [] })
  expect(drawn('no way there')).toEqual({ arrows: 0, crosses: 2, why: ['no way there'] })
})

it('knows in every language which charges came to nothing', () => {
  for (const lang of ['en', 'fr']) for (const key of ['fb.4-8.no-way', 'fb.4-8.short', 'sk.93.no-way', 'sk.93.short']) expect([lang, key, words(lang).has(`mark.${key}`)]).toEqual([lang, key, true])
  expect(words('en').has('mark.sk.96.charged')).toBe(false)
})
