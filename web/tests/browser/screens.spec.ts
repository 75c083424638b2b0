/** Every screen: nothing that axe objects to, whole by keyboard, in both languages and themes. */
import { expect, it } from 'vitest'
import type { Page } from 'playwright-core'
import { axe, now, picture, pinned, play, seated, THEMES } from './table'

const { table, visit } = seated()

async function at(page: Page, path: string): Promise<void> {
  await page.goto(`${table.address}?probe${path}`)
  await page.getByRole('main').waitFor()
  await page.waitForTimeout(500)
}

it.each(THEMES)('has no violation on any page of the lobby, $name', async ({ name, options }) => {
  const { page, complaints, strangers, context } = await visit(options)
  for (const path of ['#/', '#/new', '#/new/flank', '#/armies', '#/join/NONE']) {
    await at(page, path)
    if (path === '#/new') await page.locator('details.settings').evaluate((one) => one.setAttribute('open', ''))
    expect(await axe(page, true), path).toEqual([])
    await picture(page, `${path.replace(/\W+/g, '-').replace(/^-|-$/g, '') || 'home'}-${name}`)
  }
  await at(page, '#/new')
  await page.getByRole('button', { name: /^(Choose|Choisir)$/ }).first().click()
  await page.getByRole('searchbox').first().fill('mong')
  await page.locator('.rosters button.name').first().click()
  await page.locator('.rosters button.name[aria-expanded=true]').waitFor()
  expect(await axe(page, true), 'picker').toEqual([])
  await picture(page, `picker-${name}`)
  expect(complaints).toEqual([])
  expect(strangers).toEqual([])
  await context.close()
})

it.each(THEMES)('has no violation at the table, $name', async ({ name, options }) => {
  const { page, complaints, context } = await visit(options, '#/new/line')
  await pinned(page)
  await page.getByRole('button', { name: /Start the battle|Commencer la bataille/ }).click()
  await page.locator('#question .btn.go').waitFor()
  expect(await axe(page, true), 'asked').toEqual([])
  await page.keyboard.press('Enter')
  await page.locator('.ghost.yes').first().waitFor()
  expect(await axe(page, true), 'held').toEqual([])
  await picture(page, `table-${name}`)
  // the whole group is all of it, at once: first what is in hand is put back, then nothing is chosen
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await page.locator('[data-piece="R2"]').click()
  await page.keyboard.press('g')
  await page.locator('#question').getByText(/R1–R6/).waitFor()
  // the card that the pointer opened goes first, then the choice
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Enter')
  await page.locator('.ghost.yes').first().waitFor()
  await page.keyboard.press('?')
  await page.getByRole('dialog').waitFor()
  expect(await axe(page, true), 'keys').toEqual([])
  await page.keyboard.press('Escape')
  await page.keyboard.press('l')
  await page.waitForTimeout(300)
  await picture(page, `layers-${name}`)
  await page.getByRole('button', { name: 'Menu' }).click()
  expect(await axe(page, true), 'menu').toEqual([])
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.waitForTimeout(300)
  expect(await axe(page, true), 'phone').toEqual([])
  await picture(page, `phone-${name}`)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await page.setViewportSize({ width: 720, height: 450 })
  await page.waitForTimeout(300)
  await page.keyboard.press('Escape')
  await page.locator('[data-piece="R1"]').focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  const over = async (): Promise<number> => {
    const [held, sheet] = [(await page.locator('[data-piece="R1"]').boundingBox())!, (await page.locator('#question').boundingBox())!]
    return held.y + held.height - sheet.y
  }
  await expect.poll(over).toBeLessThanOrEqual(0)
  await picture(page, `zoom200-${name}`)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(720)
  expect(complaints).toEqual([])
  await context.close()
})

it('shows the odds of a combat before and when it is chosen', async () => {
  const { page, context } = await visit({}, '#/new/line')
  await pinned(page, 'one')
  await page.getByRole('button', { name: 'Start the battle' }).click()
  await page.locator('#question .btn.go').waitFor()
  await play([page], (state) => state.ask === 'combat')
  await page.getByRole('img', { name: /Of 36: doubled/ }).first().waitFor()
  expect(await axe(page, true)).toEqual([])
  await picture(page, 'combat')
  await context.close()
})

it('has one tab stop for the board, and arrows go from stand to stand', async () => {
  const { page, context } = await visit({ reducedMotion: 'reduce' }, '#/new/first')
  await page.getByRole('button', { name: 'Start the battle' }).click()
  await page.locator('#question .btn.go').waitFor()
  await expect.poll(() => page.locator('[data-piece][tabindex="0"]').count()).toBe(1)
  await page.locator('[data-piece="R1"]').focus()
  const focused = (): Promise<string> => page.evaluate(() => document.activeElement?.getAttribute('data-piece') ?? '')
  await page.keyboard.press('ArrowRight')
  expect(await focused()).toBe('R2')
  await page.keyboard.press('ArrowUp')
  expect(await focused()).toBe('B2')
  await page.keyboard.press(']')
  const own = await focused()
  expect(own).toMatch(/^R/)
  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowUp')
  await page.locator('.ghost.yes').first().waitFor()
  await page.keyboard.press('Escape')
  expect((await now(page)).held).toBe(false)
  // what a screen reader is told of a stand, and the order it is told in
  expect(await page.locator('[data-piece="R1"]').getAttribute('aria-label')).toMatch(/^Red Heavy Foot R1, general, at 23 east, 11 north, facing north, may move, HFT 1$/)
  const rows = await page.locator('.sr table').first().locator('td').allInnerTexts()
  expect(rows.length).toBe(4)
  expect(await page.evaluate(() => getComputedStyle(document.querySelector('.stand')!).transitionDuration)).toBe('0s')
  await context.close()
})

it('tells everything in French, with a comma, when one person asks for it', async () => {
  const { page, context } = await visit({}, '#/new/first')
  await pinned(page)
  await page.getByRole('button', { name: 'Français' }).click()
  await page.getByRole('button', { name: 'Commencer la bataille' }).click()
  await page.locator('#question .btn.go').waitFor()
  await page.keyboard.press('Enter')
  await page.getByText(/\d,\d sur \d,\d MU/).first().waitFor()
  const text = await page.locator('body').innerText()
  expect(text).not.toMatch(/\b(Move|Legal|command points?|Turn|Lost)\b/)
  expect(text).not.toMatch(/\bweb\.[a-z]/)
  expect(await page.locator('html').getAttribute('lang')).toBe('fr')
  await context.close()
})

it('is played with a finger on a phone', async () => {
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
  const { page, context, complaints } = await visit(phone, '#/new/first')
  await pinned(page)
  await page.getByRole('button', { name: 'Start the battle' }).tap()
  const stand = page.locator('[data-piece="R4"]')
  await stand.tap()
  await page.getByText('Javelin Cavalry R4').first().waitFor()
  const box = (await stand.boundingBox())!
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  const finger = await context.newCDPSession(page)
  await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] })
  for (let step = 1; step <= 10; step++) await finger.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [{ x, y: y - 4 * step }] })
  await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await page.locator('.ghost.yes').first().waitFor()
  await picture(page, 'finger')
  expect(await page.evaluate(() => scrollY)).toBe(0)
  const sheet = (await page.locator('#question').boundingBox())!
  expect(sheet.height).toBeLessThanOrEqual(844 * 0.45 + 1)
  const before = (await now(page)).events
  await page.waitForTimeout(600) // a finger's way from board to button: sooner, a browser takes it for one gesture
  await page.getByRole('button', { name: 'Move', exact: true }).tap()
  await page.waitForFunction((known) => (window as unknown as { table: { chronicle: { events: unknown[] } } }).table.chronicle.events.length > known, before)
  expect(complaints).toEqual([])
  await context.close()
})
