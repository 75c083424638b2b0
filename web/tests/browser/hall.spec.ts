/** The screen in the hall, of every game and number of players, on three screens, in both languages. */
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { beyond, brought, cut, helped, picture, piled, reachable, region, seated } from './table'

const { table, visit } = seated()
const logs = (): Record<string, string> => JSON.parse(helped('halls')) as Record<string, string>
const SEATS = ['red', 'blue', 'amber', 'green', 'rose', 'slate']
const NAMES = ['Aude', 'Bren', 'Cleo', 'Maximilien', 'Elisabeth', 'Fynn']
const SCREENS = [[1920, 1080], [1440, 900], [1280, 720]] as const

/** What the page's own state says of the game turn: its number, whose cards were turned over in it and whose not. */
interface Moment { turn: number; active: string; enemy: string; up: string[]; down: string[] }

/** What lies below the edge of the screen: nobody scrolls a screen on a wall. */
const outside = (page: Page): Promise<string[]> =>
  page.evaluate(() => [...document.querySelectorAll<HTMLElement>('.hall article, .hall .people, .hall .join, .hall .now > *')].filter((one) => one.getBoundingClientRect().bottom > innerHeight + 1).map((one) => `${one.className} ${Math.round(one.getBoundingClientRect().bottom)}`))

/** What the page's own state has of the table, as the server told it. */
interface Known {
  chairs: { seat: string; side: string }[]
  active: string[]
  asked: string[]
  standing: Record<string, { lost: number; breaks: number; leader: string }>
  commands: { seat: string; number: number; lost: number; breaks: number; broken: boolean }[]
  length: { turn: number; last: number }
  contest: boolean
}

const known = (page: Page): Promise<Known> =>
  page.evaluate(() => {
    const { table } = window as unknown as { table: { now: { asks: { seat: string }[] }; position: { chairs: Known['chairs']; active: string[] }; counts: { standing: Map<string, Known['standing'][string]>; commands: Known['commands']; length: Known['length']; contest: object | null } } }
    const { now, position, counts } = table
    return { chairs: position.chairs.map(({ seat, side }) => ({ seat, side })), active: position.active, asked: [...new Set(now.asks.map((one) => one.seat).filter((seat) => seat !== 'chance'))], standing: Object.fromEntries(counts.standing), commands: [...counts.commands], length: counts.length!, contest: !!counts.contest }
  })

/** Half points as they are written. */
const ofThat = (lost: number, breaks: number): string => `${lost ? '−' : ''}${points(lost)} / ${points(breaks)}`
const points = (halves: number): string => `${Math.floor(halves / 2) || (halves % 2 ? '' : 0)}${halves % 2 ? '½' : ''}`
const listed = (names: readonly string[]): string => `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`

it.each(Object.keys(logs()))('shows %s', async (name) => {
  const { page, complaints } = await visit({ viewport: { width: 1920, height: 1080 } })
  const seats = SEATS.slice(0, Number(name.split(' ')[1]))
  const called = (seat: string): string => NAMES[seats.indexOf(seat)] ?? seat
  await brought(page, table, logs()[name]!, Object.fromEntries(seats.map((seat) => [seat, called(seat)])))
  await reachable(page)
  await page.goto(page.url().replace(/#\/battle\/([\w-]+).*/, '#/battle/$1/screen'))
  const [, , moment = ''] = name.split(' ')
  await page.locator('.hall article').first().waitFor()
  if (!moment) await page.locator('.hall article .num').first().waitFor()
  const cards: Moment = await page.evaluate(() => {
    const { position } = (window as unknown as { table: { position: { active: string[]; chairs: { seat: string }[]; counters: Record<string, Record<string, number>>; pieces: Map<string, { owner: string; traits?: string[]; marks?: { name: string }[] }> } } }).table
    const cards = [...position.pieces.values()].filter((one) => one.traits?.includes('turn card'))
    const turned = (one: { marks?: { name: string }[] }): boolean => !!one.marks?.some((mark) => mark.name === 'turned')
    const { round = 0, enemy = 0 } = position.counters['table'] ?? {}
    return { turn: round, active: position.active[0] ?? '', enemy: position.chairs[enemy - 1]?.seat ?? '', up: cards.filter(turned).map((one) => one.owner), down: cards.filter((one) => !turned(one)).map((one) => one.owner) }
  })
  const wrong: unknown[] = []
  for (const [language, light] of [['EN', 'Light'], ['FR', 'Dark']] as const)
    for (const [width, height] of SCREENS) {
      const shown = `hall-${name.replace(/[+ ]/g, '-')}-${width}-${language}`
      await page.setViewportSize({ width, height })
      await page.locator('.choices').getByRole('button', { name: language }).click()
      await page.locator('.choices').getByRole('button').filter({ hasText: light === 'Light' ? /Light|Clair/ : /Dark|Sombre/ }).click()
      await page.waitForTimeout(150)
      await picture(page, shown)
      const found = [await piled(page), await beyond(page), await cut(page), await outside(page)]
      if (found.flat().some(Boolean)) wrong.push([shown, ...found])
    }
  expect(wrong).toEqual([])
  await page.locator('.choices').getByRole('button', { name: 'EN' }).click()
  const { chairs, active, asked, standing, commands, length, contest } = await known(page)
  const hall = page.locator('.hall')
  if (moment) {
    // before the first turn nobody has it, and when all is over nobody is waited for: who has won is marked
    const pills = await hall.locator('article .word').allInnerTexts()
    const won = await page.evaluate(() => {
      const { ended } = (window as unknown as { table: { position: { ended?: { winners: string[] } | null } } }).table.position
      return ended?.winners ?? []
    })
    expect(moment === 'over' && won.length < 1).toBe(false)
    // of those who stand together the whole side has won
    const sides = await hall.locator('.people .word.won').count()
    expect([pills.filter((one) => one === 'wins').length, sides]).toEqual((await hall.locator('.people').count()) ? [0, Math.min(1, won.length)] : [won.length, 0])
    expect(pills.filter((one) => one !== 'wins')).toEqual(moment === 'over' ? [] : asked.map(() => 'to answer'))
    if (moment === 'over') await hall.getByRole('heading', { name: /\bwins?\b|drawn/ }).waitFor()
    expect(await hall.innerText()).not.toMatch(/\b(you|your|yours)\b/i)
    expect(complaints).toEqual([])
    return
  }

  // whom one waits for, and whose turn it is, stand on the plates, in words
  const marked = async (word: string): Promise<string[]> => hall.locator('article', { has: page.getByText(word, { exact: true }) }).evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? ''))
  expect((await marked('to answer')).sort()).toEqual(asked.map(called).sort())
  await page.getByText(new RegExp(`^Waiting for ${asked.map(called).join('.*')}: `)).waitFor()
  if (new Set(chairs.map((one) => one.side)).size === seats.length) expect(await marked('Turn')).toEqual(active.map(called))
  await page.locator('.round').getByText(length.last ? `${length.turn} of ${length.last}` : `Turn ${length.turn}`).waitFor()

  if (name.startsWith('grand') && seats.length > 2) {
    // who stands together, who leads them, what they have lost together of what decides [GT-9.1, GT-10.1]
    const sides = [...new Set(chairs.map((one) => one.side))].map((side) => chairs.filter((one) => one.side === side).map((one) => one.seat))
    for (const own of sides) {
      const [first = ''] = own
      const side = region(page, /^Side: /).filter({ has: page.getByRole('heading', { name: listed(own.map(called)), exact: true }) })
      expect(await side.locator('article').evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')))).toEqual(own.map(called))
      const { lost = -1, breaks = 0, leader = '' } = standing[first] ?? {}
      expect(breaks).toBeGreaterThan(0)
      expect(own.map((seat) => standing[seat]!.lost)).toEqual(own.map(() => lost))
      await side.getByText(`${called(leader)} leads the side`, { exact: true }).waitFor()
      await side.getByText(ofThat(lost, breaks), { exact: true }).first().waitFor()
      await side.getByText(`beaten at ${points(breaks)}, if more than the enemy`).waitFor()
    }
    expect(await hall.locator('.people').count()).toBe(2)
  }
  // each command against the loss that demoralises it, on the plate of whoever leads it [GT-8.1]
  for (const { seat, number, lost, breaks, broken } of commands) {
    const plate = hall.getByRole('article', { name: called(seat), exact: true })
    const box = plate.locator('.lost').filter({ hasText: `Command ${number}` })
    expect((await box.innerText()).split(/\s*\n\s*/)).toEqual([`Command ${number}`, broken ? 'demoralised' : `demoralised at ${points(breaks)}`, ofThat(lost, breaks)])
  }

  // what decides is the largest on a plate, and what is to spend is smaller
  const size = async (what: string): Promise<number> => hall.locator(what).first().evaluate((one) => parseFloat(getComputedStyle(one).fontSize))
  if (contest) {
    expect(await hall.locator('article .score').count()).toBe(seats.length)
    expect(await size('article .score b')).toBeGreaterThan(2 * (await size('article small')))
    if (await hall.locator('article .purse').count()) expect(await size('article .purse')).toBeLessThan(await size('article .score b'))
  }
  if (name.startsWith('carnage')) {
    expect(await size('.near b')).toBeGreaterThan(await size('.waiting'))
    expect(await size('.what li p')).toBeGreaterThan(await size('.waiting'))
    if (name.includes('reported')) expect(await hall.getByText(/army strength: place \d of \d/).count()).toBe(seats.length)
  }

  // what happened is told to everybody: nobody is "you", each unit is somebody's, and small change is left out
  for (const language of ['EN', 'FR']) {
    await page.locator('.choices').getByRole('button', { name: language }).click()
    await page.getByText(language === 'EN' ? 'What happened, newest first' : 'Ce qui est arrivé, le plus récent d’abord').waitFor()
    expect(await hall.innerText()).not.toMatch(/\b(you|your|yours|vous|votre|vos|decides|décide)\b|\brank\b/i)
    const lines = await page.locator('.told p').allInnerTexts()
    expect(lines.length).toBeGreaterThan(0)
    expect(lines.filter((line) => /^[^:]*\b(pays|paie) \d|command points this turn|points de commandement ce tour/.test(line))).toEqual([])
    expect(lines.filter((line, index) => line === lines[index + 1])).toEqual([])
    const letters = { R: 'red', B: 'blue', A: 'amber', G: 'green', E: 'rose', S: 'slate' } as Record<string, string>
    const nobodys = (line: string): boolean =>
      [...line.matchAll(/\b([RBAGES])\d+\b/g)].some(([, letter = '']) => {
        const side = chairs.find((one) => one.seat === letters[letter])?.side
        return !chairs.some((one) => one.side === side && line.includes(called(one.seat)))
      })
    expect(lines.filter(nobodys)).toEqual([])
  }
  await page.locator('.choices').getByRole('button', { name: 'EN' }).click()

  if (name.startsWith('treachery')) {
    // whose cards were turned over, the last one's turn it is; whose are left to draw [TT-2.3]
    await page.getByText(`Game turn ${cards.turn} of ${length.last}`, { exact: true }).waitFor()
    const row = region(page, 'Turn cards')
    expect(await row.locator('.card-of').count()).toBe(seats.length)
    expect(new Set(await row.locator('.card-of:not(.waits)').allInnerTexts())).toEqual(new Set(cards.up.map(called)))
    expect(await row.locator('.waits').allInnerTexts()).toEqual(cards.down.map(called))
    expect(await row.locator('.card-of:not(.waits)').last().innerText()).toBe(called(cards.active))
    expect(await row.locator('.current').innerText()).toBe(called(cards.active))
    if (cards.enemy) expect(await page.locator('.against b').allInnerTexts()).toEqual([cards.active, cards.enemy].map(called))
  } else expect(await region(page, 'Turn cards').count()).toBe(0)
  if (name.startsWith('carnage')) await page.getByText(/^Round \d of \d$/).waitFor()
  expect(complaints).toEqual([])
})
