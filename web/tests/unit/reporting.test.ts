/** What a report says is read from a question as it was put into it, and told in the sentences of the log. */
import { describe, expect, it } from 'vitest'
import { EMPTY, type Position } from '../../src/state/fold'
import { foes, isNothing, lastSaid, NOTHING, parts, read, report, sentences, usual } from '../../src/state/reporting'
import type { Ask, Event, MusteredShown } from '../../src/wire'

const chair = (seat: string, side: string) => ({ kind: 'Chair', seat, side, name: '' }) as unknown as Position['chairs'][number]
const position = (active: string, enemy = 0, seats: readonly [string, string][] = [['red', 'a'], ['blue', 'b'], ['amber', 'c']]): Position => ({
  ...EMPTY, active: [active], chairs: seats.map(([seat, side]) => chair(seat, side)), counters: enemy ? { table: { enemy } } : {},
})
const unit = (name: string, seat: string, models = 1, most = models): [string, MusteredShown] => [name, { unit: name, seat, state: 'table', models, most, worth: 0, fights: [] } as unknown as MusteredShown]
const units = new Map([unit('R1', 'red', 10), unit('B2', 'blue'), unit('B3', 'blue', 4, 8)])
const said = (window: string, answer: unknown, seat = 'red'): Event => ({ kind: 'Answered', ask: 1, seat, window, said: answer }) as Event

describe('a report', () => {
  it('is read from a question as it was put into it [RB-4]', () => {
    const told = read(['blue', 'lost:R1:3:blue', 'lost:B2:0:', 'fight:R1:B2', 'near:red:4', 'has:R1:2'])
    expect(told).toEqual({
      losses: [{ kind: 'Loss', unit: 'R1', models: 3, by: 'blue' }, { kind: 'Loss', unit: 'B2', models: 0, by: '' }],
      fights: [{ kind: 'Fight', unit: 'R1', other: 'B2' }],
      near: { red: 4 },
    })
    expect(report(told)).toEqual({ kind: 'Report', ...told })
    expect([isNothing(told), isNothing(NOTHING), isNothing(read(['movement']))]).toEqual([false, true, true])
  })

  it('is told in the sentences that the log will tell it in [RB-3, RB-7, RB-8]', () => {
    const told = read(['lost:R1:3:blue', 'lost:B3:4:', 'lost:B2:0:red', 'fight:R1:B3', 'near:amber:2'])
    expect(sentences(told, units).map((one) => [one.key, one.of])).toEqual([
      ['rb.3.models-by', ['red', 'blue']], ['rb.3.whole', ['blue', '']], ['rb.3.whole-by', ['blue', 'red']],
      ['rb.7.fights', ['red', 'blue']], ['web.report.near', ['amber']],
    ])
  })

  it('that was disputed is the last that was said and not taken back [RB-5]', () => {
    const first = said('report', { kind: 'Report', losses: [{ kind: 'Loss', unit: 'R1' }] })
    const second = said('report', { kind: 'Choose', option: 'nothing' })
    expect(lastSaid([first, said('confirm', { kind: 'Choose', option: 'dispute' })], [])).toEqual({ ...NOTHING, losses: [{ kind: 'Loss', unit: 'R1' }] })
    expect(lastSaid([first, second], [])).toEqual(NOTHING)
    expect(lastSaid([first, second], [false, true]).losses).toHaveLength(1)
    expect(lastSaid([], [])).toEqual(NOTHING)
  })

  it('that a third disputes is that of whoever disputed the first, and each hears his own [RB-5]', () => {
    const reported = said('report', { kind: 'Report', losses: [{ kind: 'Loss', unit: 'R1' }] }, 'red')
    const instead = said('other reading', { kind: 'Report', losses: [{ kind: 'Loss', unit: 'R2' }] }, 'blue')
    expect(lastSaid([reported, instead], []).losses[0]?.unit).toBe('R2')
    expect(lastSaid([reported, instead], [], 'red').losses[0]?.unit).toBe('R1')
    expect(lastSaid([reported, instead], [], 'blue').losses[0]?.unit).toBe('R2')
    expect(lastSaid([reported, instead], [], 'amber')).toEqual(NOTHING)
  })

  it('says whose doing a loss is, where that can be known', () => {
    expect(usual(position('red'), 'blue')).toBe('red')
    expect(usual(position('red', 3), 'red')).toBe('amber')
    expect(usual(position('red'), 'red')).toBe('')
    expect(usual(position('red', 0, [['red', 'a'], ['blue', 'b']]), 'red')).toBe('blue')
  })

  it('lets only enemies be in combat, and is asked for what its question says', () => {
    expect([foes(position('red'), 'R1', 'B2', units), foes(position('red'), 'B2', 'B3', units), foes(position('red'), 'R1', 'R1', units)]).toEqual([true, false, false])
    expect(parts({ about: ['fight', 'losses', 'near'] } as unknown as Ask)).toEqual(['losses', 'near'])
    expect(parts(null)).toEqual([])
  })
})
