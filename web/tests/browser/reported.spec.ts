/** A battle at a real table: units are tapped and reported, agreed to, disputed, amended; the hall looks on. */
import { expect, it } from 'vitest'
import type { Page } from 'playwright-core'
import { axe, beyond, brought, covered, cut, helped, now, picture, question, reachable, region, seated, type Watched } from './table'

const { table, visit } = seated()
const PHONE = { width: 390, height: 844 }
const HALL = { width: 1920, height: 1080 }

let aude: Watched
let bren: Watched
let hall: Watched

const logs = (): Record<string, string> => JSON.parse(helped('reported')) as Record<string, string>
const battle = (page: Page): string => page.url().replace(/.*#\/battle\//, '')
const unit = (page: Page, id: string) => page.locator(`[data-unit="${id}"] .plate`)
const said = (page: Page, name: string | RegExp) => question(page).getByRole('button', { name }).first()
const asked = (page: Page, window: string) => expect.poll(async () => (await now(page)).ask).toBe(window)

/** Nothing lies on anything else, no text is cut, nothing sticks out, axe objects to nothing. */
async function sound(page: Page, name: string): Promise<void> {
  await page.waitForTimeout(200)
  await picture(page, name)
  expect(await beyond(page), name).toEqual([])
  expect(await cut(page), name).toEqual([])
  expect(await covered(page), name).toEqual([])
  expect(await axe(page), name).toEqual([])
}

it('pays for moves that are made at the table [RB-10]', async () => {
  aude = await visit()
  await brought(aude.page, table, logs()['triumph+reported']!, { red: 'Aude' })
  bren = await visit({ viewport: PHONE }, `#/room/${battle(aude.page)}`)
  await bren.page.getByLabel('Your name').fill('Bren')
  await bren.page.getByRole('button', { name: 'Take this seat' }).click()
  hall = await visit({ viewport: HALL })
  await reachable(hall.page)
  await hall.page.goto(`${table.address}?probe#/battle/${battle(aude.page)}/screen`)
  await asked(aude.page, 'paying')
  await region(aude.page, 'Units of Aude').waitFor()
  await said(aude.page, 'Pay 2 points').click()
  await question(aude.page).getByText('2 points left').waitFor()
  await picture(aude.page, 'reported-paying')
  await region(hall.page, 'Now').getByText('Turn of Aude').waitFor()
  await said(aude.page, 'I have moved').click()
  await asked(aude.page, 'report')
})

it('reports a loss by tapping, reads it back, and it holds once it is agreed to [RB-3, RB-4]', async () => {
  await question(aude.page).getByText('Nothing happened').waitFor()
  await unit(aude.page, 'B3').click()
  await question(aude.page).getByText(/Archers B3 is gone, by the doing of Red\./).waitFor()
  await sound(aude.page, 'reported-report')
  await said(aude.page, 'Say so').click()
  await asked(bren.page, 'confirm')
  await question(bren.page).getByText(/Archers B3 is gone, by the doing of Red\./).waitFor()
  await sound(bren.page, 'reported-confirm-phone')
  await said(bren.page, 'Agree').click()
  await region(aude.page, 'Units of Bren').locator('.lost', { hasText: 'Archers B3' }).waitFor()
  await region(hall.page, 'What happened').getByText('Archers B3 is gone').waitFor()
})

it('says what a report cannot be, with its clause, and keeps what was put together', async () => {
  await asked(aude.page, 'report')
  await unit(aude.page, 'B4').click()
  await aude.page.evaluate(() => {
    const { table: here } = window as unknown as { table: { ask: unknown; talk: { say(ask: unknown, action: unknown): void } } }
    here.talk.say(here.ask, { kind: 'Report', losses: [{ kind: 'Loss', unit: 'B3' }], fights: [], near: {} })
  })
  await question(aude.page).getByText(/B3 is not on the table/).waitFor()
  await question(aude.page).getByText('RB-3').waitFor()
  await said(aude.page, /^Back/).click()
  await question(aude.page).getByText(/Archers B4 is gone/).waitFor()
})

it('hears two readings, and a die decides between them [RB-5]', async () => {
  await said(aude.page, 'Say so').click()
  await asked(bren.page, 'confirm')
  await said(bren.page, 'That is not right').click()
  await asked(bren.page, 'other reading')
  await sound(bren.page, 'reported-other-phone')
  await unit(bren.page, 'B4').click()
  await unit(bren.page, 'R9').click()
  await said(bren.page, 'Read it back (1)').click()
  await question(bren.page).getByText(/Bow Levy R9 is gone, by the doing of Blue\./).waitFor()
  await sound(bren.page, 'reported-read-back-phone')
  await said(bren.page, 'Say so').click()
  await asked(aude.page, 'whose reading')
  await question(aude.page).getByText(/Bow Levy R9 is gone/).waitFor()
  await question(aude.page).getByText(/Archers B4 is gone/).waitFor()
  await sound(aude.page, 'reported-whose')
  await said(aude.page, 'Let a die decide').click()
  await region(hall.page, 'What happened').getByText(/The die decides between Red and Blue|Red yields/).waitFor()
})

it('sets a number right where everybody agrees, from the plate of a unit [RB-6]', async () => {
  await unit(bren.page, 'B3').click()
  await bren.page.getByText('Archers B3 is still there.').waitFor()
  await sound(bren.page, 'reported-amend-phone')
  await bren.page.getByRole('button', { name: 'Ask the others' }).click()
  await asked(aude.page, 'amendment')
  await question(aude.page).getByText('Archers B3 is still there.').waitFor()
  await picture(aude.page, 'reported-amendment')
  await said(aude.page, 'Agree').click()
  await region(bren.page, 'Units of Bren').locator('.table', { hasText: 'Archers B3' }).waitFor()
  await region(hall.page, 'What happened').getByText(/All agree with Blue/).waitFor()
})

it('is read in the hall in both languages, in light and dark, and comes back by itself', async () => {
  const { page } = hall
  await page.getByRole('img', { name: /QR code of http:\/\/192\.0\.2\.7:8701\/#\/join\/\w+/ }).waitFor()
  await sound(page, 'reported-hall')
  await page.getByRole('button', { name: 'FR' }).click()
  await page.getByRole('button', { name: 'Sombre' }).click()
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByText(/Tour de/).first().waitFor()
  await sound(page, 'reported-hall-dark-fr')
  await page.evaluate(() => (window as unknown as { table: { line: { drop(): void } } }).table.line.drop())
  await page.getByText(/Tour de/).first().waitFor()
  expect(hall.complaints).toEqual([])
  expect(hall.strangers).toEqual([])
})

it('shows commands in the hall, and nothing that is hidden from everybody', async () => {
  const { page, complaints } = await visit({ viewport: HALL })
  await brought(page, table, logs()['grand+reported']!, { red: 'Aude' })
  await asked(page, 'paying')
  await sound(page, 'reported-grand')
  await page.goto(page.url().replace(/(#\/battle\/\w+).*/, '$1/screen'))
  await region(page, 'Players').getByText('Command 1:').first().waitFor()
  await sound(page, 'reported-grand-hall')
  expect(complaints).toEqual([])
})

it('draws a curtain between two who share a device: nothing of the former is left on the page', async () => {
  const { page, complaints } = await visit({ viewport: PHONE })
  await brought(page, table, helped('bribe'), { red: 'Aude', blue: 'Zoé' })
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  await page.getByRole('checkbox', { name: /Curtain between players/ }).click()
  await page.getByRole('button', { name: 'I am Zoé: show mine' }).waitFor()
  await sound(page, 'reported-curtain-phone')
  const body = (): Promise<string> => page.evaluate(() => document.body.innerHTML)
  expect(await body()).not.toContain('class="app')
  await page.getByRole('button', { name: 'I am Zoé: show mine' }).click()
  await question(page).getByRole('button', { name: 'Pass the device to Aude' }).waitFor()
  const hands = () => page.evaluate(() => {
    const { table: here } = window as unknown as { table: { you: string[]; chronicle: { events: unknown[] }; now: { position: { pieces: Map<string, { place?: string; controller: string; truth?: string }> } } } }
    const held = [...here.now.position.pieces.values()].filter((piece) => piece.place === 'hand' && piece.truth)
    return { you: here.you, held: [...new Set(held.map((piece) => piece.controller))] }
  })
  expect(await hands()).toEqual({ you: ['blue'], held: ['blue'] })
  await question(page).getByRole('button', { name: 'Pass the device to Aude' }).click()
  await page.getByRole('heading', { name: 'Pass the device to Aude' }).waitFor()
  expect(await page.evaluate(() => (window as unknown as { table?: unknown }).table)).toBeUndefined()
  await page.reload()
  await page.getByRole('button', { name: 'I am Aude: show mine' }).click()
  await asked(page, 'counter-bid')
  expect(await hands()).toEqual({ you: ['red'], held: ['red'] })
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  await sound(page, 'reported-curtain-menu-phone')
  await page.getByRole('checkbox', { name: /Curtain between players/ }).click()
  await expect.poll(async () => (await hands()).you).toEqual(['red', 'blue'])
  expect(complaints).toEqual([])
  await page.setViewportSize(HALL)
  await reachable(page)
  await page.goto(page.url().replace(/(#\/battle\/\w+).*/, '$1/screen'))
  await region(page, 'Players').getByText('Aude').waitFor()
  await page.getByRole('img', { name: /QR code/ }).waitFor()
  await sound(page, 'reported-hall-treachery')
  expect(await hands()).toEqual({ you: [], held: [] })
})
