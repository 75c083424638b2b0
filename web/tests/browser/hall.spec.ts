/** The screen in the hall, of every game and number of players, on three screens, in both languages. */
import { expect, it } from 'vitest'
import { beyond, brought, cut, helped, picture, piled, reachable, region, seated } from './table'

const { table, visit } = seated()
const logs = (): Record<string, string> => JSON.parse(helped('halls')) as Record<string, string>
const SEATS = ['red', 'blue', 'amber', 'green', 'rose', 'slate']
const NAMES = ['Aude', 'Bren', 'Cleo', 'Maximilien', 'Elisabeth', 'Fynn']
const SCREENS = [[1920, 1080], [1440, 900], [1280, 720]] as const

/** What the page's own state says of the game turn: its number, whose cards were turned over in it and whose not. */
interface Moment { turn: number; active: string; enemy: string; up: string[]; down: string[] }

it.each(Object.keys(logs()))('shows %s', async (name) => {
  const { page, complaints } = await visit({ viewport: { width: 1920, height: 1080 } })
  const seats = SEATS.slice(0, Number(name.split(' ')[1]))
  const called = (seat: string): string => NAMES[seats.indexOf(seat)] ?? seat
  await brought(page, table, logs()[name]!, Object.fromEntries(seats.map((seat) => [seat, called(seat)])))
  await reachable(page)
  await page.goto(page.url().replace(/#\/battle\/([\w-]+).*/, '#/battle/$1/screen'))
  await page.locator('.hall article .num').first().waitFor()
  const moment: Moment = await page.evaluate(() => {
    const { position } = (window as unknown as { table: { position: { active: string[]; chairs: { seat: string }[]; counters: Record<string, Record<string, number>>; pieces: Map<string, { owner: string; traits?: string[]; marks?: { name: string }[] }> } } }).table
    const cards = [...position.pieces.values()].filter((one) => one.traits?.includes('turn card'))
    const turned = (one: { marks?: { name: string }[] }): boolean => !!one.marks?.some((mark) => mark.name === 'turned')
    const { round = 0, enemy = 0 } = position.counters['table'] ?? {}
    return { turn: round, active: position.active[0] ?? '', enemy: position.chairs[enemy - 1]?.seat ?? '', up: cards.filter(turned).map((one) => one.owner), down: cards.filter((one) => !turned(one)).map((one) => one.owner) }
  })
  for (const language of ['EN', 'FR'])
    for (const [width, height] of SCREENS) {
      const shown = `hall-${name.replace(/[+ ]/g, '-')}-${width}-${language}`
      await page.setViewportSize({ width, height })
      await page.locator('.choices').getByRole('button', { name: language }).click()
      await page.waitForTimeout(150)
      await picture(page, shown)
      expect(await piled(page), shown).toBe(0)
      expect([await beyond(page), await cut(page)], shown).toEqual([[], []])
    }
  await page.locator('.choices').getByRole('button', { name: 'EN' }).click()
  if (name.startsWith('treachery')) {
    // whose cards were turned over, the last one's turn it is; whose are left to draw [TT-2.3]
    await page.getByText(`Game turn ${moment.turn}`, { exact: true }).waitFor()
    const row = region(page, 'Turn cards')
    expect(await row.locator('.card-of').count()).toBe(seats.length)
    expect(new Set(await row.locator('.card-of:not(.waits)').allInnerTexts())).toEqual(new Set(moment.up.map(called)))
    expect(await row.locator('.waits').allInnerTexts()).toEqual(moment.down.map(called))
    expect(await row.locator('.card-of:not(.waits)').last().innerText()).toBe(called(moment.active))
    expect(await row.locator('.current').innerText()).toBe(called(moment.active))
    if (moment.enemy) expect(await page.locator('.against b').allInnerTexts()).toEqual([moment.active, moment.enemy].map(called))
  } else expect(await region(page, 'Turn cards').count()).toBe(0)
  if (name.startsWith('carnage')) await page.getByText(/^Round \d of \d$/).waitFor()
  expect(complaints).toEqual([])
})
