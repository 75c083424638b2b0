/** What people expect around a battle: the same again, whose turn it is, clocks, who watches, a list with pictures. */
import { expect, it } from 'vitest'
import type { Page } from 'playwright-core'
import { axe, brought, helped, now, picture, play, question, reachable, seated, type Watched } from './table'

const { table, visit } = seated()

let aude: Watched
let bren: Watched
let zoe: Watched

const battle = (page: Page): string => page.url().replace(/.*#\/battle\//, '')
const menu = (page: Page) => page.getByRole('button', { name: 'Menu', exact: true })

/** Whoever is asked, or soon will be, answers until somebody else is asked. */
async function turn(page: Page): Promise<void> {
  await expect.poll(async () => (await now(page)).mine).toBe(true)
  const { ended } = await play([page], (state) => !state.mine)
  expect(ended, 'the battle is over before its time').toBe(false)
}

it('opens the same battle again by one press, and everybody takes his seat by one', async () => {
  aude = await visit()
  await brought(aude.page, table, helped('rooms'), { red: 'Aude' })
  bren = await visit({}, `#/room/${battle(aude.page)}`)
  await bren.page.getByLabel('Your name').fill('Bren')
  await bren.page.getByRole('button', { name: 'Take this seat' }).click()
  zoe = await visit({}, `#/battle/${battle(aude.page)}`)
  await zoe.page.evaluate(() => localStorage.setItem('condotta.player', 'Zoé'))
  await zoe.page.reload()
  for (const { page } of [aude, bren]) await question(page).getByRole('button', { name: 'Play again', exact: true }).waitFor()
  await question(zoe.page).getByText('The battle is over').waitFor()
  expect(await question(zoe.page).getByRole('button', { name: 'Play again' }).count()).toBe(0)
  await picture(aude.page, 'rooms-over')
  await question(aude.page).getByRole('button', { name: 'Play again, seats swapped' }).click()
  await aude.page.waitForURL((url) => battle(bren.page) !== url.hash.replace('#/battle/', ''))
  await question(bren.page).getByText('Aude has opened the battle again. You are invited to sit as Red.').waitFor()
  await picture(bren.page, 'rooms-invited')
  await question(zoe.page).getByRole('link', { name: 'Watch it' }).click()
  await question(bren.page).getByRole('button', { name: 'Take my seat' }).click()
  await expect.poll(() => battle(bren.page)).toBe(battle(aude.page))
  await aude.page.getByRole('region', { name: 'Red: Bren' }).waitFor()
  await bren.page.getByRole('region', { name: 'Blue: Aude' }).waitFor()
})

it('says in the title whose turn it is, and who watches', async () => {
  await expect.poll(() => bren.page.title()).toMatch(/^● Your turn · Line against line \(2\)/)
  for (const { page } of [aude, zoe]) await expect.poll(() => page.title()).toBe('Line against line (2) · Condotta')
  await aude.page.getByRole('img', { name: '1 person watches: Zoé' }).waitFor()
  await menu(aude.page).click()
  await aude.page.getByText('Watching: Zoé').waitFor()
})

it('has a clock for each player, that the host sets and whoever plays may stop', async () => {
  const { page } = aude
  await page.getByLabel('Clock for each player').selectOption({ label: '15 minutes' })
  const clocks = bren.page.getByRole('timer')
  await expect.poll(() => clocks.count()).toBe(2)
  await expect.poll(() => clocks.filter({ hasText: '14:' }).count()).toBe(1)
  expect(await clocks.last().or(clocks.first()).allInnerTexts()).toContain('15:00')
  await picture(page, 'rooms-menu')
  expect(await axe(page)).toEqual([])
  await page.getByRole('button', { name: 'Stop the clocks' }).click()
  await bren.page.getByLabel('clocks stopped').first().waitFor()
  await page.getByRole('button', { name: 'Let the clocks run' }).click()
  await bren.page.getByLabel('the clock runs').waitFor()
  await menu(page).click()
  await page.evaluate((name) => fetch(`/api/battles/${name}/clock`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"seconds": 1}' }), battle(page))
  await bren.page.getByLabel(/\d over, the clock runs/).waitFor()
  await picture(bren.page, 'rooms-clock-over')
  expect((await now(bren.page)).mine).toBe(true)
})

it('gives a notice only where it was asked for, out of sight, and tells no secret by it', async () => {
  const { page, context } = aude
  await context.grantPermissions(['notifications'])
  await page.addInitScript(() => {
    const told: unknown[] = []
    class Told { static permission = 'granted'; static requestPermission = () => Promise.resolve('granted'); onclick = null; constructor(title: string, how: object) { told.push([title, how]) } close(): void {} }
    Object.assign(window, { told, Notification: Told })
    Object.defineProperty(document, 'hidden', { get: () => 'away' in window })
  })
  await page.reload()
  const told = (): Promise<[string, { body: string }][]> => page.evaluate(() => (window as unknown as { told: [string, { body: string }][] }).told)
  const away = (is: boolean): Promise<void> => page.evaluate((gone) => { if (gone) Object.assign(window, { away: 1 }); else delete (window as unknown as { away?: number }).away; document.dispatchEvent(new Event('visibilitychange')) }, is)
  await question(page).waitFor()
  await away(true)
  await turn(bren.page)
  await expect.poll(() => page.title()).toMatch(/^● Your turn/)
  await page.waitForTimeout(1500)
  expect(await told()).toEqual([])
  await away(false)
  await turn(page)
  await menu(page).click()
  await page.getByRole('button', { name: 'Tell me when it is my turn' }).click()
  await page.getByRole('button', { name: 'Do not tell me any more' }).waitFor()
  await menu(page).click()
  await away(true)
  await turn(bren.page)
  await expect.poll(async () => (await told()).length).toBe(1)
  const [[title, { body }]] = await told() as [[string, { body: string }]]
  expect([title, body]).toEqual(['Your turn', 'It is your turn in “Line against line (2)”.'])
  await away(false)
})

it('lists battles with pictures, those first that wait for oneself', async () => {
  const { page, complaints } = aude
  await page.goto(`${table.address}?probe#/`)
  const list = page.locator('.block').first()
  await list.getByRole('heading', { name: 'Your turn 1' }).waitFor()
  await expect.poll(() => page.title()).toBe('(1) Battles · Condotta')
  const mine = list.locator('li').first()
  await mine.getByText('your turn').waitFor()
  await list.scrollIntoViewIfNeeded()
  await expect.poll(() => mine.locator('img').evaluate((one) => (one as HTMLImageElement).naturalWidth)).toBeGreaterThan(10)
  await picture(page, 'rooms-list')
  await bren.page.goto(`${table.address}?probe#/`)
  await bren.page.getByText('waiting for Aude').waitFor()
  expect(complaints).toEqual([])
})

it('looks well on a phone, in the dark and in French', async () => {
  const page = bren.page
  await page.goto(`${table.address}?probe#/`)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.emulateMedia({ colorScheme: 'dark' })
  const wide = (): Promise<number> => page.evaluate(() => document.documentElement.scrollWidth)
  await page.getByRole('button', { name: 'Français' }).click()
  await page.getByText('on attend Aude').waitFor()
  expect(await wide()).toBe(390)
  expect(await axe(page)).toEqual([])
  await page.locator('.block').last().scrollIntoViewIfNeeded()
  await picture(page, 'rooms-list-phone')
  const link = page.getByRole('link', { name: 'Continuer' }).first()
  await link.click()
  await page.getByRole('timer').first().waitFor()
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  await page.getByText('Regardent\u00a0: Zoé').waitFor()
  expect(await wide()).toBe(390)
  expect(await axe(page)).toEqual([])
  await picture(page, 'rooms-menu-phone')
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  await picture(page, 'rooms-table-phone')
})

it('gives an address that others reach, never one that means this machine', async () => {
  const { page } = aude
  const made = await page.evaluate(async () => {
    const seats = [{ held_by: 'you', player: 'Aude' }, { held_by: 'open' }]
    const answer = await fetch('/api/battles', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ scenario: 'line', title: 'Tonight', seats }) })
    return ((await answer.json()) as { battle: string }).battle
  })
  await page.goto(`${table.address}?probe#/room/${made}`)
  await page.getByText('condotta play --host 0.0.0.0').waitFor()
  expect(await page.locator('.join svg').count()).toBe(0)
  expect(await page.locator('main').innerText()).not.toContain('127.0.0.1')
  await picture(page, 'rooms-door-alone')
  await reachable(page)
  await page.reload()
  await page.getByRole('img', { name: 'QR code of http://192.0.2.7:8701/#/join/' }).waitFor()
  await page.getByText('Tell turns in a chat').click()
  await page.getByRole('textbox', { name: 'Address' }).fill('http://127.0.0.1:9/hook')
  await page.getByRole('button', { name: 'Tell them' }).click()
  await page.getByText('Nothing arrived there').waitFor()
  await picture(page, 'rooms-door')
  expect(await axe(page)).toEqual([])
})

it('has the clock that was chosen when the battle was set up', async () => {
  const { page, complaints } = await visit({}, '#/new/line')
  const seat = page.locator('.seat').nth(1).locator('.seg button')
  await seat.last().waitFor()
  expect(await page.getByLabel('Clock for each player').count()).toBe(0)
  await seat.nth(1).click()
  await page.getByLabel('Clock for each player').selectOption({ label: '30 minutes' })
  await page.getByLabel('Tell turns in a chat').fill('gopher://club')
  await page.getByLabel('Tell turns in a chat').scrollIntoViewIfNeeded()
  await picture(page, 'rooms-new')
  await page.locator('.start').click()
  await page.getByText('no address that a notice can be sent to').waitFor()
  await page.getByLabel('Tell turns in a chat').fill('')
  await page.locator('.start').click()
  await page.getByRole('link', { name: 'To the table' }).click()
  await page.getByLabel(/^Clock: (30:00|29:\d\d) left/).first().waitFor()
  expect(complaints).toEqual([])
})

it('lists the ground that is chosen, with its size and the rules that it brings [TC-7.15, TC-7.20]', async () => {
  const { page, complaints } = await visit()
  const made = await page.evaluate(async () => {
    const seats = [{ held_by: 'you', roster: 'celtiberians-130-bc' }, { held_by: 'you', roster: 'marian-roman-105-bc-with-gallic-auxiliaries' }]
    const answer = await fetch('/api/battles', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ system: 'triumph', dice: 'seeded', seed: '3', seats }) })
    return ((await answer.json()) as { battle: string }).battle
  })
  await page.goto(`${table.address}?probe#/battle/${made}`)
  await play([page], (state) => state.ask === 'piece')
  await question(page).getByText('Difficult going, hides what is in it').first().waitFor()
  await question(page).getByRole('button', { name: 'Stream' }).click()
  const ground = page.locator('details.ground')
  await ground.getByText('Ground chosen so far').waitFor()
  await expect.poll(() => ground.locator('li b').allInnerTexts()).toEqual(['Stream'])
  await ground.getByText('Mounted go at most 3.0 MU in a move that touches it TC-1.4').waitFor()
  await picture(page, 'rooms-ground-choice')
  await play([page], (state) => state.ask === 'camp')
  await ground.getByText('The ground', { exact: true }).waitFor()
  await expect.poll(() => ground.locator('li b').allInnerTexts()).toEqual(expect.arrayContaining(['Stream', 'Steep Hills']))
  await ground.getByText(/^\d+\.\d MU by \d+\.\d MU$/).first().waitFor()
  await ground.getByText(/Who stands higher on it fights at \+1/).waitFor()
  await picture(page, 'rooms-ground')
  expect(await axe(page)).toEqual([])
  expect(complaints).toEqual([])
})
