/**
 * Every screen: set-up, battle and end of every system, on the board and at a real table, the hall's, and everything
 * about them. In both languages, light and dark: axe objects to nothing; wide, in a hall, at 200 % and on a phone
 * nothing is cut, covered or wider than the screen; nothing slides where motion is to be reduced. It takes long: with
 * CONDOTTA_SCREENS=all only.
 */
import { expect, it } from 'vitest'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { PYTHON, axe, beyond, brought, covered, cut, helped, now, picture, question, seated } from './table'

const { table, visit } = seated()
const every = process.env['CONDOTTA_SCREENS'] === 'all'
const THEMES = [
  { name: 'light-en', options: { colorScheme: 'light', locale: 'en-GB' } },
  { name: 'dark-fr', options: { colorScheme: 'dark', locale: 'fr-FR', reducedMotion: 'reduce' } },
] as const satisfies readonly { name: string; options: BrowserContextOptions }[]
const MOMENTS = ['setting', 'fighting', 'over'] as const
const SYSTEMS = ['triumph', 'grand', 'ranked', 'treachery', 'treachery+triumph', 'skirmish', 'carnage', 'carnage+ranked']
const LONG = 1_200_000
type Logs = Record<string, Record<(typeof MOMENTS)[number], string>>
const logs = (): Logs => JSON.parse(helped('screens')) as Logs
const PEOPLE = { red: 'Aude', blue: 'Bran', amber: 'Cato', green: 'Dido', rose: 'Edda' }

const HANDS = ['triumph+reported', 'grand+reported', 'ranked+reported', 'treachery+reported', 'carnage+reported']

/** What is wrong with a screen at four sizes; each complaint says where. */
async function looked(page: Page, name: string): Promise<string[]> {
  const found: string[] = []
  const add = (where: string, what: readonly string[]): void => void found.push(...what.map((one) => `${name} ${where}: ${one}`))
  for (const [size, width, height] of [['wide', 1440, 900], ['large', 1920, 1080], ['zoom200', 720, 450], ['phone', 390, 844]] as const) {
    await page.setViewportSize({ width, height })
    await page.waitForTimeout(250)
    if (size !== 'wide') await page.evaluate(() => scrollTo(0, 0))
    await picture(page, `${name}-${size}`)
    if (size === 'wide' || size === 'phone') add(size, await axe(page))
    add(size, await beyond(page))
    add(size, await cut(page))
    add(size, await covered(page))
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  return found
}

async function at(page: Page, path: string): Promise<void> {
  await page.goto(`${table.address}?probe${path}`)
  await page.getByRole('main').waitFor()
  await page.waitForTimeout(500)
}

it.runIf(every).each(THEMES)('lobby, builder, referee, $name', async ({ name, options }) => {
  const { page, context, complaints } = await visit(options)
  const found: string[] = []
  const look = async (what: string): Promise<void> => void found.push(...(await looked(page, `${what}-${name}`)))
  await at(page, '#/new')
  const games = page.locator('input[name=system]')
  await games.first().waitFor({ state: 'attached' })
  for (let index = 0; index < (await games.count()); index++) {
    await games.nth(index).check({ force: true })
    await page.locator('details.settings').evaluate((one) => one.setAttribute('open', ''))
    await look(`new-${await games.nth(index).inputValue()}`)
  }
  await page.getByRole('button', { name: /^(At a real table|À une vraie table)$/ }).click()
  for (let index = 0; index < (await games.count()); index++) {
    await games.nth(index).check({ force: true })
    await look(`new-${await games.nth(index).inputValue()}`)
  }
  await games.first().check({ force: true })
  await page.getByRole('button', { name: /^(Someone else|Quelqu’un d’autre)$/ }).first().click()
  await page.locator('.left + * .btn.go, .btn.go').last().click()
  await page.locator('p.code').waitFor()
  const code = (await page.locator('p.code').innerText()).trim()
  await look('room-host')
  for (const path of ['#/', '#/new/flank', '#/armies', '#/join/NONE', `#/join/${code}`, '#/battle/none']) {
    await at(page, path)
    await look(path.replaceAll(/\W+/g, '-').replace(code, 'code'))
  }
  await at(page, '#/new')
  await page.getByRole('button', { name: /^(Choose|Choisir)$/ }).first().click()
  await page.getByRole('searchbox').first().fill('mong')
  await page.locator('.rosters button.name').first().click()
  await look('picker')
  await at(page, '#/army')
  await look('builder-search')
  await page.getByRole('searchbox').fill('marian roman 58 BC')
  await page.getByRole('button', { name: /^Marian Roman/ }).click()
  await page.locator('.sum').waitFor()
  await page.getByRole('button', { name: /^(Fill up|Compléter)/ }).click()
  await look('builder-army')
  await page.getByRole('button', { name: /^(Print|Imprimer)/ }).click()
  await page.locator('.paper').waitFor()
  await look('builder-print')
  await at(page, '#/referee')
  await page.locator('g.hold').first().waitFor()
  for (const system of SYSTEMS) {
    await page.locator('select').first().selectOption(system)
    await page.waitForTimeout(400)
    await page.locator('section[aria-busy="false"]').waitFor()
    await look(`referee-${system}`)
  }
  expect(complaints).toEqual([])
  await context.close()
  expect(found).toEqual([])
}, LONG)

it.runIf(every).each(SYSTEMS.flatMap((system) => THEMES.map((theme) => ({ system, ...theme }))))('the table, $system, $name', async ({ system, name, options }) => {
  const { page, context, complaints } = await visit(options)
  const found: string[] = []
  const look = async (what: string): Promise<void> => void found.push(...(await looked(page, `table-${system}-${what}-${name}`)))
  for (const moment of MOMENTS) {
    await brought(page, table, logs()[system]![moment], PEOPLE)
    await page.waitForTimeout(600)
    await look(moment)
    if (moment === 'setting') continue
    if (moment === 'fighting') {
      // whatever is in the margin is opened: offers, gifts, hands, reasons
      await page.evaluate(() => document.querySelectorAll('aside details').forEach((one) => one.setAttribute('open', '')))
      await look('open')
      await page.locator('[data-piece]').first().focus()
      await page.keyboard.press('i')
      await page.waitForTimeout(500)
      await look('card')
      await page.keyboard.press('Escape')
      for (const level of [/^(Rules|Règles)$/, /^(Raw|Brut)$/]) {
        await page.getByRole('button', { name: level }).click()
        await page.waitForTimeout(200)
        found.push(...(await axe(page)).map((one) => `${system} log ${String(level)}: ${one}`))
      }
      await page.keyboard.press('l')
      await page.waitForTimeout(400)
      await look('layers')
      await page.keyboard.press('l')
      await page.getByRole('button', { name: 'Menu', exact: true }).click()
      await look('menu')
      await page.getByRole('button', { name: 'Menu', exact: true }).click()
      await page.keyboard.press('?')
      await page.getByRole('dialog').waitFor()
      found.push(...(await axe(page)).map((one) => `${system} keys: ${one}`))
      await page.keyboard.press('Escape')
      continue
    }
    await question(page).locator('.btn.go').first().click()
    await page.keyboard.press('ArrowRight')
    await page.waitForTimeout(400)
    await look('replay')
    const battle = page.url().split('/').at(-1)!
    // a report forbids all scripts, axe's too: it is looked at as a file
    const report = await page.evaluate(async (where) => (await fetch(where)).text(), `/api/battles/${battle}/report?lang=${name.slice(-2)}`)
    const file = join(mkdtempSync(join(tmpdir(), 'condotta-')), 'report.html')
    writeFileSync(file, report)
    await page.goto(`file://${file}`)
    await page.locator('main').waitFor()
    await look('report')
  }
  expect(complaints).toEqual([])
  await context.close()
  expect(found).toEqual([])
}, LONG)

it.runIf(every).each(HANDS.flatMap((system) => THEMES.map((theme) => ({ system, ...theme }))))('at a real table and in its hall, $system, $name', async ({ system, name, options }) => {
  const { page, context, complaints } = await visit(options)
  const found: string[] = []
  const look = async (what: string): Promise<void> => void found.push(...(await looked(page, `hands-${system}-${what}-${name}`)))
  for (const moment of MOMENTS) {
    await brought(page, table, logs()[system]![moment], PEOPLE)
    await page.waitForTimeout(600)
    await look(moment)
    const battle = page.url().split('/').at(-1)!
    if (moment === 'fighting') {
      // what a report is put together of: a unit that is tapped, what can be said of it
      await page.locator('.unit .plate').first().click()
      await look('tapped')
      await page.evaluate(() => document.querySelectorAll('main details').forEach((one) => one.setAttribute('open', '')))
      await look('open')
      await page.getByRole('button', { name: 'Menu', exact: true }).click()
      await look('menu')
    }
    await at(page, `#/battle/${battle}/screen`)
    await look(`${moment}-hall`)
  }
  expect(complaints).toEqual([])
  await context.close()
  expect(found).toEqual([])
}, LONG)

it.runIf(every).each(THEMES)('a ruling as a page of its own, $name', async ({ name, options }) => {
  const { page, context } = await visit(options)
  const found: string[] = []
  const folder = mkdtempSync(join(tmpdir(), 'condotta-'))
  for (const system of ['triumph', 'grand', 'treachery', 'skirmish', 'carnage']) {
    const made = execFileSync(PYTHON, ['-P', '-m', 'condotta', 'rule', '--example', system], { encoding: 'utf8' })
    writeFileSync(join(folder, `${system}.json`), made)
    execFileSync(PYTHON, ['-P', '-m', 'condotta', 'rule', join(folder, `${system}.json`), '--html', join(folder, `${system}.html`)])
    await page.goto(`file://${join(folder, `${system}.html`)}`)
    found.push(...(await looked(page, `ruling-${system}-${name}`)))
  }
  await context.close()
  expect(found).toEqual([])
}, LONG)

it.runIf(every)('slides nothing where motion is to be reduced', async () => {
  const { page, context } = await visit({ reducedMotion: 'reduce' }, '#/new/line', 'slow')
  await page.getByRole('button', { name: 'Start the battle' }).click()
  await question(page).locator('.btn.go').waitFor()
  await page.evaluate(() => {
    const moving: string[] = []
    Object.assign(window, { moving })
    const look = (): void => {
      for (const one of document.getAnimations()) {
        const { duration } = one.effect!.getTiming()
        if (typeof duration === 'number' && duration > 1) moving.push(String((one.effect as KeyframeEffect).target?.className))
      }
      requestAnimationFrame(look)
    }
    look()
  })
  for (let presses = 0; presses < 60 && (await now(page)).turn < 3; presses++) {
    await page.keyboard.press('Enter')
    await page.waitForTimeout(150)
  }
  expect((await now(page)).turn).toBeGreaterThan(1)
  expect(await page.evaluate(() => [...new Set((window as unknown as { moving: string[] }).moving)])).toEqual([])
  await context.close()
})
