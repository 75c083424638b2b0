/** The words that a browser mixes into shared dice: what it publishes, what it says, and what it never says. */
import { createHash } from 'node:crypto'
import { beforeEach, expect, it } from 'vitest'
import { bytesOf, hex, sha256 } from '../../src/state/sha256'
import { chain, LENGTH, Speaker } from '../../src/state/speaker'
import type { Said, WordsMessage } from '../../src/wire'

const digest = (word: string): string => createHash('sha256').update(Buffer.from(word, 'hex')).digest('hex')

/** What a browser keeps. */
class Store {
  kept = new Map<string, string>()
  getItem(key: string): string | null {
    return this.kept.get(key) ?? null
  }
  setItem(key: string, value: string): void {
    this.kept.set(key, value)
  }
  removeItem(key: string): void {
    this.kept.delete(key)
  }
}

let sent: Said[]
let dice: number
let lately: string
let over: boolean
let store: Store | null
beforeEach(() => ([sent, dice, lately, over, store] = [[], 0, 'a move', false, new Store()]))
const page = (stream = 'red'): Speaker => {
  const speaker = new Speaker('b', (message) => sent.push(message), { dice: () => dice, lately: () => lately, over: () => over, stream: () => stream }, store)
  speaker.greeted()
  return speaker
}
/** That the table wants words for the dice that are asked for. */
const wants = (speaker: Speaker, request: number, row: Partial<WordsMessage['seats'][number]>, seats = ['red']): void => {
  dice = request
  speaker.hear(told({ bound: true, ...row }, request), seats)
}
const told = (row: Partial<WordsMessage['seats'][number]> = {}, wanted = 0): WordsMessage => ({
  kind: 'words', digest: '', wanted, waits: wanted ? ['red'] : [], seats: [{ seat: 'red', digest: '', said: 0, lacked: 0, bound: false, ...row }],
})
const bound = (): string => sent.flatMap((one) => (one.kind === 'bind' ? [one.digest] : [])).at(-1)!
const words = (): string[] => sent.flatMap((one) => (one.kind === 'word' ? [one.word] : []))

it('reckons digests as everybody does', () => {
  for (const length of [0, 1, 31, 32, 55, 56, 63, 64, 65, 200]) {
    const data = Uint8Array.from({ length }, (_, index) => (index * 7) % 256)
    expect(hex(sha256(data))).toBe(createHash('sha256').update(data).digest('hex'))
  }
  expect(hex(bytesOf('00ff10'))).toBe('00ff10')
})

it('publishes the end of a chain, each word of which is bound by the one before', () => {
  const made = chain('5e'.repeat(32), 50)
  for (let at = 1; at < made.length; at += 1) expect(digest(made[at]!)).toBe(made[at - 1])
  expect(made).toHaveLength(51)
})

it('makes a whole chain sooner than anybody sees', () => {
  const begun = performance.now()
  chain('5e'.repeat(32), LENGTH)
  expect(performance.now() - begun).toBeLessThan(500)
})

it('binds its seats, and says one word for each dice, the same one when it is asked again', () => {
  const speaker = page()
  speaker.hear(told(), ['red'])
  speaker.hear(told(), ['red'])
  expect(sent).toHaveLength(1)
  wants(speaker, 7, { digest: bound() })
  wants(speaker, 7, { digest: bound() })
  expect(words()).toHaveLength(1)
  speaker.greeted()
  wants(speaker, 7, { digest: bound() })
  wants(speaker, 8, { digest: bound() })
  const [first, again, second] = words()
  expect(again).toBe(first)
  expect(digest(first!)).toBe(bound())
  expect(digest(second!)).toBe(first)
})

it('says no word a second time where the table tells another story before the same dice', () => {
  const speaker = page()
  speaker.hear(told(), ['red'])
  wants(speaker, 7, { digest: bound() })
  lately = 'another move'
  const again = page()
  wants(again, 7, { digest: bound() })
  expect(words()).toHaveLength(1)
  expect(again.twice).toBe(1)
})

it('speaks for a seat from one of two tabs that hear other streams, and takes neither story for another', () => {
  const [one, two] = [page('red'), page('blue+red')]
  one.hear(told(), ['red'])
  const mine = { digest: bound() }
  const turn = (request: number, first: Speaker, second: Speaker): void => {
    lately = `as one hears it, before ${request}`
    wants(first, request, mine)
    lately = `as the other does, before ${request}`
    wants(second, request, mine)
  }
  turn(7, one, two)
  turn(8, two, one)
  turn(9, one, two)
  const said = words()
  expect(said).toHaveLength(3)
  expect([digest(said[0]!), digest(said[1]!), digest(said[2]!)]).toEqual([bound(), said[0], said[1]])
  expect([one.twice, two.twice]).toEqual([0, 0])
  const again = page('red')
  wants(again, 9, mine)
  expect([words().length, again.twice]).toEqual([3, 1])
})

it('goes on with its chain after a reload, and binds itself anew where nothing is kept', () => {
  page().hear(told(), ['red'])
  const mine = bound()
  wants(page(), 7, { digest: mine })
  wants(page(), 8, { digest: mine })
  expect(sent.filter((one) => one.kind === 'bind')).toHaveLength(1)
  expect(digest(words()[1]!)).toBe(words()[0])
  store = null
  page().hear(told({ digest: mine, bound: true }), ['red'])
  expect(bound()).not.toBe(mine)
})

it('says nothing for dice that it has not heard are asked for, nor for seats that are not its own', () => {
  const speaker = page()
  speaker.hear(told(), ['red'])
  speaker.hear(told({ digest: bound(), bound: true }, 7), ['red'])
  wants(speaker, 7, { digest: bound() }, [])
  expect(words()).toEqual([])
})

it('says its word as soon as it hears of dice, but for the first ones, for which everybody must be bound', () => {
  const speaker = page()
  speaker.hear(told(), ['red'])
  speaker.hear(told({ digest: bound(), bound: true }), ['red'])
  dice = 7
  speaker.heard(['red'])
  expect(words()).toEqual([])
  wants(speaker, 7, { digest: bound() })
  speaker.hear(told({ digest: bound(), bound: true, said: 1 }), ['red'])
  dice = 9
  speaker.heard(['red'])
  wants(speaker, 9, { digest: bound(), said: 1 })
  expect(words()).toHaveLength(2)
})

it('binds itself anew when its word did not come, and counts one that it had said', () => {
  const speaker = page()
  speaker.hear(told(), ['red'])
  const first = bound()
  wants(speaker, 7, { digest: first })
  speaker.hear(told({ digest: first, bound: false, lacked: 1 }), ['red'])
  expect(bound()).not.toBe(first)
  expect(speaker.unused('red')).toBe(1)
  speaker.hear(told({ digest: bound(), bound: true, lacked: 1 }), ['red'])
  const asleep = page()
  asleep.hear(told({ digest: bound(), bound: false, lacked: 2 }), ['red'])
  expect(asleep.unused('red')).toBe(1)
})

it('leaves a seat to another browser that was bound after it', () => {
  const speaker = page()
  speaker.hear(told(), ['red'])
  speaker.hear(told({ digest: bound(), bound: true }), ['red'])
  const before = sent.length
  speaker.hear(told({ digest: '11'.repeat(32), bound: true }, 7), ['red'])
  expect(sent).toHaveLength(before)
})

it('is silent once the battle is over', () => {
  over = true
  page().hear(told(), ['red'])
  expect(sent).toEqual([])
})

it('says no word of a chain again whose words belong to a story that was set back', () => {
  const speaker = page()
  speaker.hear(told(), ['red'])
  const first = bound()
  wants(speaker, 9, { digest: first })
  expect(words()).toHaveLength(1)
  speaker.forget(['red'])
  speaker.greeted()
  dice = 0
  speaker.hear(told({ digest: first, bound: true }), ['red'])
  expect(bound()).not.toBe(first)
  wants(speaker, 9, { digest: bound() })
  expect(words()).toHaveLength(2)
  expect(digest(words()[1]!)).toBe(bound())
})
