/** The page holds no rule: with other numbers on the server the same page shows other things. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Browser, Page } from 'playwright-core'
import { browser, now, picture, play, PROGRAM, Table, visit } from './table'

/** Numbers of the data files that the copy has otherwise: file, section, what stands there, what then. */
const CHANGES: readonly (readonly [string, string, string, string])[] = [
  ['troops', 'code = "PIK"', 'move_mu = 3', 'move_mu = 2'],
  ['troops', 'code = "PIK"', 'vs_foot = 3', 'vs_foot = 5'],
  ['zones', '[depth]', 'mu = 2', 'mu = 3'],
  ['command', '[with_sight]', 'mu = 16', 'mu = 10'],
  ['command', '[move_cost]', 'value = 1', 'value = 2'],
  ['settings', '[lossThreshold]', 'default = 16', 'default = 12'],
]

let folder: string
let shipped: Table
let altered: Table
let chromium: Browser

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'condotta-rules-'))
  cpSync(join(PROGRAM, 'condotta'), join(folder, 'condotta'), { recursive: true, filter: (path) => !path.includes('__pycache__') })
  for (const [file, section, before, after] of CHANGES) {
    const path = join(folder, `condotta/rules/triumph/data/${file}.toml`)
    const text = readFileSync(path, 'utf8')
    const at = text.indexOf(before, text.indexOf(section))
    expect(at, `${section} ${before}`).toBeGreaterThan(text.indexOf(section))
    writeFileSync(path, text.slice(0, at) + after + text.slice(at + before.length))
  }
  shipped = new Table()
  altered = new Table(folder)
  await Promise.all([shipped.open(), altered.open()])
  chromium = await browser()
})
afterAll(async () => {
  await chromium.close()
  await shipped.close()
  await altered.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Everything that the page shows of one position. */
interface Shown {
  page: string
  threshold: string
  held: string
  refused: string
  menu: string[]
  zone: number
  command: number
  factor: string
  plate: string
}

/** The tallest of those shapes, in MU. Looked for and measured at once: shapes are drawn anew where others stood. */
const height = async (page: Page, what: string): Promise<number> => {
  const boxes = await page.evaluate((shapes) => [...document.querySelectorAll<SVGGraphicsElement>(shapes)].map((one) => one.getBBox().height), `.map ${what}`)
  return Math.max(...boxes) / 20
}

/** The page and every file that it may load, by what they name: not what happens to be there at this moment. */
async function wholePage(): Promise<string> {
  const texts = new Map<string, string>()
  const load = async (file: string): Promise<void> => {
    if (texts.has(file)) return
    texts.set(file, '')
    const text = await (await fetch(file)).text()
    texts.set(file, text)
    const named = text.match(/[\w.-]+-[\w-]{8}\.(?:js|css)\b/g) ?? []
    await Promise.all(named.map((name) => load(`/assets/${name}`)))
  }
  await load('/')
  return [...texts.keys()].sort().map((file) => file + texts.get(file)).join('\n')
}

async function shown(table: Table, name: string): Promise<Shown> {
  const { page, complaints, context } = await visit(chromium, table, {}, '#/new')
  const built = await page.evaluate(wholePage)
  await page.getByText('Settings', { exact: true }).click()
  await page.getByLabel('Search the settings').fill('points lost that decide')
  const threshold = await page.locator('.value input[type=number]').first().inputValue()

  await page.goto(`${table.address}?probe#/new/line`)
  await page.getByRole('button', { name: 'From a number' }).click()
  await page.getByLabel('Number or word').fill('three')
  await page.getByRole('button', { name: 'Start the battle' }).click()
  await page.locator('#question .btn.go').waitFor()
  await play([page], (state) => state.ask === 'movement')
  const plate = await page.locator('.plate .meter').first().innerText()
  // what the server suggests for the pikes
  const pikes = await page.evaluate(() => {
    const { position } = (window as unknown as { table: { position: { pieces: Map<string, { id: string; type: string; controller: string }> } } }).table
    return [...position.pieces.values()].filter((piece) => piece.type === 'PIK' && piece.controller === 'red').map((piece) => piece.id)
  })
  expect(pikes.length).toBeGreaterThan(3)
  await page.locator(`[data-piece="${pikes[0]}"]`).click()
  for (const id of pikes.slice(1)) await page.locator(`[data-piece="${id}"]`).click({ modifiers: ['Shift'] })
  await page.keyboard.press('Enter')
  for (let step = 0; step < 4; step++) await page.keyboard.press('ArrowUp')
  await judged(page)
  const held = await page.locator('#question').innerText()
  await page.keyboard.press('l')
  await page.locator('.legend').waitFor()
  await page.locator('.map[data-shapes=drawn] .aid.zone').first().waitFor()
  const [zone, command] = [await height(page, '.aid.zone'), await height(page, '.aid.command')]
  await page.keyboard.press('l')
  for (let step = 0; step < 20; step++) await page.keyboard.press('ArrowUp')
  await judged(page)
  await page.keyboard.press('Enter')
  await page.getByText('Refused · nothing was spent').waitFor()
  const refused = await page.locator('#question').innerText()
  await picture(page, `rules-${name}`)
  // one verdict after another, until one of the whole way has come; a busy server breaks its menu off, and is asked again
  let menu: string[] = []
  let asked = 0
  await expect.poll(async () => {
    menu = await page.locator('.offers li small').allInnerTexts()
    if (asked % 20 === 0) await page.getByRole('button', { name: 'What can I do?' }).first().click()
    asked += 1
    return menu.join()
  }, { interval: 250, timeout: 60_000 }).toMatch(/(\d\.\d) of \1 MU.*costs/is)
  // the odds of a combat, as the panel shows them
  await page.evaluate(async () => {
    const state = (window as unknown as { table: { hand: { letGo: () => void }; weighed: unknown; talk: { odds: (one: string, other: string, kind: string) => Promise<unknown> } } }).table
    state.hand.letGo()
    state.weighed = await state.talk.odds('R1', 'B1', 'close')
  })
  const factor = await page.locator('.combats tbody tr').first().innerText()
  expect(complaints).toEqual([])
  await context.close()
  return { page: built, threshold, held, refused, menu, zone, command, factor, plate }
}

async function judged(page: Page): Promise<void> {
  await page.waitForFunction(() => (window as unknown as { table: { hand: { held: { judged: boolean } | null } } }).table.hand.held?.judged)
}

it('shows the numbers of the server it came from, though it is the same page', async () => {
  const before = await shown(shipped, 'shipped')
  const after = await shown(altered, 'altered')
  expect(after.page).toBe(before.page)
  expect(before.page.length).toBeGreaterThan(50_000)
  expect(before.page.match(/^\/assets\//gm)?.length).toBeGreaterThan(10)

  expect([before.threshold, after.threshold]).toEqual(['16', '12'])
  expect(before.held).toMatch(/Legal\.\s+2\.0 of 3\.0 MU\. Costs 1, leaves/)
  expect(after.held).toMatch(/Legal\.\s+2\.0 of 2\.0 MU\. Costs 2, leaves/)
  expect(before.refused).toMatch(/at most 3\.0 MU/)
  expect(after.refused).toMatch(/at most 2\.0 MU/)
  expect(before.menu.join()).toMatch(/3\.0 of 3\.0 MU.*costs 1/is)
  expect(after.menu.join()).toMatch(/2\.0 of 2\.0 MU.*costs 2/is)
  expect(after.menu.join()).not.toMatch(/of 3\.0 MU|costs 1\b/i)
  expect(before.zone).toBeCloseTo(2, 1)
  expect(after.zone).toBeCloseTo(3, 1)
  expect(before.command).toBeGreaterThan(after.command + 5)
  expect(before.factor).toMatch(/3/)
  expect(after.factor).toMatch(/5/)
})

it('takes a setting as it was chosen, in what it counts and in what it refuses', async () => {
  const told: string[] = []
  for (const limit of ['9', '21']) {
    const { page, context } = await visit(chromium, shipped, {}, '#/new/first')
    await page.getByText('Settings', { exact: true }).click()
    await page.getByLabel('Search the settings').fill('points lost that decide')
    // the list is searched before anything is filled in
    await expect.poll(() => page.locator('.value input[type=number]').count()).toBe(1)
    await page.locator('.value input[type=number]').fill(limit)
    await page.keyboard.press('Tab')
    await page.getByText('(1 changed)').waitFor()
    await page.getByRole('button', { name: 'Start the battle' }).click()
    await page.locator('#question .btn.go').waitFor()
    await page.locator('.plate .track').first().waitFor()
    // the plate counts by the battle's own settings as soon as they have come
    await expect.poll(() => page.locator('.plate .meter').first().innerText()).toMatch(new RegExp(`0 of ${limit}\\b`))
    told.push(await page.locator('.plate .meter').first().innerText())
    expect((await now(page)).ended).toBe(false)
    await context.close()
  }
  expect(told[0]).toMatch(/0 of 9/)
  expect(told[1]).toMatch(/0 of 21/)
})
