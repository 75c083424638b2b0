/** What somebody new needs: games and bots that say what they are, answers and a log that read well. */
import { expect, it } from 'vitest'
import type { Page } from 'playwright-core'
import { axe, picture, play, seated } from './table'

const { table, visit } = seated()

const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }

/** A battle of that game with one person in it, by dice that are known. */
async function founded(page: Page, wanted: object): Promise<void> {
  const battle = await page.evaluate(async (body) => {
    const answer = await fetch('/api/battles', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
    return ((await answer.json()) as { battle: string }).battle
  }, wanted)
  await page.goto(`${table.address}?probe#/battle/${battle}`)
}

it('says of every game what it is, and offers the bot that plays it best', async () => {
  const { page, complaints, context } = await visit({}, '#/new')
  const games = page.locator('.systems label')
  await games.first().waitFor()
  expect(await page.locator('.systems input').evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value)))
    .toEqual(['triumph', 'grand', 'treachery+triumph', 'ranked', 'treachery', 'skirmish', 'carnage', 'carnage+ranked'])
  for (const told of await games.locator('small').allInnerTexts()) expect(told).toMatch(/^[A-Z].{30,}\.$/)
  const bots = page.locator('.bot select')
  await expect.poll(() => bots.first().inputValue()).toBe('steward')
  await page.getByText('Looks one step ahead.').first().waitFor()
  await games.filter({ hasText: 'Triumph and Treachery over TRIUMPH!' }).click()
  await expect.poll(() => bots.evaluateAll((all) => all.map((one) => (one as HTMLSelectElement).value))).toEqual(['schemer', 'schemer'])
  await page.getByText('Intrigues: chooses enemies').first().waitFor()
  await picture(page, 'newcomer-new')
  expect(await axe(page)).toEqual([])
  expect(complaints).toEqual([])
  await context.close()
})

it('keeps the pages of the lobby in one line on a phone, in French too', async () => {
  const { page, context } = await visit({ ...PHONE, locale: 'fr-FR' }, '#/new')
  const links = page.locator('header nav a')
  await links.last().waitFor()
  const tops = await links.evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().top)))
  expect(new Set(tops).size).toBe(1)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await picture(page, 'newcomer-phone')
  await context.close()
})

it('gives the key its own small place in an answer without odds, and follows the log to its end', async () => {
  const { page, complaints, context } = await visit()
  const seats = [{ seat: 'red', held_by: 'you', player: 'Nico', roster: 'beast-drovers' }, { seat: 'blue', held_by: 'bot', bot: 'steward', roster: 'grey-circle' }]
  await founded(page, { system: 'ranked', seats, dice: 'seeded', seed: 'newc' })
  await play([page], (state) => state.mine && state.ask === 'declare charges')
  const first = page.locator('#question .options .go')
  await first.locator('kbd').waitFor()
  const [wide, left] = await first.evaluate((one) => {
    const [whole, key] = [one.getBoundingClientRect(), one.querySelector('kbd')!.getBoundingClientRect()]
    return [key.width, whole.right - key.right]
  })
  expect(wide).toBeLessThan(40)
  expect(left).toBeLessThan(24)
  // the panels above grow while the list is being scrolled: whoever read its end still does
  const below = await page.evaluate(async () => {
    const list = document.querySelector<HTMLElement>('.log ol')!
    list.scrollTo({ top: list.scrollHeight })
    const frame = (): Promise<number> => new Promise(requestAnimationFrame)
    await frame()
    await frame()
    list.scrollTo({ top: list.scrollHeight - list.clientHeight - 5 })
    list.parentElement!.style.flex = 'none'
    list.parentElement!.style.minHeight = '0'
    list.parentElement!.style.height = `${list.parentElement!.clientHeight - 40}px`
    await frame()
    await frame()
    return list.scrollHeight - list.scrollTop - list.clientHeight
  })
  expect(below).toBeLessThan(2)
  expect(complaints).toEqual([])
  await context.close()
})

it('shows whose turn it is beside the longest title, and ends where the screen ends', async () => {
  const { page, context } = await visit()
  const seats = ['red', 'blue', 'amber'].map((seat, index) => ({ seat, held_by: index ? 'bot' : 'you', player: 'Nico', bot: 'random' }))
  await founded(page, { system: 'treachery', title: 'A very long evening in the valley of the three armies, with all our friends', seats, dice: 'seeded', seed: 'long' })
  await play([page], (state) => state.mine && state.turn > 0)
  const turn = page.locator('h1 span').first()
  // as its game counts it, once the table has said so [TT-2.1]
  await turn.filter({ hasText: /^Game turn \d+ · \w+/ }).waitFor()
  expect(await turn.innerText()).toMatch(/^Game turn \d+ · \w+/)
  expect(await turn.evaluate((one) => one.scrollWidth <= one.clientWidth + 1)).toBe(true)
  const steps = (await page.locator('.steps').boundingBox())!
  const told = (await turn.boundingBox())!
  expect(told.x + told.width).toBeLessThanOrEqual(steps.x)
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(900)
  await picture(page, 'newcomer-long')
  await context.close()
})

it('tells what everybody rolled where a die may be rolled again [CM-24]', async () => {
  const { page, context } = await visit()
  const seats = ['red', 'blue', 'amber'].map((seat, index) => ({ seat, held_by: index ? 'bot' : 'you', player: 'Nico', bot: 'random', roster: ['delta', 'alpha', 'beta'][index] }))
  await founded(page, { system: 'carnage', seats, dice: 'seeded', seed: 'newc' })
  await play([page], (state) => state.mine && state.ask === 'roll again')
  const question = page.locator('#question')
  await expect.poll(() => question.getByRole('listitem').allInnerTexts()).toEqual(['Red', 'Blue', 'Amber'].map((seat) => expect.stringMatching(new RegExp(`${seat}.*\\d`, 's')) as string))
  await question.getByText('The highest die wins.').waitFor()
  expect(await question.locator('.options').getByRole('button').allInnerTexts()).toEqual([expect.stringContaining('Keep the die'), 'Roll again, for one command point'])
  await context.close()
})

it('says that there is no such code or battle, asks no more, and offers what to do next', async () => {
  const { page, context } = await visit({}, '#/join/ZZZZ')
  await page.getByText('No table has that code').waitFor()
  let asked = 0
  page.on('request', (request) => (asked += request.url().includes('/api/rooms/ZZZZ') ? 1 : 0))
  await page.waitForTimeout(3200)
  expect(asked).toBe(0)
  expect(await axe(page)).toEqual([])
  await page.getByLabel('Code').fill('yyyy')
  await page.getByRole('button', { name: 'Join' }).click()
  await page.waitForURL(/#\/join\/YYYY$/)
  await page.getByText('No table has that code').waitFor()
  await page.goto(`${table.address}?probe#/battle/nonsense`)
  await page.locator('#question').getByText('There is no such battle here').waitFor()
  expect(await page.getByText('Reconnecting').count()).toBe(0)
  await picture(page, 'newcomer-none')
  await context.close()
})

it('keeps the tools of the table within a phone, in French too', async () => {
  const { page, context } = await visit({ ...PHONE, locale: 'fr-FR' })
  const seats = [{ seat: 'red', held_by: 'you', player: 'Nico' }, { seat: 'blue', held_by: 'bot', bot: 'random' }]
  await founded(page, { system: 'triumph', seats, dice: 'seeded', seed: 'phone' })
  const tools = page.locator('header nav button')
  await tools.last().waitFor()
  const ends = await tools.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().right))
  expect(Math.max(...ends)).toBeLessThanOrEqual(390 - 8)
  await context.close()
})
