/** The board answers: a card about every piece, and answers by pressing who does it, then to whom. */
import { expect, it } from 'vitest'
import type { Page } from 'playwright-core'
import { asked, atHome, axe, brought, helped, now, picture, question, seated, type Watched, worn } from './table'

const { table, visit } = seated()
type Moment = 'shot' | 'charge' | 'spell' | 'models'
let kept: Record<Moment, string> | undefined
const logs = (): Record<Moment, string> => (kept ??= JSON.parse(helped('answers')) as Record<Moment, string>)
const piece = (page: Page, id: string) => page.locator(`[data-piece="${id}"]`)
const base = (page: Page, id: string) => piece(page, id).locator('.base').first()
const card = (page: Page) => page.locator('.card.about')
const bar = (page: Page) => page.getByRole('group', { name: 'From the board' })

async function at(moment: Moment, window: string): Promise<Watched> {
  const one = await visit()
  await brought(one.page, table, logs()[moment], { red: 'Aude', blue: 'Bran' })
  await asked(one.page, window)
  return one
}
/** Until the table waits for dice: somebody has answered. */
const rolling = (page: Page): Promise<unknown> => page.waitForFunction(() => (window as unknown as { table: { ask: { seat: string } | null } }).table.ask?.seat === 'chance')
const apart = (one: { x: number; y: number; width: number; height: number }, two: typeof one): boolean =>
  one.x + one.width <= two.x || two.x + two.width <= one.x || one.y + one.height <= two.y || two.y + two.height <= one.y

it('shows a card to a pointer that rests, beside the regiment, and takes it away', async () => {
  const one = await at('charge', 'declare charges')
  const { page } = one
  await base(page, 'R1').hover()
  await card(page).getByText('Leadership').first().waitFor()
  for (const said of ['Line infantry R1', 'Captain', 'WS', 'light armour', 'Musician', 'Combat result', 'Levy spears B1 flees'])
    await expect.poll(async () => (await card(page).innerText()).toLowerCase()).toContain(said.toLowerCase())
  expect(apart((await card(page).boundingBox())!, (await piece(page, 'R1').boundingBox())!)).toBe(true)
  expect(await axe(page), 'hover').toEqual([])
  await picture(page, 'answers-hover')
  await page.mouse.move(4, 4)
  await expect.poll(() => card(page).count()).toBe(0)
  // an enemy's numbers are open, what he may do is his own affair
  await base(page, 'B1').hover()
  await card(page).getByText('Leadership').first().waitFor()
  expect(await card(page).innerText()).not.toContain('MAY DO NOW')
  expect(one.complaints).toEqual([])
  await one.context.close()
})

it('opens the card by key, with clauses to read, and goes back to the piece', async () => {
  const one = await at('charge', 'declare charges')
  const { page } = one
  await piece(page, 'R2').focus()
  await page.keyboard.press('i')
  const dialog = page.getByRole('dialog', { name: /Archers R2/ })
  await dialog.getByText('farther than Archers R2 can charge').first().waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain('Archers R2')
  expect(await dialog.getByRole('button', { name: 'FB-4.2' }).count()).toBeGreaterThan(0)
  expect(await axe(page), 'card').toEqual([])
  await picture(page, 'answers-card')
  await page.keyboard.press('Escape')
  await expect.poll(() => card(page).count()).toBe(0)
  await expect.poll(() => page.evaluate(() => (document.activeElement as HTMLElement).dataset['piece'])).toBe('R2')
  const again = async (): Promise<void> => {
    await piece(page, 'R2').focus()
    await page.keyboard.press('i')
    await page.getByRole('dialog').getByText('Archers R2').first().waitFor()
  }
  await worn(page, 'answers-card', { first: again, then: () => page.keyboard.press('Escape') })
  await atHome(page)
  expect(one.complaints).toEqual([])
  await one.context.close()
})

it('declares a charge by charger then target, with its chance on the target [FB-4.2, FB-4.7]', async () => {
  const one = await at('charge', 'declare charges')
  const { page } = one
  await base(page, 'R1').click()
  await page.locator('.odds', { hasText: '%' }).waitFor()
  expect(await page.locator('.aimed').count()).toBe(1)
  // the panel's list is what it was
  await expect.poll(() => question(page).getByRole('button').filter({ hasText: 'against' }).count()).toBe(1)
  await bar(page).getByText('Press a target').waitFor()
  await page.mouse.move(4, 4)
  expect(await axe(page), 'aim').toEqual([])
  await picture(page, 'answers-charge')
  await base(page, 'B1').click()
  await asked(page, 'charge reaction')
  // whoever is charged reads what each answer may bring
  await question(page).getByText(/flees: run down \d+ times in 100/).waitFor()
  await picture(page, 'answers-reaction')
  expect(one.complaints).toEqual([])
  await one.context.close()
})

it('writes more on a regiment from nearer, in letters of one size', async () => {
  const one = await at('charge', 'declare charges')
  const { page } = one
  const read = (): Promise<{ text: string; sizes: number[] }> =>
    piece(page, 'R1').evaluate((node) => {
      const lines = [...node.querySelectorAll('text.name')]
      const scale = (node as SVGGElement).ownerSVGElement!.getScreenCTM()!.a
      return { text: lines.map((line) => line.textContent).join('|'), sizes: lines.map((line) => Math.round(10 * Number(line.getAttribute('font-size')) * scale)) }
    })
  const far = await read()
  expect(far.text).toContain('R1')
  const box = (await base(page, 'R1').boundingBox())!
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  for (let step = 0; step < 8; step++) await page.mouse.wheel(0, -240)
  await page.mouse.move(4, 4)
  await expect.poll(async () => (await read()).text).toMatch(/M4 WS3/)
  const near = await read()
  expect(near.text).toMatch(/20 · 5×5/)
  expect(near.text).toMatch(/Standard, Musician/)
  expect(new Set([...far.sizes, ...near.sizes]).size).toBe(1)
  expect(await page.locator('[data-piece="R1"] [data-piece="R3"]').count()).toBe(1)
  await picture(page, 'answers-near')
  expect(one.complaints).toEqual([])
  await one.context.close()
})

it('casts by caster, spell and target, with so many dice [FB-5.5, FB-5.9]', async () => {
  const one = await at('spell', 'casting')
  const { page } = one
  await base(page, 'R3').click()
  await bar(page).getByRole('button', { name: 'Bolt of Force', exact: true }).click()
  await bar(page).getByText(/5\+ to cast, 24″: 1 die of hits of Strength 4/).waitFor()
  const dice = bar(page).getByRole('group', { name: 'Power dice' })
  expect(await dice.getByRole('button').count()).toBe(6)
  await dice.getByRole('button', { name: /4 dice: cast \d+%, then dispelled \d+%, miscast \d+%\.$/ }).click()
  await page.locator('.odds').first().waitFor()
  await page.mouse.move(4, 4)
  expect(await axe(page), 'spell').toEqual([])
  await picture(page, 'answers-spell')
  await base(page, 'B1').click()
  await rolling(page)
  const said = await page.evaluate(() => (window as unknown as { table: { ask: { dice: number; window: string } } }).table.ask)
  expect([said.window, said.dice]).toEqual(['casting dice', 4])
  expect(one.complaints).toEqual([])
  await one.context.close()
})

it('shoots by keys: shooter, then target; a stand tells its factors [TC-6.1]', async () => {
  const one = await at('shot', 'shooting')
  const { page } = one
  await piece(page, 'R1').focus()
  await page.keyboard.press('i')
  const dialog = page.getByRole('dialog', { name: /Archers R1/ })
  await dialog.getByText('Against foot').waitFor()
  await page.keyboard.press('Escape')
  await page.keyboard.press(' ')
  await page.locator('.aimed').first().waitFor()
  await picture(page, 'answers-shot')
  const target = await page.locator('.stand:has(.aimed)').first().getAttribute('data-piece')
  await piece(page, target!).focus()
  await page.keyboard.press(' ')
  await rolling(page)
  expect((await now(page)).ask).toBe('shot dice')
  expect(one.complaints).toEqual([])
  await one.context.close()
})

it('marks whom a unit of models may charge, and shows the card to a finger that rests [SK-89]', async () => {
  const one = await visit({ viewport: { width: 390, height: 844 }, hasTouch: true })
  const { page } = one
  await brought(page, table, logs().models, { red: 'Aude', blue: 'Bran' })
  await asked(page, 'charge unit')
  await page.locator('.odds', { hasText: '%' }).first().waitFor()
  const aimed = await page.locator('.stand:has(.aimed)').evaluateAll((all) => [...new Set(all.map((one) => (one as SVGElement).dataset['piece']!.split('.')[0]))])
  expect(aimed).toEqual(['B1'])
  const model = page.locator('[data-piece="R1.3"]')
  const [x, y] = await model.evaluate((node) => {
    const box = node.getBoundingClientRect()
    return [box.left + box.width / 2, box.top + box.height / 2]
  })
  const client = await one.context.newCDPSession(page)
  await client.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x: x!, y: y! }] })
  await page.getByRole('dialog').waitFor()
  await client.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await card(page).getByText('rapid fire').first().waitFor()
  expect(apart((await card(page).boundingBox())!, (await model.boundingBox())!)).toBe(true)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  expect(await axe(page), 'touch').toEqual([])
  await picture(page, 'answers-touch')
  await page.getByRole('button', { name: /^Close/ }).click()
  await expect.poll(() => card(page).count()).toBe(0)
  expect(one.complaints).toEqual([])
  await one.context.close()
})
