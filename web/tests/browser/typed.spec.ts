/** Dice rolled and piles drawn on a real table: whole battles of every game, typed in on the page. */
import { expect, it } from 'vitest'
import type { Page } from 'playwright-core'
import { axe, now, picture, question, seated, speak } from './table'

const { table, visit } = seated()

/** Every game with the fewest seats, and short where its rules let it be. */
const GAMES: [string, number, object][] = [
  ['triumph', 2, { turnLimit: 3 }], ['grand', 2, { turnLimit: 1 }], ['treachery+triumph', 3, { gameTurns: 1 }],
  ['ranked', 2, { battleTurns: 2 }], ['treachery', 3, { gameTurns: 1 }], ['skirmish', 2, { battleRounds: 1 }],
  ['carnage', 3, { rounds: 1 }], ['carnage+ranked', 3, { rounds: 1 }],
]
const SECONDS = 200

/** What the page is asked by chance, if that is what it is asked. */
interface Chance { dice: number; window: string }
async function chance(page: Page): Promise<Chance | null> {
  return page.evaluate(() => {
    const { ask } = (window as unknown as { table: { ask: { seat: string; dice?: number; window: string } | null } }).table
    return ask?.seat === 'chance' ? { dice: ask.dice ?? 0, window: ask.window } : null
  })
}

/** A battle of that game whose first seat is this person's and whose others are bots'. */
async function founded(page: Page, system: string, many: number, settings: object): Promise<void> {
  const battle = await page.evaluate(async (body) => {
    const answer = await fetch('/api/battles', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
    return ((await answer.json()) as { battle: string }).battle
  }, { system, settings, dice: 'typed', seats: Array.from({ length: many }, (_, index) => (index ? { held_by: 'bot', bot: 'random' } : { held_by: 'you', player: 'Nico' })) })
  await page.goto(`${table.address}?probe#/battle/${battle}`)
  await question(page).waitFor()
}

/** Roll, draw and answer until the battle is over or a certain thing is asked; what was done. */
async function fought(page: Page, until = ''): Promise<{ rolled: number; drawn: string[] }> {
  const told = { rolled: 0, drawn: [] as string[] }
  const end = Date.now() + SECONDS * 1000
  let done = 0
  while (Date.now() < end) {
    const state = await now(page)
    if (state.ended || (until && state.ask === until)) return told
    if (state.refused.length) throw new Error(`refused: ${state.refused.join()} at ${state.ask}`)
    if (state.mine && !state.sending && (!state.held || state.judged)) {
      const asked = state.asked === done ? null : await chance(page)
      for (let die = 0; die < (asked?.dice ?? 0); die += 1) await page.keyboard.press(String(1 + ((told.rolled + 5 * die) % 6)))
      if (asked?.dice) told.rolled += 1
      else if (asked) {
        await page.keyboard.press('Enter') // by lot
        told.drawn.push(asked.window)
      }
      done = state.asked
      await page.keyboard.press('Enter')
    }
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
  throw new Error(`not over after ${SECONDS} s: ${JSON.stringify(await now(page))}`)
}

/** Some are fought each time; with CONDOTTA_TYPED=all every game is. */
const FOUGHT = GAMES.filter(([system]) => process.env['CONDOTTA_TYPED'] === 'all' || ['triumph', 'treachery'].includes(system))
it.each(FOUGHT)('fights a whole battle of %s with %i seats by what is rolled and drawn at home', async (system, many, settings) => {
  const { page, complaints, context } = await visit()
  await founded(page, system, many, settings)
  const { rolled, drawn } = await fought(page)
  expect(rolled).toBeGreaterThan(3)
  expect(drawn.length).toBeGreaterThan(0)
  expect(complaints).toEqual([])
  await context.close()
}, 210_000)

it('shows a pile to draw from by hand, what came off it, and lets it be put back', async () => {
  const { page, complaints, context } = await visit()
  await founded(page, 'treachery', 3, {})
  const panel = question(page)
  await fought(page, 'turn card')
  await panel.getByText('Your draw').waitFor()
  const pile = panel.getByRole('group', { name: 'What is in the pile' })
  const cards = await pile.getByRole('button').allInnerTexts()
  expect(cards).toHaveLength(3)
  for (const card of cards) expect(card).toMatch(/^[A-Z][a-z]+ · (Red|Blue|Amber)$/)
  await picture(page, 'typed-pile')
  await pile.getByRole('button').nth(1).click()
  await panel.getByRole('button', { name: `Put ${cards[1]!} back` }).click()
  await pile.getByRole('button').nth(2).click()
  await picture(page, 'typed-drawn')
  await speak(page, 'Français')
  await panel.getByText('À vous de tirer').waitFor()
  expect(await axe(page)).toEqual([])
  await page.setViewportSize({ width: 390, height: 844 })
  await picture(page, 'typed-phone-fr')
  await speak(page, 'English')
  await panel.getByRole('button', { name: 'That is what came off' }).click()
  await page.waitForFunction((name) => document.querySelector('.log')?.textContent?.includes(name), cards[2]!.split(' · ')[0]!)
  expect(complaints).toEqual([])
  await context.close()
}, 120_000)
