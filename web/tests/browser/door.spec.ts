/** The end of a line closes the door: by a drag, by keys, by numbers, alone and as a wing. */
import { beforeAll, expect, it } from 'vitest'
import type { Page } from 'playwright-core'
import { brought, helped, middle, picture, question, seated } from './table'

const { table, visit } = seated()
let log = ''

beforeAll(() => {
  log = helped('door')
})

async function opened(): Promise<Page> {
  const { page } = await visit()
  await brought(page, table, log, { red: 'Aude', blue: 'Aude' })
  await page.locator('[data-piece="R3"]').waitFor()
  return page
}

/** Where a stand's front is and how it faces, in MU and parts of one. */
const pose = (page: Page, id: string): Promise<readonly number[]> =>
  page.evaluate((one) => (window as unknown as { table: { now: { position: { pieces: Map<string, { pose: number[] }> } } } }).table.now.position.pieces.get(one)!.pose, id)

/** From the middle of a stand by so many MU, in pixels. */
async function drag(page: Page, id: string, across: number, up: number, steps: number): Promise<void> {
  const [x, y] = await middle(page, `[data-piece="${id}"] .base`)
  const [x1] = await middle(page, '[data-piece="R1"] .base')
  const [x2] = await middle(page, '[data-piece="R2"] .base')
  const mu = (x2 - x1) / 2
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + across * mu, y - up * mu, { steps })
  await page.mouse.up()
}

async function closed(page: Page, id: string, where: readonly number[]): Promise<void> {
  await page.waitForFunction(() => (window as unknown as { table: { hand: { held: { judged: boolean } | null } } }).table.hand.held?.judged)
  await question(page).getByText('Legal.', { exact: true }).waitFor()
  await page.keyboard.press('Enter')
  await expect.poll(() => pose(page, id)).toEqual(where)
}

const FLANK = [170_000, 130_000, -1_000_000, 0] as const

it.each([[1], [24]])('draws a stand onto the flank, however fast the hand is [TC-5.2]', async (steps) => {
  const page = await opened()
  await drag(page, 'R3', -0.8, 0.8, steps)
  await question(page).getByText('It comes to', { exact: false }).first().waitFor()
  // the way is drawn as it goes: about a corner, or straight
  await expect.poll(() => page.locator('polyline.way').count()).toBe(1)
  await picture(page, `door-${steps}`)
  await closed(page, 'R3', FLANK)
})

it('turns by keys onto the flank [TC-5.2]', async () => {
  const page = await opened()
  await page.locator('[data-piece="R3"]').click()
  await page.getByRole('button', { name: 'Pick up' }).click()
  for (let step = 0; step < 2; step += 1) await page.keyboard.press('ArrowUp')
  for (let step = 0; step < 2; step += 1) await page.keyboard.press('Alt+ArrowLeft')
  for (let step = 0; step < 18; step += 1) await page.keyboard.press('ArrowLeft')
  await closed(page, 'R3', FLANK)
})

it('takes numbers onto the flank [TC-5.2]', async () => {
  const page = await opened()
  await page.locator('[data-piece="R3"]').click()
  await page.getByRole('button', { name: 'Pick up' }).click()
  await page.getByRole('button', { name: 'Numbers' }).click()
  await page.getByLabel('Ahead').fill('1')
  await page.getByLabel('To the right').fill('-1')
  await page.getByLabel('Turn, degrees').fill('-90')
  await question(page).getByText('2.8 of 3.0 MU', { exact: false }).waitFor()
  await page.getByLabel('Turn, degrees').press('Enter')
  await expect.poll(() => pose(page, 'R3')).toEqual(FLANK)
})

it('draws a wing onto the flank [TC-5.3]', async () => {
  const page = await opened()
  await page.locator('[data-piece="R5"]').click()
  await page.locator('[data-piece="R6"]').click({ modifiers: ['Shift'] })
  await drag(page, 'R5', -0.9, 0.9, 12)
  await question(page).getByText('It comes to', { exact: false }).first().waitFor()
  await picture(page, 'door-wing')
  await closed(page, 'R5', [310_000, 130_000, -1_000_000, 0])
  await expect.poll(() => pose(page, 'R6')).toEqual([310_000, 150_000, -1_000_000, 0])
})

it('offers the door among what it can do [TC-5.32]', async () => {
  const page = await opened()
  await page.locator('[data-piece="R3"]').click()
  await page.getByRole('button', { name: 'What can I do' }).click()
  await page.getByRole('region', { name: 'Legal from here' }).getByText(/It comes to/).first().waitFor()
})
