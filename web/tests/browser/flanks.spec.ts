/** A large battle that runs: an ally, a flank march that comes in, commands that break; one hand for all seats. */
import { beforeAll, expect, it } from 'vitest'
import type { Page } from 'playwright-core'
import { atHome, axe, brought, helped, lookUp, picture, play, question, seated, type Watched, WHOLE, worn } from './table'

const { table, visit } = seated()
let told: { rosters: [object, object]; marching: string; broken: string }
const met: Watched[] = []

beforeAll(() => {
  told = JSON.parse(helped('flanks')) as typeof told
})

const steps = (page: Page) => page.getByRole('list', { name: 'Steps of setting out' }).getByRole('listitem')

/** The steps that are marked as the present one: no more than one. */
const present = async (page: Page): Promise<string[]> => (await steps(page).and(page.locator('[aria-current]')).allInnerTexts()).map((text) => text.replace(/\s+/g, ' '))

async function somebody(...how: Parameters<typeof visit>): Promise<Watched> {
  const one = await visit(...how)
  met.push(one)
  return one
}

/** A battle from a log, at whose seats one person sits. */
async function opened(log: string, ...how: Parameters<typeof visit>): Promise<Page> {
  const { page } = await somebody(...how)
  await brought(page, table, log, { red: 'Aude', blue: 'Aude' })
  return page
}

/** The same on a phone, in the dark and in French, and back. */
async function abroad(page: Page, name: string): Promise<void> {
  await worn(page, name)
  await atHome(page)
  await lookUp(page)
}

it('names the ten steps of setting out, and lets one person go through them at six seats [GT-4.1, GT-10.1]', async () => {
  const { page } = await somebody()
  const battle = await page.evaluate(async ([english, crusaders]) => {
    const names = ['red', 'blue', 'amber', 'green', 'rose', 'slate']
    const seats = names.map((seat, index) => ({ seat, held_by: 'you', player: 'Aude', ...(index < 2 ? { roster: index ? crusaders : english } : {}) }))
    const body = JSON.stringify({ system: 'grand', seats, dice: 'seeded', seed: 'ten' })
    const answer = await fetch('/api/battles', { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    if (!answer.ok) throw new Error(await answer.text())
    return ((await answer.json()) as { battle: string }).battle
  }, told.rosters)
  await page.goto(`${table.address}?probe#/battle/${battle}`)
  await question(page).waitFor()
  await steps(page).nth(9).waitFor()
  await expect.poll(() => steps(page).count()).toBe(10)
  await play([page], (state) => state.mine && state.ask === 'commands')
  await expect.poll(() => present(page)).toEqual(['2 Commands'])
  // the ally is a command of its own, and says so
  await page.getByRole('region', { name: 'Your army in its commands' }).waitFor()
  await page.locator('[data-command="3"]').getByRole('button', { name: /an ally/ }).first().waitFor()
  expect(await page.locator('[data-command="1"]').getByRole('button', { name: /an ally/ }).count()).toBe(0)
  await picture(page, 'steps-2')
  await play([page], (state) => state.mine && state.ask === 'camp')
  await expect.poll(() => present(page)).toEqual([expect.stringMatching(/^3 Camps: (Red|Blue)$/)])
  // of two camps the one that is asked about lies beside the board
  for (const camp of ['R0', 'R00']) {
    await play([page], (state) => state.mine && state.ask === 'camp' && !state.held && state.about === camp)
    await expect.poll(() => question(page).getByRole('group', { name: 'Beside the board' }).getByRole('button').count()).toBe(1)
    await play([page], (state) => state.mine && !state.sending && !state.held && state.about !== camp)
    await page.locator(`[data-piece="${camp}"]`).waitFor()
  }
  await play([page], (state) => state.mine && state.ask === 'first commands')
  await expect.poll(() => present(page)).toEqual([expect.stringMatching(/^7 First commands: (Red|Blue)$/)])
  expect(await axe(page)).toEqual([])
  await picture(page, 'steps-7')
  await abroad(page, 'steps-7')
  await play([page], (state) => state.turn >= 1 && state.mine && state.ask === 'movement')
  await expect.poll(() => steps(page).count()).toBe(0)
  // a seat leads a command: the ally's says whose it is
  await page.locator('.strengths > li', { hasText: 'an ally' }).first().waitFor()
  expect(await page.locator('[data-piece="R00"] .camp').textContent()).toBe('Ally')
  // what is left to a seat are the points of its own command
  const left = await page.locator('.strengths .die b').allInnerTexts()
  const plates = await page.locator('.plate .pips b').allInnerTexts()
  expect(plates).toEqual(left.map((text) => /\d+/.exec(text)![0]))
  await page.getByRole('region', { name: /Battle cards of Red/ }).getByText("an ally's camp").waitFor()
  await picture(page, 'six-moves')
})

it('brings a flank march in by its edge [GT-6]', async () => {
  const page = await opened(told.marching)
  const away = page.locator('.strengths > li', { hasText: 'on a flank march' })
  await away.waitFor()
  await page.locator('.aid.deploy').first().waitFor()
  const before = await page.locator('.stand').count()
  await picture(page, 'march-1')
  await question(page).getByRole('button', { name: /^Bring in the flank march/ }).click()
  await question(page).getByText(/^Legal\./).waitFor()
  await picture(page, 'march-2')
  expect(await axe(page)).toEqual([])
  await abroad(page, 'march-2')
  await page.keyboard.press('Enter')
  await expect.poll(() => page.locator('.stand').count()).toBeGreaterThan(before)
  await expect.poll(() => away.count()).toBe(0)
  await picture(page, 'march-3')
})

it('shows commands that are broken, and who runs [GT-8]', async () => {
  const page = await opened(told.broken)
  const gone = page.locator('.strengths > li.broken')
  await expect.poll(() => gone.count()).toBeGreaterThan(1)
  await picture(page, 'broken-1')
  expect(await axe(page)).toEqual([])
  await abroad(page, 'broken-1')
  // who would run is said before it is too late, and a point holds one of them
  const coming = question(page).getByRole('region', { name: 'If nothing more is done' })
  await coming.getByText('GT-8.4').waitFor()
  const warned = Number(/\d+/.exec(await coming.getByRole('button', { name: /^Choose \d/ }).first().innerText())![0])
  await coming.getByRole('button', { name: /^Choose \d/ }).first().click()
  const [leads, points] = [page.locator('.strengths > li.broken .die b').first(), async (): Promise<number> => Number(/\d+/.exec(await leads.innerText())![0])]
  const before = await points()
  await question(page).getByRole('button', { name: /^Hold .* in place/ }).first().click()
  await expect.poll(points).toBe(before - 1)
  // what is suggested next may come after a first Escape
  await expect.poll(async () => {
    await page.keyboard.press('Escape')
    return (await coming.getByRole('button', { name: /^Choose \d/ }).allInnerTexts())[0]
  }).toBe(`Choose ${warned - 1} stands`)
  // at the end of the phase whoever was not led runs, and the log says why
  await question(page).getByRole('button', { name: 'End the phase' }).click()
  await page.getByRole('region', { name: 'Log' }).getByText(/routs .* no command point moved or held it\./).first().waitFor()
  await picture(page, 'broken-2')
})

it.runIf(WHOLE)('shows on a phone all commands of a side at once, and a board that is near enough', async () => {
  const page = await opened(told.broken, { viewport: { width: 390, height: 844 }, locale: 'fr-FR', colorScheme: 'dark' })
  const cards = page.locator('.strengths > li')
  await expect.poll(() => cards.count()).toBe(6)
  for (const card of await cards.all()) {
    const box = (await card.boundingBox())!
    expect(box.x).toBeGreaterThanOrEqual(0)
    expect(box.x + box.width).toBeLessThanOrEqual(390)
    expect(await card.evaluate((one) => one.scrollWidth - one.clientWidth)).toBeLessThanOrEqual(0)
  }
  // it begins with the whole depth of the board, not with its whole width
  const shown = async (): Promise<number[]> => (await page.locator('svg.board').getAttribute('viewBox'))!.split(' ').map(Number)
  await expect.poll(async () => (await shown())[2]).toBeLessThan(1400)
  // on a small screen the tools are in the menu
  const menu = page.getByRole('button', { name: 'Menu', exact: true })
  await menu.click()
  await page.locator('.zoom button').nth(2).click()
  await menu.click()
  await expect.poll(async () => (await shown())[2]).toBeGreaterThan(1800)
  // where stands are too small for signs, each general bears the number of his command
  await expect.poll(() => page.locator('.leads').count()).toBeGreaterThan(3)
  expect(await axe(page)).toEqual([])
})

it('never complained, and asked nobody but its table', () => {
  for (const watched of met) {
    expect(watched.complaints).toEqual([])
    expect(watched.strangers).toEqual([])
  }
})
