/** A whole battle through the real page: two browsers, one seat each. */
import { expect, it } from 'vitest'
import type { Page } from 'playwright-core'
import { atHome, lookUp, now, picture, play, reachable, seated, speak, type Watched, worn } from './table'

const { table, visit } = seated()
let red: Watched
let blue: Watched

it('is set up by one and joined by the other with the code', async () => {
  red = await visit({}, '#/new/first')
  const page = red.page
  await page.getByPlaceholder('Your name').fill('Aude')
  await page.getByRole('group', { name: 'Who sits at Blue' }).getByRole('button', { name: 'Someone else' }).click()
  // dice that give red more than one move in its first turn
  await page.getByRole('button', { name: 'From a number' }).click()
  await page.getByLabel('Number or word').fill('three')
  await page.getByRole('button', { name: 'Start the battle' }).click()
  // a table that no other screen can reach says so, and draws no code that leads nowhere
  await page.getByText('Nobody can join from another screen').waitFor()
  expect(await page.getByRole('img', { name: /QR code/ }).count()).toBe(0)
  await reachable(page)
  await page.reload()
  await page.getByRole('img', { name: 'QR code of http://192.0.2.7:8701/#/join/' }).waitFor()
  await page.unroute('**/api/about')
  await picture(page, 'room')
  const code = (await page.locator('p.code').innerText()).trim()
  expect(page.url()).not.toContain(code)

  blue = await visit()
  await blue.page.getByPlaceholder('K7QF').fill(code)
  await blue.page.getByRole('button', { name: 'Join', exact: true }).click()
  await blue.page.getByLabel('Your name').fill('Bren')
  await blue.page.getByRole('button', { name: 'Take this seat' }).click()
  await blue.page.waitForURL(/#\/battle\//)
  await page.getByText('Every seat is taken').waitFor()
  await page.getByRole('link', { name: 'To the table' }).click()
  await page.locator('[data-piece="R1"]').waitFor()
  await blue.page.getByRole('heading', { name: 'Aude decides: movement' }).waitFor()
  // whoever sits at the far edge sees his own stands below
  const y = async (watched: Watched, id: string): Promise<number> => (await watched.page.locator(`[data-piece="${id}"]`).boundingBox())!.y
  expect(await y(red, 'R1')).toBeGreaterThan(await y(red, 'B1'))
  expect(await y(blue, 'B1')).toBeGreaterThan(await y(blue, 'R1'))
})

/** From a clause to one that it names and back, by keyboard alone. */
async function leads(page: Page): Promise<void> {
  const clause = page.locator('#question').getByRole('button', { name: 'TC-1.6' })
  const note = page.getByRole('note')
  const read = async (id: string): Promise<void> => {
    await note.getByText(`Clause ${id}`).waitFor()
    expect(await note.locator('b').evaluate((one) => one === document.activeElement)).toBe(true)
  }
  await clause.press('Enter')
  await note.getByText('Source').first().waitFor()
  await note.getByRole('button', { name: 'TC-5.5' }).press('Enter')
  await read('TC-5.5')
  expect(await note.locator('.named').innerText()).toContain('TC-5.2')
  await picture(page, 'clause-named')
  await note.getByRole('button', { name: 'TC-5.2', exact: true }).press('Enter')
  await read('TC-5.2')
  await note.getByRole('button', { name: 'Back to TC-5.5' }).press('Enter')
  await note.getByRole('button', { name: 'Back to TC-1.6' }).press('Enter')
  await read('TC-1.6')
  expect(await note.getByRole('button', { name: /^← / }).count()).toBe(0)
  await clause.click()
  await note.waitFor({ state: 'detached' })
}

it('explains a wrong move with reason, clause and geometry, and spends nothing', async () => {
  const page = red.page
  const box = (await page.locator('[data-piece="R4"] .base').boundingBox())!
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x - 40, y - 100, { steps: 5 })
  await page.mouse.move(x - 120, y - 300, { steps: 5 })
  // a hand is held where the stand may go no farther; numbers are taken at their word
  await page.getByText('8.0 of 8.0 MU').first().waitFor()
  await page.mouse.up()
  await page.locator('#question').getByRole('button', { name: 'Numbers' }).click()
  await page.getByLabel(/^Ahead/).fill('11')
  await page.getByText('Not legal.').waitFor()
  await page.getByLabel(/^Ahead/).press('Enter')
  await page.getByText('Refused · nothing was spent').waitFor()
  const question = page.locator('#question')
  expect(await question.innerText()).toMatch(/moves at most 8\.0 MU/)
  await expect.poll(() => page.locator('polyline.sketch').count()).toBeGreaterThan(0)
  await question.getByRole('button', { name: 'TC-1.6' }).hover()
  await page.getByRole('note').getByText(/move/i).first().waitFor()
  await picture(page, 'refused')
  expect((await now(page)).turn).toBe(1)
  await leads(page)
  await worn(page, 'clause', {
    first: async () => {
      await question.getByRole('button', { name: 'TC-1.6' }).click()
      await page.getByRole('note').getByRole('button', { name: 'TC-5.5' }).click()
      await page.getByRole('note').getByRole('button', { name: 'Retour à TC-1.6' }).waitFor()
    },
    then: async () => page.keyboard.press('Tab'),
  })
  await atHome(page)
  await page.getByRole('button', { name: 'What can I do?' }).click()
  await page.getByRole('button', { name: 'See it' }).first().click()
  await page.locator('.ghost.yes').first().waitFor()
  await picture(page, 'preview')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
})

it('takes a move back for both, and strikes it through', async () => {
  const before = (await now(red.page)).events
  await play([red.page], (state) => state.events > before)
  await red.page.getByRole('button', { name: /Take back/ }).dblclick()
  for (const { page } of [red, blue]) await page.locator('li.undone').first().waitFor({ state: 'attached' })
  expect((await now(red.page)).refused).toEqual([])
  await blue.page.getByText('takes the last choice back').first().waitFor({ state: 'attached' })
})

it('is told to each in the language of his own page, also after a cut line', async () => {
  const told = ({ page }: Watched, text: string): Promise<void> => page.locator('.log li', { hasText: text }).first().waitFor({ state: 'attached' })
  await speak(blue.page, 'Français')
  await lookUp(blue.page)
  await told(blue, 'Tour 1')
  await told(red, 'Turn 1')
  expect(await blue.page.locator('.log').textContent()).not.toContain('Turn 1')
  await expect.poll(async () => (await blue.page.locator('.log li').count()) - (await red.page.locator('.log li').count())).toBe(0)
  const before = (await now(red.page)).events
  await play([red.page, blue.page], (state) => state.events > before)
  await blue.page.evaluate(() => (window as unknown as { table: { line: { drop: () => void } } }).table.line.drop())
  await blue.page.waitForFunction(() => (window as unknown as { table: { line: { link: string } } }).table.line.link === 'open')
  await speak(blue.page, 'English')
  await lookUp(blue.page)
  await told(blue, 'Turn 1')
  await expect.poll(() => blue.page.locator('.log ol').innerText()).toBe(await red.page.locator('.log ol').innerText())
})

it('goes on after a cut line and after a killed table, nothing lost and nothing done twice', async () => {
  await play([red.page, blue.page], (state) => state.turn >= 2)
  const known = (await now(red.page)).events
  await red.page.evaluate(() => (window as unknown as { table: { line: { drop: () => void } } }).table.line.drop())
  await red.page.waitForFunction(() => (window as unknown as { table: { line: { link: string } } }).table.line.link === 'open')
  expect((await now(red.page)).events).toBeGreaterThanOrEqual(known)
  await table.kill()
  await red.page.getByText('Reconnecting, nothing lost').waitFor()
  await picture(red.page, 'reconnecting')
  await table.open()
  for (const { page } of [red, blue]) await page.waitForFunction(() => (window as unknown as { table: { line: { link: string } } }).table.line.link === 'open', undefined, { timeout: 60_000 })
  await expect.poll(async () => (await now(red.page)).turn - (await now(blue.page)).turn).toBe(0)
  await expect.poll(async () => (await now(red.page)).mine || (await now(blue.page)).mine).toBe(true)
})

it('is played to its end with the keyboard alone', async () => {
  await play([red.page, blue.page], (state) => state.ended)
  for (const { page } of [red, blue]) await page.getByText('The battle is over').waitFor()
  const stands = async ({ page }: Watched): Promise<number> => page.locator('[data-piece]').count()
  expect(await stands(red)).toBe(await stands(blue))
  await picture(red.page, 'ended')
})

it('can be looked back at on the same screen', async () => {
  const page = red.page
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.locator('.menu').getByRole('button', { name: 'Look back' }).click()
  const slider = page.getByRole('slider', { name: 'Moment of the battle' })
  await slider.fill('19')
  await page.getByRole('heading', { name: /as it was then/ }).waitFor()
  await expect.poll(() => page.locator('[data-piece]').count()).toBe(8)
  await picture(page, 'replay')
  await page.getByRole('button', { name: 'Next move' }).click()
  await page.locator('#question').getByRole('button', { name: /Back to now/ }).click()
})

it('never complained, and asked nobody but its table', () => {
  for (const watched of [red, blue]) {
    expect(watched.complaints).toEqual([])
    expect(watched.strangers).toEqual([])
  }
})
