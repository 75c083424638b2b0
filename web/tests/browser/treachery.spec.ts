/** Three players, two of them bots: coffers, enemies and neutrals, secret hands, gifts and offers. */
import { expect, it } from 'vitest'
import type { Page } from 'playwright-core'
import { asked, axe, brought, helped, lookUp, now, picture, play, question, region, seated, worn, type Watched } from './table'

const { table, visit } = seated()
let red: Watched
let watcher: Watched

interface Known { id: string; type: string; truth: string; controller: string; place: string; traits: string[] }
/** The pieces in hands as a page knows them. */
const hands = (page: Page): Promise<Known[]> =>
  page.evaluate(() => {
    const { table: one } = window as unknown as { table: { now: { position: { pieces: Map<string, { id: string; type: string; truth?: string; controller: string; place?: string; traits?: string[] }> } } } }
    return [...one.now.position.pieces.values()]
      .map(({ id, type, truth, controller, place, traits }) => ({ id, type, truth: truth ?? '', controller, place: place ?? '', traits: traits ?? [] }))
      .filter((piece) => piece.place === 'hand')
  })
const cardsOf = async (page: Page, seat: string): Promise<Known[]> => (await hands(page)).filter((card) => card.controller === seat && card.traits.includes('treachery card'))
const tokens = (page: Page, seat: string): Promise<number> =>
  page.evaluate((one) => (window as unknown as { table: { now: { position: { counters: Record<string, Record<string, number>> } } } }).table.now.position.counters[one]?.['tokens'] ?? 0, seat)

/** Whoever is at a page of that battle. */
async function enter(one: Watched, battle: string): Promise<void> {
  await one.page.goto(`${table.address}?probe#/battle/${battle}`)
}

it('names an enemy: roles, turn cards and coffers stand on the plates [TT-3.1, TT-10.2]', async () => {
  red = await visit()
  const made = await red.page.evaluate(async () => {
    const seats = [
      { seat: 'red', held_by: 'you', player: 'Aude', roster: 'syracusan-310-bc-any-other' },
      { seat: 'blue', held_by: 'bot', bot: 'miser', roster: 'midianites-and-early-arabs-906-bc' },
      { seat: 'amber', held_by: 'bot', bot: 'schemer', roster: 'later-sargonid-assyrian-645-bc' },
    ]
    const answer = await fetch('/api/battles', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ system: 'treachery+triumph', seats, dice: 'seeded', seed: 'b' }) })
    return (await answer.json()) as { battle: string }
  })
  watcher = await visit()
  await enter(red, made.battle)
  await enter(watcher, made.battle)
  await play([red.page], (state) => state.mine && state.ask === 'designation', 60)
  await question(red.page).getByText('Who is the enemy of this phase?').waitFor()
  const plate = region(red.page, /^Red/)
  await plate.getByRole('img', { name: /^Coffer: \d+ in tokens/ }).waitFor()
  await plate.getByRole('img', { name: /^Turn card \w+, turned over$/ }).waitFor()
  await picture(red.page, 'treachery-designation')
  await question(red.page).getByRole('button', { name: 'Amber' }).click()
  await region(red.page, /^Amber/).getByText('Enemy', { exact: true }).waitFor()
  await region(red.page, /^Blue/).getByText('Neutral', { exact: true }).waitFor()
  await plate.getByText('Turn', { exact: true }).waitFor()
  await region(watcher.page, /^Amber/).getByText('Enemy', { exact: true }).waitFor()
  await lookUp(red.page)
})

it('shows a hand to whoever holds it, and backs to everybody else [TT-14.2]', async () => {
  const { page } = red
  const mine = await cardsOf(page, 'red')
  expect(mine.length).toBeGreaterThan(0)
  expect(mine.every((card) => card.truth)).toBe(true)
  await expect.poll(async () => (await cardsOf(watcher.page, 'red')).length).toBe(mine.length)
  for (const [one, seats] of [[page, ['blue', 'amber']], [watcher.page, ['red', 'blue', 'amber']]] as const)
    for (const seat of seats) for (const card of await cardsOf(one, seat)) expect([card.type, mine.some(({ id }) => id === card.id) ? '' : card.truth]).toEqual(['treachery', ''])
  await region(page, 'Your hand').getByText(/^Played by|· Played by/).first().waitFor()
  expect(await region(watcher.page, 'Your hand').count()).toBe(0)
  expect(await region(watcher.page, 'Gifts and deals').count()).toBe(0)
  await region(page, 'Your hand').getByRole('button', { name: 'Hide' }).click()
  expect(await region(page, 'Your hand').getByText('Played by').count()).toBe(0)
  await region(page, 'Your hand').getByRole('button', { name: 'Show' }).click()
  await lookUp(page)
})

it('gives tokens, and lays an offer in private that nobody else sees [TT-10.7, TT-14.1]', async () => {
  const { page } = red
  const deals = region(page, 'Gifts and deals')
  await deals.getByText('Gifts and deals').click()
  await deals.getByRole('radio', { name: 'schemer' }).click()
  const [mine, theirs] = [await tokens(page, 'red'), await tokens(page, 'amber')]
  expect(mine).toBeGreaterThanOrEqual(50)
  await deals.getByRole('group', { name: 'You give' }).getByRole('combobox').selectOption('50')
  await deals.getByRole('button', { name: 'Give it now' }).click()
  await expect.poll(() => tokens(page, 'amber')).toBe(theirs + 50)
  await expect.poll(() => tokens(watcher.page, 'red')).toBe(mine - 50)
  // nothing is refused in words
  await deals.getByRole('button', { name: 'Give it now' }).click()
  await deals.getByText('That moves nothing').waitFor()
  // an offer of words alone, in private
  await deals.getByRole('radio', { name: 'miser' }).click()
  await deals.getByLabel('A promise').fill('Leave my flank alone.')
  await deals.getByLabel('For Blue alone to see').check()
  await deals.getByRole('button', { name: 'Offer it' }).click()
  await deals.getByText('Red offers Blue').waitFor()
  await picture(page, 'treachery-deal')
  expect(await axe(page), 'deal').toEqual([])
  expect((await hands(watcher.page)).filter((piece) => piece.traits.includes('deal'))).toEqual([])
  expect(await watcher.page.getByText('Leave my flank alone').count()).toBe(0)
  await deals.getByRole('button', { name: 'Take back' }).click()
  await expect.poll(async () => (await hands(page)).filter((piece) => piece.traits.includes('deal')).length).toBe(0)
  await lookUp(page)
})

it('asks whoever might hold a card, whether he has one or not [TT-11.8]', async () => {
  const { page } = red
  const state = await play([page], (one) => one.mine && /^treachery/.test(one.ask) && !one.sending)
  await question(page).getByText('Everybody who might hold a card').waitFor()
  await question(page).getByText('None of your cards').or(question(page).getByRole('button', { name: 'Play', exact: true }).first()).first().waitFor()
  await lookUp(page)
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await now(page)).asked).not.toBe(state.asked)
  await lookUp(page)
})

it('passes until the phase ends for whoever says so, and asks again in the next [TT-11.8]', async () => {
  const { page } = red
  const before = await play([page], (one) => one.mine && /^treachery/.test(one.ask) && !one.sending)
  await question(page).getByRole('button', { name: 'Pass until the phase ends' }).click()
  await question(page).getByText('You pass in every window of cards').waitFor()
  await picture(page, 'treachery-passing')
  // nobody answers but the page
  await expect.poll(async () => (await now(page)).asked).not.toBe(before.asked)
  await lookUp(page)
  const passing = (): Promise<number> => page.evaluate(() => (window as unknown as { table: { talk: { passing: string[] } } }).table.talk.passing.length)
  for (let known = 0; await passing(); known = (await now(page)).events) await play([page], (one) => one.events > known, 60)
  await play([page], (one) => one.mine && /^treachery/.test(one.ask) && !one.sending)
  await question(page).getByRole('button', { name: 'Pass until the phase ends' }).waitFor()
  await lookUp(page)
})

it('marks who is neutral on the board by shape and word, and tells it to those who listen [TT-3.3]', async () => {
  const { page } = red
  const neutral = await page.evaluate(() => {
    const one = (window as unknown as { table: { position: { chairs: { seat: string }[]; active: string[]; counters: Record<string, Record<string, number>> } } }).table.position
    const enemy = one.chairs[(one.counters['table']?.['enemy'] ?? 0) - 1]?.seat
    return one.chairs.map((chair) => chair.seat).filter((seat) => enemy && seat !== enemy && !one.active.includes(seat))
  })
  expect(neutral.length).toBe(1)
  const pieces = await page.evaluate((seat) => {
    const one = (window as unknown as { table: { position: { pieces: Map<string, { id: string; controller: string; pose?: unknown; place?: string }> } } }).table.position
    return [...one.pieces.values()].filter((piece) => piece.controller === seat && piece.pose && piece.place === 'table').map((piece) => piece.id)
  }, neutral[0]!)
  expect(pieces.length).toBeGreaterThan(0)
  await expect.poll(() => page.locator('.stand .apart').count()).toBe(pieces.length)
  await page.locator('.board .word', { hasText: 'Neutral' }).first().waitFor({ state: 'attached' })
  expect(await page.locator(`[data-piece="${pieces[0]}"]`).getAttribute('aria-label')).toMatch(/, Neutral,/)
  await picture(page, 'treachery-neutral')
  expect(await axe(page), 'neutral').toEqual([])
})

it('plays a card at what it is aimed at [TT-11.8]', async () => {
  const one = await visit()
  const { page } = one
  // from a log: what is held and who is still asked hangs on no die and on no bot's pace
  const brought = await page.evaluate(async (log) => {
    const post = async (where: string, type: string, body: string): Promise<Record<string, string>> =>
      (await fetch(`/api/${where}`, { method: 'POST', headers: { 'content-type': type }, body })).json() as Promise<Record<string, string>>
    const json = 'application/json'
    const { battle, code } = await post('import', 'application/x-ndjson', log)
    await post('claims', json, JSON.stringify({ code, seat: 'red', player: 'Aude' }))
    for (const [seat, bot] of [['blue', 'miser'], ['amber', 'schemer']]) await post(`battles/${battle}/seats/${seat}`, json, JSON.stringify({ to: 'bot', bot }))
    return battle ?? ''
  }, helped('intrigue'))
  await enter(one, brought)
  await question(page).getByText('Everybody who might hold a card').waitFor()
  const button = question(page).getByRole('button', { name: 'Play', exact: true })
  await button.first().waitFor()
  const [before, state] = [await cardsOf(page, 'red'), await now(page)]
  await picture(page, 'treachery-window')
  expect(await axe(page), 'window').toEqual([])
  await button.first().click()
  await expect.poll(async () => (await now(page)).asked).not.toBe(state.asked)
  // the card may have brought another
  await expect.poll(async () => (await cardsOf(page, 'red')).filter(({ id }) => before.some((card) => card.id === id)).length).toBe(before.length - 1)
  await page.getByText(/^Red plays /).first().waitFor()
  expect(one.complaints).toEqual([])
  await one.context.close()
})

it('outbids a bribe: the bid is told, the counter-bid holds the unit [TT-12.8]', async () => {
  const one = await visit()
  const { page } = one
  await brought(page, table, helped('bribe'), { red: 'Aude', blue: 'Bran', amber: 'Cato' })
  await asked(page, 'counter-bid')
  await question(page).getByText(/^Blue bids 50 for .+ R\d+\./).waitFor()
  await question(page).getByText('Do you bid more to keep them true?').waitFor()
  await picture(page, 'treachery-counter-bid')
  expect(await axe(page), 'counter-bid').toEqual([])
  expect(await question(page).getByRole('button', { name: '50', exact: true }).count()).toBe(0)
  const before = await tokens(page, 'red')
  await question(page).getByRole('button', { name: '100', exact: true }).click()
  await expect.poll(() => tokens(page, 'red')).toBe(before - 100)
  await page.getByText(/^Red outbids Blue, 100 to 50: .+ is not bribed/).first().waitFor()
  await picture(page, 'treachery-outbid')
  expect(one.complaints).toEqual([])
  await one.context.close()
})

it('is asked for a counter-bid on a phone, in the dark and in French [TT-12.8]', async () => {
  const one = await visit()
  const { page } = one
  await brought(page, table, helped('bribe'), { red: 'Aude', blue: 'Bran', amber: 'Cato' })
  await asked(page, 'counter-bid')
  await worn(page, 'treachery-counter-bid', { first: () => question(page).getByText(/^Bleu offre 50 pour/).waitFor() })
  await one.context.close()
})

it('is worn on a phone, in the dark and in French', async () => {
  const { page } = red
  const deal = region(page, 'Dons et magouilles')
  await worn(page, 'treachery', {
    first: () => deal.waitFor(),
    then: async () => {
      await deal.scrollIntoViewIfNeeded()
      await picture(page, 'treachery-phone-deal-dark-fr')
    },
  })
  expect(red.complaints).toEqual([])
  expect(watcher.complaints).toEqual([])
  expect(red.strangers).toEqual([])
})
