/** Three players, two of them bots: coffers, enemies and neutrals, secret hands, gifts and offers. */
import { expect, it } from 'vitest'
import type { Page } from 'playwright-core'
import { asked, axe, brought, helped, inHall, lookUp, now, picture, play, question, region, seated, sound, type Watched, WHOLE, worn } from './table'

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
  // said in words above the map too, with what one is oneself
  const phase = region(red.page, 'Who may act against whom')
  await phase.getByRole('img', { name: 'Aude against Amber' }).waitFor()
  await phase.getByRole('img', { name: 'neutral: Blue' }).waitFor()
  await phase.getByText('It is your turn: you act against Amber alone.').waitFor()
  expect(await region(watcher.page, 'Who may act against whom').getByText(/your turn/).count()).toBe(0)
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
  // each card is a card: name, when it is played, what it does, and whether now or why not
  const cards = region(page, 'Your hand').getByRole('article')
  await expect.poll(() => cards.count()).toBe(mine.length)
  const first = cards.first()
  const top = first.locator('button.top')
  if ((await top.getAttribute('aria-expanded')) === 'false') await top.click()
  await first.getByText(/^Played by: /).waitFor()
  await first.getByText('Can be played now').or(first.locator('.why')).first().waitFor()
  expect(await region(watcher.page, 'Your hand').count()).toBe(0)
  expect(await region(watcher.page, 'Gifts and deals').count()).toBe(0)
  await region(page, 'Your hand').getByRole('button', { name: 'Hide' }).click()
  expect(await cards.count()).toBe(0)
  await region(page, 'Your hand').getByRole('button', { name: 'Show' }).click()
  await lookUp(page)
})

it('gives tokens, and lays an offer in private that nobody else sees [TT-10.7, TT-14.1]', async () => {
  const { page } = red
  const deals = region(page, 'Gifts and deals')
  await deals.getByText('Gifts and deals').click()
  await deals.getByRole('radio', { name: 'Amber' }).click()
  const [mine, theirs] = [await tokens(page, 'red'), await tokens(page, 'amber')]
  expect(mine).toBeGreaterThanOrEqual(50)
  await deals.getByRole('group', { name: 'You give' }).getByRole('combobox').selectOption('50')
  await deals.getByRole('button', { name: 'Give it now' }).click()
  await expect.poll(() => tokens(page, 'amber')).toBe(theirs + 50)
  await expect.poll(() => tokens(watcher.page, 'red')).toBe(mine - 50)
  // whoever watches reads who paid whom, and what for
  await watcher.page.locator('.payments .chip').first().waitFor()
  await watcher.page.locator('.happening').getByText('Aude pays Amber 50: Aude gives Amber 50 in tokens.').waitFor()
  await region(page, /^Red/).getByRole('img', { name: /^Coffer of Red, since your last answer: −50/ }).waitFor()
  // nothing is refused in words
  await deals.getByRole('button', { name: 'Give it now' }).click()
  await deals.getByText('That moves nothing').waitFor()
  // an offer of words alone, in private
  await deals.getByRole('radio', { name: 'Blue' }).click()
  await deals.getByLabel('A promise').fill('Leave my flank alone.')
  await deals.getByLabel('For Blue alone to see').check()
  await deals.getByRole('button', { name: 'Offer it' }).click()
  await deals.getByText('Aude offers Blue').waitFor()
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
  await question(page).getByText('None of your cards').or(question(page).getByRole('button', { name: /^Play / }).first()).first().waitFor()
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
  for (const word of ['Turn', 'Enemy', 'Neutral']) await page.locator('.board .rolemark .word', { hasText: word }).first().waitFor({ state: 'attached' })
  expect(await page.locator('.stand .foe').count()).toBeGreaterThan(0)
  expect(await page.locator(`[data-piece="${pieces[0]}"]`).getAttribute('aria-label')).toMatch(/, Neutral,/)
  await picture(page, 'treachery-neutral')
  expect(await axe(page), 'neutral').toEqual([])
})

/** An act that no question asked for, said from a page. */
const says = (page: Page, seat: string, action: object): Promise<unknown> =>
  page.evaluate(([who, what]) => (window as unknown as { table: { talk: { act(seat: unknown, action: unknown): Promise<unknown> } } }).table.talk.act(who, what), [seat, action] as const)
/** Red and blue at pages of their own in a battle from a log. */
let pair: [Watched, Watched]

/** The log of a helper: red and blue are people at pages of their own, amber is a bot. */
async function two(script: string): Promise<[Watched, Watched]> {
  const [one, other] = [await visit(), await visit()]
  const made = await one.page.evaluate(async (log) => {
    const post = async (where: string, type: string, body: string): Promise<Record<string, string>> =>
      (await fetch(`/api/${where}`, { method: 'POST', headers: { 'content-type': type }, body })).json() as Promise<Record<string, string>>
    const json = 'application/json'
    const { battle = '', code = '' } = await post('import', 'application/x-ndjson', log)
    await post('claims', json, JSON.stringify({ code, seat: 'red', player: 'Aude' }))
    await post(`battles/${battle}/seats/amber`, json, JSON.stringify({ to: 'bot', bot: 'steward' }))
    return { battle, code }
  }, helped(script))
  await other.page.evaluate(async (code) => void (await fetch('/api/claims', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ code, seat: 'blue', player: 'Bran' }) })), made.code)
  await enter(one, made.battle)
  await enter(other, made.battle)
  await question(one.page).getByRole('heading').first().waitFor()
  await question(other.page).getByRole('heading').first().waitFor()
  // what lay there is answered
  const open = (await hands(one.page)).filter((piece) => piece.traits.includes('deal') && piece.controller === 'red')
  for (const { id } of open) await says(one.page, 'red', { kind: 'Refuse', deal: id })
  return [one, other]
}
/** Whether the middle of something is in sight, and nothing lies over it. */
const seen = (page: Page, what: string): Promise<boolean> =>
  page.locator(what).first().evaluate((node) => {
    const box = node.getBoundingClientRect()
    const at = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2)
    return box.width > 0 && !!at && (node.contains(at) || at.contains(node))
  })

it('keeps an offer in sight at every size until it is answered, and tells it at once [TT-14.1]', async () => {
  pair = await two('intrigue')
  const [one, other] = pair
  const { page } = one
  for (const at of [page, other.page]) for (const seen = region(at, 'For you').getByRole('button', { name: 'Seen' }); await seen.count();) await seen.first().click()
  await expect.poll(() => tokens(page, 'blue')).toBeGreaterThanOrEqual(50)
  const [mine, theirs] = [await tokens(page, 'red'), await tokens(page, 'blue')]
  expect(theirs).toBeGreaterThanOrEqual(50)
  await says(other.page, 'blue', { kind: 'Offer', to: 'red', terms: { kind: 'Terms', tokens: 50, cards: [], wants: 0, wanted: [], words: 'Leave my flank alone.' }, private: true })
  const news = region(page, 'For you')
  await news.getByText('Bran makes you an offer').waitFor()
  await news.getByText('Leave my flank alone.').waitFor()
  await page.getByRole('status').getByText('Bran makes you an offer. You get: 50 in tokens. You give: nothing. Leave my flank alone.').waitFor({ state: 'attached' })
  expect(await region(other.page, 'For you').getByText('makes you an offer').count()).toBe(0)
  for (const [width, height] of [[1440, 900], [820, 1100], [390, 844], [320, 640]] as const) {
    await page.setViewportSize({ width, height })
    await page.evaluate(() => scrollTo(0, 400))
    await expect.poll(async () => [width, await seen(page, '.news .offer .acts button'), await seen(page, '#question .btn.go')]).toEqual([width, true, true])
  }
  await page.setViewportSize({ width: 390, height: 844 })
  await picture(page, 'treachery-offer-phone')
  expect(await axe(page), 'offer on a phone').toEqual([])
  // on a phone one leafs through the hand, and it lies over nothing when it is closed
  await question(page).getByRole('button', { name: /^Hand/ }).click()
  const hand = page.getByRole('dialog', { name: 'Hand' })
  const cards = await cardsOf(page, 'red')
  await hand.getByText(`Card 1 of ${cards.length}`).waitFor()
  expect(await hand.getByRole('article').count()).toBe(cards.length)
  await hand.getByRole('button', { name: 'Next card' }).click()
  await hand.getByText(`Card 2 of ${cards.length}`).waitFor()
  await picture(page, 'treachery-hand-phone')
  expect(await axe(page), 'hand on a phone').toEqual([])
  await hand.getByRole('button', { name: 'Close' }).click()
  // it is still there, and taken up it is gone
  await news.getByRole('button', { name: 'Accept' }).click()
  await expect.poll(() => tokens(page, 'red')).toBe(mine + 50)
  await expect.poll(() => news.getByText('makes you an offer').count()).toBe(0)
  // whoever made it reads what became of it, until he has seen it
  const answer = region(other.page, 'For you')
  await answer.getByText('Aude takes up the offer of Bran.').waitFor()
  await answer.getByRole('button', { name: 'Seen' }).click()
  await expect.poll(() => answer.count()).toBe(0)
  await page.setViewportSize({ width: 1440, height: 900 })
  // what is given back is there for gifts to come
  await says(page, 'red', { kind: 'Give', to: 'blue', tokens: 50, cards: [] })
  await expect.poll(() => tokens(page, 'blue')).toBeGreaterThanOrEqual(100)
})

it('plays a card at what it is aimed at: on the board, with coins that fly [TT-11.5, TT-11.8]', async () => {
  const [one, other] = pair
  const { page } = one
  await question(page).getByText('Everybody who might hold a card').waitFor()
  await question(page).getByRole('button', { name: 'Play Evil Whispers' }).click()
  await question(page).getByText('At whom?').waitFor()
  const aims = question(page).getByRole('radiogroup', { name: 'Target' }).getByRole('radio')
  expect(await aims.count()).toBeGreaterThan(1)
  await picture(page, 'treachery-window')
  expect(await axe(page), 'window').toEqual([])
  // a stand that is pressed on the board is the target
  const ringed = await page.evaluate(() => (window as unknown as { table: { pointed: string[] } }).table.pointed)
  expect(ringed.length).toBeGreaterThan(1)
  await page.locator(`[data-piece="${ringed[1]}"]`).first().click()
  await expect.poll(() => question(page).getByRole('radio', { checked: true }).count()).toBe(1)
  const target = await question(page).getByRole('radio', { checked: true }).locator('span').textContent()
  expect(target).toContain(ringed[1])
  const state = await now(page)
  await question(page).getByRole('button', { name: `Play Evil Whispers: ${target?.trim()}` }).click()
  await expect.poll(async () => (await now(page)).asked).not.toBe(state.asked)
  await page.getByText(/^Aude plays Evil Whispers on /).first().waitFor()
  // a gift is seen to go from purse to purse, unless little motion is wanted: then it is read alone
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.evaluate(() => localStorage.setItem('condotta.pace', 'quick'))
  await page.reload()
  await question(page).getByRole('heading').first().waitFor()
  const flights = (): Promise<number> => page.evaluate(() => (window as unknown as { flights: number }).flights)
  await page.evaluate(() => {
    const counted = window as unknown as { flights: number }
    counted.flights = 0
    new MutationObserver((all) => (counted.flights += all.flatMap((one) => [...one.addedNodes]).filter((node) => node instanceof HTMLElement && node.className === 'flying-coin').length)).observe(document.body, { childList: true })
  })
  await expect.poll(() => tokens(page, 'blue')).toBeGreaterThanOrEqual(100)
  const theirs = await tokens(page, 'blue')
  for (const seen = region(page, 'For you').getByRole('button', { name: 'Seen' }); await seen.count();) await seen.first().click()
  await says(other.page, 'blue', { kind: 'Give', to: 'red', tokens: 50, cards: [] })
  await expect.poll(flights).toBe(1)
  await page.locator('.happening').getByText('Bran pays Aude 50: Bran gives Aude 50 in tokens.').waitFor()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await says(other.page, 'blue', { kind: 'Give', to: 'red', tokens: 50, cards: [] })
  await expect.poll(() => tokens(page, 'blue')).toBe(theirs - 100)
  await page.locator('.payments .chip').first().waitFor()
  await region(page, 'For you').getByText('Bran gives Aude 50 in tokens.').first().waitFor()
  await page.waitForTimeout(300)
  expect(await flights()).toBe(1)
  await picture(page, 'treachery-gift')
  expect([one.complaints, other.complaints]).toEqual([[], []])
  await one.context.close()
  await other.context.close()
})

it('outbids a bribe: the bid is told, the counter-bid holds the unit [TT-12.8]', async () => {
  const one = await visit()
  const { page } = one
  await brought(page, table, helped('bribe'), { red: 'Aude', blue: 'Bran', amber: 'Cato' })
  await asked(page, 'counter-bid')
  await question(page).getByText(/^Bran bids 50 for .+ R\d+\./).waitFor()
  // what is at stake: the unit, its worth, what it would not do, who has laid down how much, what is left
  const stake = question(page).getByRole('region', { name: /R\d+$/ })
  await stake.getByText(/\d+ points$/).waitFor()
  await stake.getByText(/^Bribed, .+ neither moves, shoots nor strikes/).waitFor()
  await stake.getByText('has laid down').waitFor()
  await stake.getByText('must go above 50').waitFor()
  await stake.getByText('leaves you 0').waitFor()
  await question(page).getByText('Do you bid more to keep them true?').waitFor()
  await picture(page, 'treachery-counter-bid')
  expect(await axe(page), 'counter-bid').toEqual([])
  expect(await question(page).getByRole('button', { name: 'Lay down 50' }).count()).toBe(0)
  const before = await tokens(page, 'red')
  await question(page).getByRole('button', { name: 'Lay down 100' }).click()
  await expect.poll(() => tokens(page, 'red')).toBe(before - 100)
  await page.getByText(/^Aude outbids Bran, 100 to 50: .+ is not bribed/).first().waitFor()
  await picture(page, 'treachery-outbid')
  expect(one.complaints).toEqual([])
  await one.context.close()
})

it.runIf(WHOLE)('is asked for a counter-bid on a phone, in the dark and in French [TT-12.8]', async () => {
  const one = await visit()
  const { page } = one
  await brought(page, table, helped('bribe'), { red: 'Aude', blue: 'Bran', amber: 'Cato' })
  await asked(page, 'counter-bid')
  await worn(page, 'treachery-counter-bid', { first: () => question(page).getByText(/^Bran offre 50 pour/).waitFor() })
  await one.context.close()
})

it('draws a curtain between two who share a device: nothing of the former is left on the page', async () => {
  const { page, complaints, context } = await visit({ viewport: { width: 390, height: 844 } })
  await brought(page, table, helped('bribe'), { red: 'Aude', blue: 'Zoé' })
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  await page.getByRole('checkbox', { name: /Curtain between players/ }).click()
  await page.getByRole('button', { name: 'I am Zoé: show mine' }).waitFor()
  await sound(page, 'treachery-curtain-phone')
  const body = (): Promise<string> => page.evaluate(() => document.body.innerHTML)
  expect(await body()).not.toContain('class="app')
  await page.getByRole('button', { name: 'I am Zoé: show mine' }).click()
  await question(page).getByRole('button', { name: 'Pass the device to Aude' }).waitFor()
  const mine = () => page.evaluate(() => {
    const { table: here } = window as unknown as { table: { you: string[]; chronicle: { events: unknown[] }; now: { position: { pieces: Map<string, { place?: string; controller: string; truth?: string }> } } } }
    const held = [...here.now.position.pieces.values()].filter((piece) => piece.place === 'hand' && piece.truth)
    return { you: here.you, held: [...new Set(held.map((piece) => piece.controller))] }
  })
  // on the way through the battle the page knew more: a card that went from hand to hand
  await expect.poll(mine).toEqual({ you: ['blue'], held: ['blue'] })
  await question(page).getByRole('button', { name: 'Pass the device to Aude' }).click()
  await page.getByRole('heading', { name: 'Pass the device to Aude' }).waitFor()
  expect(await page.evaluate(() => (window as unknown as { table?: unknown }).table ?? null)).toBeNull()
  await page.reload()
  await page.getByRole('button', { name: 'I am Aude: show mine' }).click()
  await asked(page, 'counter-bid')
  await expect.poll(mine).toEqual({ you: ['red'], held: ['red'] })
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  await sound(page, 'treachery-curtain-menu-phone')
  await page.getByRole('checkbox', { name: /Curtain between players/ }).click()
  await expect.poll(async () => (await mine()).you).toEqual(['red', 'blue'])
  expect(complaints).toEqual([])
  await inHall(page, 'treachery')
  await expect.poll(mine).toEqual({ you: [], held: [] })
  await context.close()
})

it.runIf(WHOLE)('is worn on a phone, in the dark and in French', async () => {
  const { page } = red
  const deal = region(page, 'Dons et magouilles')
  await worn(page, 'treachery', {
    first: async () => {
      await question(page).getByRole('button', { name: /^Magouille/ }).click()
      await deal.waitFor()
      expect(await axe(page), 'deal on a phone').toEqual([])
      await picture(page, 'treachery-phone-deal-dark-fr')
      await page.keyboard.press('Escape')
    },
  })
  expect(red.complaints).toEqual([])
  expect(watcher.complaints).toEqual([])
  expect(red.strangers).toEqual([])
})
