/** Clocks as people read them, addresses that lead here, and in which part of a list a battle stands. */
import { expect, it } from 'vitest'
import { loops, reachable } from '../../src/lobby/reach'
import { standing } from '../../src/lobby/standing'
import { length, spell } from '../../src/state/time'
import type { Given } from '../../src/state/words'
import type { Room } from '../../src/wire'

const say = (key: string, given: Given = {}): string => `${key} ${Object.values(given).join(' ')}`.trim()

it('reads a clock in minutes, hours or days', () => {
  expect([0, 59, 60, 3599, 3600, 86_399].map((seconds) => spell(seconds, say))).toEqual(['0:00', '0:59', '1:00', '59:59', '1:00:00', '23:59:59'])
  expect(spell(-65, say)).toBe('1:05')
  expect(spell(2 * 86_400 + 3 * 3600 + 59, say)).toBe('room.time.days 2 3')
  expect([0, 900, 7200, 86_400].map((seconds) => length(seconds, say))).toEqual(['room.clock.none', 'room.clock.minutes 15', 'room.clock.hours 2', 'room.clock.days 1'])
})

it('never gives others an address that means their own machine', () => {
  for (const one of ['http://localhost:1/', 'http://127.0.0.1/', 'http://127.9.9.9:80/', 'http://[::1]:8631/', 'http://0.0.0.0:1/', 'http://table.localhost/']) expect(loops(one), one).toBe(true)
  for (const one of ['http://192.168.1.5:8631/', 'https://table.example/', 'http://[fd00::5]/', 'http://localhost.example/']) expect(loops(one), one).toBe(false)
  expect(reachable('http://localhost:1/', ['http://127.0.0.1:1/'])).toEqual([])
  expect(reachable('http://localhost:1/', ['http://10.0.0.2:1', 'http://127.0.0.1:1/'])).toEqual(['http://10.0.0.2:1/'])
  expect(reachable('https://table.example/', ['http://10.0.0.2:1/'])).toEqual(['https://table.example/'])
})

it('puts first what waits for whoever looks', () => {
  const room = (part: Partial<Room>): Room => ({ waits: ['blue'], you: ['red'], invited: [], winners: null, archived: false, ...part }) as unknown as Room
  expect(standing(room({}))).toBe('going-on')
  expect(standing(room({ waits: ['red', 'blue'] }))).toBe('mine')
  expect(standing(room({ waits: ['chance'] }))).toBe('mine')
  expect(standing(room({ you: [], invited: ['red'] }))).toBe('mine')
  expect(standing(room({ waits: ['red'], archived: true }))).toBe('going-on')
  expect(standing(room({ waits: ['red'], winners: [] }))).toBe('over')
})
