/** Dice that take words of both players' browsers: nobody is held up, all of it is shown, and the log verifies. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { Page } from 'playwright-core'
import { axe, beyond, now, picture, play, PROGRAM, PYTHON, question, seated, speak, type Watched } from './table'

const { table, visit } = seated()
const folder = mkdtempSync(join(tmpdir(), 'condotta-'))

interface Told { wanted: number; waits: string[]; seats: { seat: string; digest: string; said: number; lacked: number; bound: boolean }[] }
const words = (page: Page): Promise<Told> => page.evaluate(() => (window as unknown as { table: { line: { words: Told } } }).table.line.words)
const rolls = (page: Page): Promise<number> =>
  page.evaluate(() => (window as unknown as { table: { chronicle: { events: { kind: string; seat?: string }[] } } }).table.chronicle.events.filter((one) => one.kind === 'Answered' && one.seat === 'chance').length)
const log = (page: Page, battle: string, seat = ''): Promise<string> => page.evaluate(async (path) => (await fetch(path)).text(), `/api/battles/${battle}/log?seat=${seat}`)

function verified(...names: string[]): string {
  return execFileSync(PYTHON, ['-P', '-m', 'condotta', 'dice', 'verify', ...names], { env: { ...process.env, PYTHONPATH: PROGRAM }, encoding: 'utf8' })
}

let zoe: Watched
let marc: Watched
let battle = ''
let code = ''
let early = ''

async function dice(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Menu$/ }).click()
  await page.getByRole('button', { name: /^(The dice so far|Les dés jusqu’ici)$/ }).click()
}

it('waits with the first dice until the guest is here, and says so', async () => {
  zoe = await visit()
  const made = await zoe.page.evaluate(async () => {
    const seats = [{ held_by: 'you', player: 'Zoé' }, { held_by: 'open' }]
    const answer = await fetch('/api/battles', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ scenario: 'line', seats }) })
    return (await answer.json()) as { battle: string; code: string }
  })
  ;({ battle, code } = made)
  await zoe.page.goto(`${table.address}?probe#/battle/${battle}`)
  await question(zoe.page).getByText('The first dice wait until everybody is here. Not yet: Blue').waitFor()
  await question(zoe.page).getByText(`Invite somebody with the code ${code}, or give the seat to a bot under “Seats and code”`).waitFor()
  expect(await question(zoe.page).getByRole('link', { name: 'Seats and code' }).getAttribute('href')).toBe(`#/room/${battle}`)
  await picture(zoe.page, 'dice-waiting')
  expect(await axe(zoe.page)).toEqual([])
  expect(await rolls(zoe.page)).toBe(0)
  await zoe.page.setViewportSize({ width: 360, height: 740 })
  await speak(zoe.page, 'Français')
  await question(zoe.page).getByText(`Invitez quelqu’un avec le code ${code}`).waitFor()
  await picture(zoe.page, 'dice-waiting-phone')
  expect(await beyond(zoe.page)).toEqual([])
  await speak(zoe.page, 'English')
  // what is pressed from here on answers, and opens no menu
  await zoe.page.evaluate(() => (document.activeElement as HTMLElement).blur())
  await zoe.page.setViewportSize({ width: 1280, height: 800 })
})

it('goes on saying so while it is told again for whom', async () => {
  const gone = await zoe.page.evaluate(async () => {
    const { line } = (window as unknown as { table: { line: { words: Told } } }).table
    let count = 0
    for (let at = 0; at < 20; at += 1) {
      line.words = { ...line.words, waits: [...line.words.waits] }
      await new Promise((resolve) => setTimeout(resolve, 20))
      if (!document.getElementById('question')!.textContent!.includes('The first dice wait')) count += 1
    }
    return count
  })
  expect(gone).toBe(0)
})

it('tells whoever watches the way out, and rolls once the guest is here', async () => {
  marc = await visit()
  await marc.page.goto(`${table.address}?probe#/battle/${battle}`)
  await question(marc.page).getByText(`Somebody may come with the code ${code}. Whoever opened the battle may also give the seat to a bot`).waitFor()
  await marc.page.evaluate(async (claim) => fetch('/api/claims', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(claim) }), { code, seat: 'blue', player: 'Marc' })
  await marc.page.reload()
  await expect.poll(() => rolls(zoe.page)).toBeGreaterThan(0)
})

it('rolls with words of both, and nobody sees that it does', async () => {
  const before = await rolls(zoe.page)
  await zoe.page.evaluate(() => {
    const state = window as unknown as { longest: number; table: { now: { asks: { seat: string }[] } } }
    state.longest = 0
    let since = 0
    const look = (): void => {
      const waits = state.table.now.asks.some((ask) => ask.seat === 'chance')
      if (waits) since ||= performance.now()
      else since = 0
      if (since) state.longest = Math.max(state.longest, performance.now() - since)
      requestAnimationFrame(look)
    }
    look()
  })
  const end = Date.now() + 60_000
  while ((await rolls(zoe.page)) < before + 2 && Date.now() < end) await play([zoe.page, marc.page], (state) => state.events > 0 && !state.mine, 20).catch(() => undefined).then(() => playOne())
  const told = await words(zoe.page)
  for (const one of told.seats) expect([one.bound, one.lacked, one.said > 2]).toEqual([true, 0, true])
  const longest = await zoe.page.evaluate(() => (window as unknown as { longest: number }).longest)
  console.log(`the longest wait of ${(await rolls(zoe.page)) - before} rolls was ${Math.round(longest)} ms`)
  expect(longest).toBeLessThan(1000)
})

async function playOne(): Promise<void> {
  for (const { page } of [zoe, marc]) {
    const state = await now(page)
    if (state.mine && !state.sending) await page.keyboard.press('Enter')
  }
}

it('shows the seals of everybody in a quiet place', async () => {
  const { page } = marc
  await dice(page)
  const panel = page.getByRole('region', { name: 'What the dice follow from' })
  await panel.getByText('Zoé').waitFor()
  const told = await words(page)
  for (const one of told.seats) await panel.getByTitle(one.digest).waitFor()
  await panel.evaluate((one) => one.scrollIntoView())
  await picture(page, 'dice-seals')
  expect(await axe(page)).toEqual([])
  await page.setViewportSize({ width: 360, height: 740 })
  await panel.evaluate((one) => one.scrollIntoView())
  await picture(page, 'dice-seals-phone')
  expect(await beyond(page)).toEqual([])
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.keyboard.press('Escape')
  early = join(folder, 'early.jsonl')
  writeFileSync(early, await log(page, battle, 'blue'))
})

it('goes on without a guest who is gone, tells it, and takes him in again', async () => {
  const until = Date.now() + 60_000
  // in her own movement phase, before the lines have fought: dice are asked for next, whatever she does
  const moving = async (): Promise<boolean> => (({ mine, ask }) => mine && ask === 'movement')(await now(zoe.page))
  while (!(await moving()) && !(await now(zoe.page)).ended && Date.now() < until) await playOne()
  expect(await moving()).toBe(true)
  await marc.page.goto(`${table.address}?away#/`)
  const count = await rolls(zoe.page)
  const end = Date.now() + 100_000
  while ((await rolls(zoe.page)) === count && Date.now() < end && (await now(zoe.page)).mine) await playOneOf(zoe.page)
  // the dice wait for him to come back, and say for whom
  if ((await rolls(zoe.page)) === count) await question(zoe.page).getByText('The dice wait for Marc').waitFor({ timeout: 20_000 }).catch(() => undefined)
  await expect.poll(() => rolls(zoe.page), { timeout: 40_000 }).toBeGreaterThan(count)
  await expect.poll(async () => (await words(zoe.page)).seats.map((one) => one.lacked)).toEqual([0, 1])
  await zoe.page.getByText('Marc: no word for the dice has come. They fall without it.').first().waitFor({ state: 'attached' })
  await dice(zoe.page)
  await zoe.page.getByText('1 lacking · asleep, the dice fall without').waitFor()
  await picture(zoe.page, 'dice-asleep')
  await zoe.page.keyboard.press('Escape')
  await marc.page.goto(`${table.address}?probe#/battle/${battle}`)
  await expect.poll(async () => (await words(zoe.page)).seats.every((one) => one.bound)).toBe(true)
  await speak(marc.page, 'Français')
  await dice(marc.page)
  await marc.page.getByRole('region', { name: 'D’où viennent les dés' }).scrollIntoViewIfNeeded()
  await picture(marc.page, 'dice-francais')
  await marc.page.keyboard.press('Escape')
})

async function playOneOf(page: Page): Promise<void> {
  const state = await now(page)
  if (state.mine && !state.sending) await page.keyboard.press('Enter')
  await new Promise((resolve) => setTimeout(resolve, 60))
}

it('goes on with the same chain after a reload', async () => {
  const before = await words(marc.page)
  await marc.page.reload()
  await question(marc.page).waitFor()
  const count = await rolls(zoe.page)
  const end = Date.now() + 60_000
  while ((await rolls(zoe.page)) === count && Date.now() < end) await playOne()
  const after = await words(zoe.page)
  expect(after.seats.map((one) => one.digest)).toEqual(before.seats.map((one) => one.digest))
  expect(after.seats.map((one) => one.lacked)).toEqual(before.seats.map((one) => one.lacked))
  expect(await rolls(zoe.page)).toBeGreaterThan(count)
})

it('ends with a log that verifies, alone and with what the guest had saved', async () => {
  await marc.page.evaluate(async () => {
    const { table } = window as unknown as { table: { talk: { act: (seat: string, action: object) => Promise<unknown> } } }
    await table.talk.act('blue', { kind: 'Concede' })
  })
  await expect.poll(async () => (await now(zoe.page)).ended, { timeout: 30_000 }).toBe(true)
  const last = join(folder, 'last.jsonl')
  writeFileSync(last, await log(zoe.page, battle))
  expect(verified(last)).toMatch(/all \d+ rolls follow from the secret[\s\S]*blue: \d+ words, 1 lacking/)
  expect(verified(last, '--with', early)).toContain('as they were')
  expect([...zoe.complaints, ...marc.complaints]).toEqual([])
})
