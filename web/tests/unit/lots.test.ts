/** What is drawn or rolled in the browser. */
import { expect, it } from 'vitest'
import { lots, thrown } from '../../src/state/lots'

it('draws each of a pile once, and no more than there are', () => {
  expect(lots(['a', 'b', 'c'], 5).sort()).toEqual(['a', 'b', 'c'])
  expect(lots(['a', 'b', 'c'], 2)).toHaveLength(2)
})

it('rolls every side of a die, and none that it has not', () => {
  const pips = thrown(600, 8)
  expect(pips).toHaveLength(600)
  expect([...new Set(pips)].sort()).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
})
