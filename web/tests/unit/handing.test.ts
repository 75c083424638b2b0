/** When a seat may go to another: at once, once others agree, or after an absence that is counted down. */
import { expect, it } from 'vitest'
import { ABSENCES, going } from '../../src/state/handing'

it('counts down the absence after which a seat may go', () => {
  expect(going({ away: 60, changes: 'wait' }, 300)).toEqual({ how: 'wait', away: 60, left: 240 })
  expect(going({ away: 60, changes: 'wait' }, 300, 30.7)).toEqual({ how: 'wait', away: 90, left: 210 })
  expect(going({ away: 60, changes: 'ask' }, 300, 240)).toEqual({ how: 'now', away: 300, left: 0 })
  expect(going({ away: 301, changes: 'absent' }, 300)).toEqual({ how: 'now', away: 301, left: null })
})

it('has nobody wait for who is here: others are asked, or nothing is to be done', () => {
  expect(going({ away: null, changes: 'ask' }, 300, 1000)).toEqual({ how: 'ask', away: null, left: null })
  expect(going({ away: null, changes: 'wait' }, 300, 1000).how).toBe('wait')
  expect(going({ away: null, changes: 'free' }, 300).how).toBe('now')
})

it('offers no absence shorter than a minute', () => expect(Math.min(...ABSENCES)).toBeGreaterThanOrEqual(60))
