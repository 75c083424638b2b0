/** While a page is open the table gets a newer one: it is said quietly, nothing is forced, what was typed is kept. */
import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Browser, Page } from 'playwright-core'
import { browser, picture, PROGRAM, sound, Table, visit } from './table'

let folder: string
let table: Table
let chromium: Browser

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'condotta-newer-'))
  cpSync(join(PROGRAM, 'condotta'), join(folder, 'condotta'), { recursive: true, filter: (path) => !path.includes('__pycache__') })
  table = new Table(folder)
  await table.open()
  chromium = await browser()
})
afterAll(async () => {
  await chromium.close()
  await table.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Another build: the first file has another name, in every file that names it. */
function built(name: string): void {
  const pages = join(folder, 'condotta/server/page')
  const assets = join(pages, 'assets')
  const first = /assets\/(index-[\w-]{8}\.js)"/.exec(readFileSync(join(pages, 'index.html'), 'utf8'))![1]!
  for (const path of [join(pages, 'index.html'), ...readdirSync(assets).map((file) => join(assets, file))]) {
    const text = readFileSync(path, 'utf8')
    if (text.includes(first)) writeFileSync(path, text.replaceAll(first, name))
  }
  renameSync(join(assets, first), join(assets, name))
}

const first = (page: Page): Promise<string> => page.evaluate(() => document.querySelector('script[type="module"]')!.getAttribute('src')!)
const offer = (page: Page) => page.getByRole('status').filter({ hasText: 'The table has a newer page' })
const seen = (page: Page): Promise<unknown> => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))

it('is said when the table comes back with one, and loaded when one wishes', async () => {
  const { page, complaints } = await visit(chromium, table, {}, '#/new/line')
  await page.getByRole('button', { name: 'Start the battle' }).click()
  const said = page.locator('#say').first()
  await said.fill('We come by the left, Zoé')
  const before = await first(page)
  await seen(page)
  await page.waitForTimeout(300)
  expect(await offer(page).count()).toBe(0)

  built('index-NewerOne.js')
  await table.kill()
  await table.open()
  await offer(page).waitFor()
  await sound(page, 'newer')
  // nothing happens by itself
  expect([await first(page), await said.inputValue()]).toEqual([before, 'We come by the left, Zoé'])
  await page.getByRole('button', { name: 'Load it' }).click()
  await expect.poll(() => first(page).catch(() => '')).toBe('/assets/index-NewerOne.js')
  await expect.poll(() => said.inputValue()).toBe('We come by the left, Zoé')
  await seen(page)
  await page.waitForTimeout(300)
  expect(await offer(page).count()).toBe(0)
  expect(complaints).toEqual([])
})

it('is told by what keeps the page, as soon as another tab has it, and may be left for later', async () => {
  const { page, context } = await visit(chromium, table, { serviceWorkers: 'allow', viewport: { width: 390, height: 844 } })
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
    if (!navigator.serviceWorker.controller) await new Promise((done) => navigator.serviceWorker.addEventListener('controllerchange', done))
  })
  const kept = () => page.evaluate(async () => (await (await (await caches.open('condotta')).match('/'))?.text()) ?? '')
  await expect.poll(kept).toContain('index-NewerOne.js')
  const other = await context.newPage()
  await other.goto(table.address)
  await page.waitForTimeout(300)
  expect(await offer(page).count()).toBe(0)

  built('index-NewerTwo.js')
  await other.goto(`${table.address}?again`)
  expect(await first(other)).toBe('/assets/index-NewerTwo.js')
  await page.bringToFront()
  await offer(page).waitFor()
  expect(await offer(other).count()).toBe(0)
  await picture(page, 'newer-phone')
  await page.getByRole('button', { name: 'Later' }).click()
  await seen(page)
  expect(await offer(page).count()).toBe(0)
  expect(await first(page)).toBe('/assets/index-NewerOne.js')
})
