/** The army builder: found, changed, taken back, kept, shared, read; nothing that axe objects to. */
import { expect, it } from 'vitest'
import { readFileSync } from 'node:fs'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { axe, picture, seated, SOME_THEMES, type Watched } from './table'

const { table, visit } = seated()

it.each(SOME_THEMES)('builds an army, $name', async ({ name, options }) => {
  const { page, complaints, strangers, context } = await visit(options, '#/army')
  await page.getByRole('searchbox').fill('marian roman 58 BC')
  const found = page.getByRole('button', { name: /^Marian Roman/ })
  await found.waitFor()
  expect(await axe(page), 'search').toEqual([])
  await found.click()
  await page.locator('.sum').waitFor()
  await page.getByRole('button', { name: /^(Fill up|Compléter)/ }).click()
  await expect.poll(() => page.locator('.sum b').first().textContent()).toMatch(/^48 (of 48 points|points sur 48)$/)
  const total = await page.locator('.sum b').first().textContent()
  const less = page.getByRole('button', { name: /^(One less|Un de moins)/ }).and(page.locator(':enabled')).first()
  await less.click()
  await expect.poll(() => page.locator('.sum b').first().textContent()).not.toBe(total)
  await page.keyboard.press('Control+z')
  await expect.poll(() => page.locator('.sum b').first().textContent()).toBe(total)
  expect(await axe(page), 'army').toEqual([])
  await picture(page, `builder-${name}`)
  await page.getByRole('button', { name: /^(Keep here|Garder ici)$/ }).click()
  const link = await page.locator('input[readonly]').inputValue()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.waitForTimeout(200)
  expect(await axe(page), 'phone').toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await picture(page, `builder-phone-${name}`)
  await page.goto(`${table.address}?again#${link.split('#')[1]}`)
  await page.locator('.sum .ok').waitFor()
  expect(await page.locator('.sum b').first().textContent()).toBe(total)
  await expect.poll(() => page.getByRole('button', { name: /^Marian Roman/ }).count()).toBe(1)
  expect(complaints).toEqual([])
  expect(strangers).toEqual([])
  await context.close()
})

const points = (page: Page): Promise<string | null> => page.locator('.sum .big').textContent()
const press = (page: Page, name: string): Promise<void> => page.getByRole('button', { name, exact: true }).click()

async function bench(list = 'Marian Roman', options: BrowserContextOptions = {}): Promise<Watched> {
  const watched = await visit(options, '#/army')
  await watched.page.getByRole('searchbox').fill(list)
  const found = watched.page.getByRole('button', { name: new RegExp(`^${list}`) }).first()
  const open = (): Promise<boolean> => watched.page.locator('.sum').waitFor({ timeout: 5000 }).then(() => true, () => false)
  // the list is found anew while one types: a row that is pressed just then may be gone
  for (let tries = 0; tries < 4; tries += 1) {
    await found.click({ timeout: 10_000 }).catch(() => undefined)
    if (await open()) return watched
  }
  throw new Error(`${list} does not open`)
}

it('draws, takes back, brings again, duplicates and compares', async () => {
  const { page, complaints, context } = await bench()
  const before = await points(page)
  await page.getByLabel('Cards by lot').selectOption('many')
  await press(page, 'Random army')
  await expect.poll(() => points(page)).not.toBe(before)
  const drawn = await points(page)
  await press(page, 'Undo')
  await expect.poll(() => points(page)).toBe(before)
  await press(page, 'Redo')
  await expect.poll(() => points(page)).toBe(drawn)
  await page.locator('.legend').waitFor()
  await press(page, 'Keep here')
  await page.getByText('Kept.').waitFor()
  await page.getByLabel('Name of the army').fill('The Mules')
  await page.keyboard.press('Tab')
  await expect.poll(() => page.getByLabel('Name of the army').inputValue()).toBe('The Mules')
  await page.waitForTimeout(300)
  await press(page, 'Duplicate')
  const kept = page.getByRole('button', { name: /^Remove: / })
  await expect.poll(() => kept.count()).toBe(2)
  const less = page.getByRole('button', { name: /^One less/ }).and(page.locator(':enabled')).first()
  await less.click()
  await expect.poll(() => points(page)).not.toBe(drawn)
  await page.getByLabel('Compare with').selectOption({ index: 1 })
  await page.locator('.sides .differs').first().waitFor()
  expect(await axe(page), 'compare').toEqual([])
  await kept.first().click()
  await expect.poll(() => kept.count()).toBe(1)
  expect(complaints).toEqual([])
  await context.close()
})

it('saves in every form and reads each file and text again', async () => {
  const { page, complaints, context } = await bench()
  await press(page, 'Random army')
  await expect.poll(() => points(page)).toBe('48 of 48 points')
  const troops = await page.locator('.legend').textContent()
  for (const [name, end] of [['Save as a file', '.json'], ['Save for Meshwesh readers', '.json'], ['Save as text', '.txt'], ['Save for a forum', '.md'], ['Save as a table', '.csv']] as const) {
    const [file] = await Promise.all([page.waitForEvent('download'), press(page, name)])
    expect(file.suggestedFilename().endsWith(end), name).toBe(true)
    const path = await file.path()
    const text = readFileSync(path, 'utf8')
    expect(text.length).toBeGreaterThan(100)
    if (end === '.csv') continue
    await press(page, 'Another list')
    if (end === '.json') await page.locator('input[type=file]').setInputFiles({ name: `army${end}`, mimeType: 'text/plain', buffer: Buffer.from(text) })
    else {
      await page.locator('textarea').fill(text)
      await press(page, 'Read')
    }
    await page.locator('.sum .ok').waitFor()
    await expect.poll(() => page.locator('.legend').textContent(), { message: name }).toBe(troops)
  }
  await page.locator('textarea').fill('{"nothing": 1}')
  await press(page, 'Read')
  await page.getByRole('alert').waitFor()
  expect(await page.getByRole('alert').textContent()).toMatch(/\.$/)
  expect(await page.locator('.legend').textContent()).toBe(troops)
  expect(complaints).toEqual([])
  await context.close()
})

it('takes contingents, cards, years and another cap', async () => {
  const { page, complaints, context } = await bench()
  const ally = page.locator('.take input:enabled').first()
  await ally.check()
  await page.locator('.body').first().waitFor()
  await page.locator('.body').getByRole('button', { name: /^One more/ }).and(page.locator(':enabled')).first().click()
  await expect.poll(() => points(page)).not.toBe(null)
  const total = await points(page)
  const card = page.locator('.card-line').filter({ has: page.locator('label', { hasText: 'Fortified Camp' }) })
  await card.locator('select').selectOption('1')
  await expect.poll(() => points(page)).not.toBe(total)
  await card.locator('summary').click()
  expect((await card.locator('details p').first().textContent())?.length).toBeGreaterThan(30)
  await card.getByRole('button', { name: 'BC-17.1' }).click()
  await page.getByRole('note').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('spinbutton', { name: /^Year/ }).fill('104')
  await page.keyboard.press('Tab')
  await expect.poll(() => page.getByLabel('Years at which the list changes').locator('option:checked').textContent()).toBe('104 BC')
  await page.getByLabel('Points allowed').fill('20')
  await page.keyboard.press('Tab')
  await page.locator('.found .error').first().waitFor()
  expect(await page.getByRole('button', { name: 'Use in a battle' }).isDisabled()).toBe(true)
  expect(await axe(page), 'contingents').toEqual([])
  expect(complaints).toEqual([])
  await context.close()
})

it('keeps a draft, prints it, and takes it into a battle', async () => {
  const { page, complaints, context } = await bench()
  await page.getByLabel('Cards by lot').selectOption('many')
  await press(page, 'Random army')
  await expect.poll(() => points(page)).toBe('48 of 48 points')
  const troops = await page.locator('.legend').textContent()
  await page.reload()
  await page.locator('.sum').waitFor()
  await expect.poll(() => page.locator('.legend').textContent()).toBe(troops)
  await press(page, 'Print')
  await page.locator('.paper').waitFor()
  expect(await axe(page), 'paper').toEqual([])
  const rows = await page.locator('.paper tbody tr').count()
  expect(rows).toBeGreaterThan(3)
  for (const [paper, width] of [['a4', 595], ['letter', 612]] as const) {
    await page.getByRole('combobox', { name: 'Paper' }).selectOption(paper)
    const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
    const box = /MediaBox \[0 0 ([\d.]+)/.exec(pdf)
    expect(Math.round(Number(box?.[1])), paper).toBe(width)
  }
  await page.emulateMedia({ media: 'print' })
  expect(await page.locator('header.nav').isVisible()).toBe(false)
  expect(await page.locator('.tools').isVisible()).toBe(false)
  await picture(page, 'builder-paper')
  await page.emulateMedia({ media: 'screen' })
  await press(page, 'Back to the army')
  await press(page, 'Use in a battle')
  const seat = page.locator('.seat').first()
  await seat.getByText(/Marian Roman/).waitFor()
  await press(page, 'Start the battle')
  await page.waitForURL(/#\/battle\//)
  expect(complaints).toEqual([])
  await context.close()
})

it('divides an army into commands, brings an ally, and takes it into the large game', async () => {
  const { page, complaints, context } = await bench()
  await page.getByRole('combobox', { name: 'Game', exact: true }).selectOption('grand')
  await expect.poll(() => points(page)).toBe('144 of 144 points')
  await page.getByText('Command 3', { exact: true }).waitFor()
  expect(await axe(page), 'commands').toEqual([])
  const less = page.getByRole('button', { name: /^One less: .*Command 2$/ }).and(page.locator(':enabled')).first()
  await less.click()
  await expect.poll(() => points(page)).not.toBe('144 of 144 points')
  await press(page, 'Undo')
  await expect.poll(() => points(page)).toBe('144 of 144 points')
  await page.getByRole('button', { name: /as an ally command$/ }).first().click()
  await expect.poll(() => page.getByText(/· ally/).count()).toBe(1)
  await press(page, 'Undo')
  await page.getByRole('button', { name: 'Use in a battle' }).and(page.locator(':enabled')).click()
  await page.getByRole('radio', { name: 'GRAND TRIUMPH!' }).waitFor()
  await expect.poll(() => page.getByRole('radio', { name: /GRAND/ }).isChecked()).toBe(true)
  expect(complaints).toEqual([])
  await context.close()
})

it('is used by keyboard alone, and at twice the size', async () => {
  const { page, complaints, context } = await visit({ viewport: { width: 720, height: 450 } }, '#/army')
  await page.getByRole('searchbox').focus()
  await page.keyboard.type('marian')
  const found = page.getByRole('button', { name: /^Marian Roman/ })
  await found.waitFor()
  for (let tab = 0; tab < 12 && !(await found.evaluate((one) => one === document.activeElement)); tab += 1) await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.locator('.sum').waitFor()
  const total = await points(page)
  const more = page.getByRole('button', { name: /^One more/ }).and(page.locator(':enabled')).first()
  for (let tab = 0; tab < 60 && !(await more.evaluate((one) => one === document.activeElement)); tab += 1) await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect.poll(() => points(page)).not.toBe(total)
  await page.keyboard.press('Control+z')
  await expect.poll(() => points(page)).toBe(total)
  await page.keyboard.press('Control+Shift+z')
  await expect.poll(() => points(page)).not.toBe(total)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(720)
  expect(await axe(page), 'zoom').toEqual([])
  await picture(page, 'builder-zoom')
  expect(complaints).toEqual([])
  await context.close()
})

/** A list whose two entries of foot may have Mobile Infantry, and 48 points of it with one stand of each on transports. */
function transports(): string {
  const foot = { min: 0, max: 20, troopEntries: [{ troopTypeCode: 'HFT' }], battleCardEntries: [{ battleCardCode: 'MI', note: '' }] }
  const knights = { min: 0, max: 20, troopEntries: [{ troopTypeCode: 'KNT' }] }
  const list = {
    id: '0'.repeat(24), listId: 999, sublistId: 'a', name: 'Two Carts', dateRanges: [{ startDate: -100, endDate: 100 }], invasionRatings: [{ value: 1 }], maneuverRatings: [{ value: 2 }],
    homeTopographies: [{ values: ['Arable'], note: '' }], troopOptions: [knights, foot, foot], troopEntriesForGeneral: [{ troopEntries: [{ troopTypeCode: 'KNT' }] }], allyOptions: [],
  }
  const roster = {
    armyListName: 'Two Carts', year: 50, stands: { 'main/t1': { KNT: 3 }, 'main/t2': { HFT: 6 }, 'main/t3': { HFT: 6 } }, general: { option: 'main/t1', troopTypeCode: 'KNT' },
    troopCards: ['main/t2', 'main/t3'].map((option) => ({ code: 'MI', option, stands: 1 })),
  }
  return JSON.stringify({ armyLists: [list], rosters: [roster] })
}

it.each([
  { lang: 'en-GB', summary: 'How your table counts two cards', sum: '48 of 48 points', more: '49 of 48 points', once: 'One price for the whole army.' },
  { lang: 'fr-FR', summary: 'Comment votre table compte deux cartes', sum: '48 points sur 48', more: '49 points sur 48', once: 'Un seul prix pour toute l’armée.' },
])('counts a card over the army where the table does, $lang (BC-8.8)', async ({ lang, summary, sum, more, once }) => {
  const { page, complaints, context } = await visit({ locale: lang }, '#/army')
  await page.locator('textarea').last().fill(transports())
  await page.locator('textarea').last().locator('xpath=../following-sibling::div//button').first().click()
  await expect.poll(() => points(page)).toBe(sum)
  await page.getByText(summary).click()
  await page.locator('details p', { hasText: 'BC-8.8' }).getByRole('checkbox').check()
  await expect.poll(() => points(page)).toBe(more)
  await page.locator('.sum .warn').waitFor()
  expect(await page.getByText(once).count()).toBe(2)
  expect(await axe(page), 'readings').toEqual([])
  await page.locator('details p', { hasText: 'BC-8.8' }).getByRole('checkbox').uncheck()
  await expect.poll(() => points(page)).toBe(sum)
  expect(complaints).toEqual([])
  await context.close()
})

it('takes the reading of the builder into the battle (BC-8.8)', async () => {
  const { page, complaints, context } = await visit({ locale: 'en-GB' }, '#/army')
  await page.locator('textarea').last().fill(transports())
  await page.locator('textarea').last().locator('xpath=../following-sibling::div//button').first().click()
  await expect.poll(() => points(page)).toBe('48 of 48 points')
  await page.getByText('How your table counts two cards').click()
  // nobody waits for prices to be told anew
  await page.evaluate(() => {
    for (const box of document.querySelectorAll<HTMLInputElement>('details p input[type=checkbox]')) box.click()
    document.querySelectorAll('button').forEach((button) => button.textContent?.includes('Use in a battle') && button.click())
  })
  await page.getByText('(2 changed)').waitFor()
  expect(complaints).toEqual([])
  await context.close()
})
