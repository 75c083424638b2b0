/** The army builder: found, changed, taken back, kept, shared, read; nothing that axe objects to. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Browser } from 'playwright-core'
import { axe, browser, picture, Table, visit } from './table'

const table = new Table()
let chromium: Browser

beforeAll(async () => {
  await table.open()
  chromium = await browser()
})
afterAll(async () => {
  await chromium.close()
  await table.close()
})

const THEMES = [
  { name: 'light', options: { colorScheme: 'light', locale: 'en-GB' } },
  { name: 'dark-fr', options: { colorScheme: 'dark', locale: 'fr-FR' } },
] as const

it.each(THEMES)('builds an army, $name', async ({ name, options }) => {
  const { page, complaints, strangers, context } = await visit(chromium, table, options, '#/army')
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
  expect(await page.getByRole('button', { name: /^Marian Roman/ }).count()).toBe(1)
  expect(complaints).toEqual([])
  expect(strangers).toEqual([])
  await context.close()
})
