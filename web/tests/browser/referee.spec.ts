/** The referee's desk: pieces put anywhere, questions asked, two readings compared, a link that says all. */
import { expect, it } from 'vitest'
import type { Page } from 'playwright-core'
import { axe, picture, seated } from './table'

const { table, visit } = seated()

const THEMES = [
  { name: 'light', options: { colorScheme: 'light', locale: 'en-GB' } },
  { name: 'dark-fr', options: { colorScheme: 'dark', locale: 'fr-FR' } },
] as const

const file = (page: Page): Promise<string> => page.locator('#position-file').inputValue()
const calm = (page: Page): Promise<void> => page.locator('section[aria-busy="false"]').waitFor()
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
const ASK = /^(Ask|Demander)$/

it.each(THEMES)('answers in every game, $name', async ({ name, options }) => {
  const { page, complaints, context } = await visit(options, '#/referee')
  await page.locator('g.hold').first().waitFor()
  const systems = await page.locator('select').first().locator('option').evaluateAll((all) => all.map((one) => (one as HTMLOptionElement).value))
  expect(systems.length).toBe(8)
  for (const system of systems) {
    await page.locator('select').first().selectOption(system)
    await expect.poll(() => file(page)).toContain(`"system": "${system}"`)
    await calm(page)
    expect(await page.locator('article').count(), system).toBeGreaterThan(3)
    expect(await page.locator('.fault').count(), system).toBe(0)
    await page.locator('section').getByRole('button', { name: ASK }).click()
    await calm(page)
    if (system === 'treachery') await picture(page, `referee-${name}`)
  }
  expect(await axe(page), 'desk').toEqual([])
  await page.setViewportSize({ width: 390, height: 844 })
  await page.waitForTimeout(200)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  expect(await axe(page), 'phone').toEqual([])
  await picture(page, `referee-phone-${name}`)
  expect(complaints).toEqual([])
  await context.close()
})

it('moves a piece by hand and by key, takes it back, and says why not', async () => {
  const { page, context } = await visit({}, '#/referee')
  await page.locator('g.hold').first().waitFor()
  const knight = page.locator('g.hold[aria-label^="R1 "]')
  const box = (await knight.boundingBox())!
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width / 2 - 60, box.y + box.height / 2 + 30, { steps: 6 })
  await page.mouse.up()
  await expect.poll(() => file(page)).not.toContain('R1* KNT 20 10 0')
  await calm(page)
  await page.getByRole('button', { name: 'Take back' }).click()
  await expect.poll(() => file(page)).toContain('R1* KNT 20 10 0')
  await calm(page)
  await knight.focus()
  await page.keyboard.press('ArrowUp')
  await expect.poll(() => file(page)).toContain('R1* KNT 20 10.25 0')
  await calm(page)
  await page.locator('.hand').getByRole('textbox', { name: 'Up' }).fill('13.9')
  await page.keyboard.press('Tab')
  await expect.poll(() => file(page)).toContain('R1* KNT 20 13.9 0')
  await calm(page)
  expect(await page.locator('article p.warn').first().textContent()).toBe('Refused')
  await page.locator('.hand').getByRole('textbox', { name: 'Up' }).fill('14.9')
  await page.keyboard.press('Tab')
  expect(await page.locator('.fault').textContent()).toMatch(/R1 and B1 lie on one another/)
  await context.close()
})

it('puts pieces and terrain, compares two readings, and hands all of it on by a link', async () => {
  const { page, complaints, context } = await visit({}, '#/referee')
  await page.locator('g.hold').first().waitFor()
  const before = await page.locator('g.hold').count()
  await page.locator('#new-piece').selectOption('HFT')
  await page.getByRole('button', { name: 'Put a piece' }).click()
  await expect.poll(() => page.locator('g.hold').count()).toBe(before + 1)
  await page.locator('#new-ground').selectOption('woods')
  await page.getByRole('button', { name: 'Lay terrain' }).click()
  await expect.poll(() => file(page)).toContain('woods ellipse 16 16 8 6')
  await calm(page)
  await page.getByLabel(/^Compare two readings/).selectOption('moveMeasure')
  await expect.poll(() => page.locator('.run h2').count()).toBe(2)
  await page.getByRole('button', { name: 'Copy a link' }).click()
  await expect.poll(() => page.url()).toContain('referee?file=')
  const kept = await file(page)
  const other = await context.newPage()
  await other.goto(page.url())
  await other.locator('g.hold').first().waitFor()
  expect(await file(other)).toBe(kept)
  expect(complaints).toEqual([])
  await context.close()
})

it('says what a clause says, asks in the reader’s language, and comes closer on a phone', async () => {
  const { page, context } = await visit({ ...PHONE, locale: 'fr-FR' }, '#/referee')
  await page.locator('g.hold').first().waitFor()
  await page.locator('article .cl').first().tap()
  const says = page.locator('.says.pinned')
  await says.locator('small').first().waitFor()
  expect((await says.textContent())!.length).toBeGreaterThan(60)
  await picture(page, 'referee-clause-phone')
  await page.keyboard.press('Escape')
  await page.locator('details summary').first().tap()
  const ends = page.locator('.run details li')
  expect((await ends.allTextContents()).filter((one) => /doit répondre/.test(one)).length).toBeGreaterThan(0)
  expect((await ends.allTextContents()).filter((one) => /is asked for/.test(one))).toEqual([])
  const knight = page.locator('g.hold[aria-label^="R1 "]')
  const before = (await knight.boundingBox())!
  await page.getByRole('group', { name: /^(Zoom|Agrandissement)$/ }).getByRole('button').first().tap()
  expect((await knight.boundingBox())!.width).toBeCloseTo(before.width * 1.5, 0)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await picture(page, 'referee-closer-phone')
  await context.close()
})

it('asks about the moment of a battle, with what one sees of it', async () => {
  const { page, context } = await visit({}, '#/')
  await page.getByRole('button', { name: 'Begin the guide: TRIUMPH!', exact: true }).click()
  await page.locator('#question').waitFor()
  await page.getByRole('button', { name: 'Menu' }).click()
  const link = page.getByRole('link', { name: 'Ask the referee about this moment' })
  const [desk] = await Promise.all([context.waitForEvent('page'), link.click()])
  await desk.locator('g.hold').first().waitFor()
  expect(await file(desk)).toContain('"exact": true')
  expect(await desk.locator('.fault').count()).toBe(0)
  expect(await desk.locator('article').count()).toBeGreaterThan(0)
  expect(table.address).toMatch(/^http/)
  await context.close()
})
