/** Battles of single models among three: units moved whole and model by model, attacks, orders, gifts, the end. */
import { beforeAll, expect, it } from 'vitest'
import type { Page } from 'playwright-core'
import { atHome, axe, brought, helped, inHall, lookUp, middle, now, picture, question, region, seated, type Watched, WHOLE, worn } from './table'

const { table, visit } = seated()
let told: Record<string, string>
const met: Watched[] = []
let moves: Page

beforeAll(() => {
  told = JSON.parse(helped('carnage')) as Record<string, string>
})

const asked = async (page: Page): Promise<number> => (await now(page)).asked
const events = async (page: Page): Promise<number> => (await now(page)).events
const further = (page: Page, before: number): Promise<unknown> =>
  page.waitForFunction((known) => (window as unknown as { table: { chronicle: { events: unknown[] } } }).table.chronicle.events.length > known, before)
const ready = (page: Page) => question(page).locator('.btn.go:not([aria-disabled="true"])').first()

/** A battle from a log, at whose seats one person sits. */
async function opened(log: string): Promise<Page> {
  const one = await visit()
  met.push(one)
  await brought(one.page, table, log, { red: 'Aude', blue: 'blue', amber: 'amber' })
  return one.page
}

/** A unit of several models that may move, and its models. */
async function someUnit(page: Page): Promise<{ unit: string; models: string[] }> {
  await page.waitForFunction(() => (window as unknown as { table: { ask: unknown } }).table.ask)
  return page.evaluate(() => {
    const { table: one } = window as unknown as { table: { ask: { about: string[] }; now: { position: { pieces: Map<string, { id: string; command?: string; place?: string; shape?: { kind: string } }> } } } }
    const all = [...one.now.position.pieces.values()]
    const of = (unit: string): string[] => all.filter((piece) => piece.command === unit && piece.id !== unit && piece.place === 'table' && piece.shape?.kind === 'disc').map((piece) => piece.id)
    const unit = one.ask.about.find((id) => of(id).length > 3) ?? ''
    return { unit, models: of(unit) }
  })
}

it('offers Carnage in the lobby, with three or four seats and armies by name [CM-1]', async () => {
  const one = await visit({}, '#/new')
  met.push(one)
  const { page } = one
  await page.locator('label').filter({ has: page.locator('input[value="carnage"]') }).click()
  await expect.poll(() => page.getByRole('group', { name: 'Seats' }).getByRole('button').allInnerTexts()).toEqual(['3', '4'])
  expect(await axe(page)).toEqual([])
})

it('sets a unit out as a block on the own quarter, away from the middle [CM-68, CM-74]', async () => {
  const page = await opened(told['deploying']!)
  await page.locator('.aid.deploy').first().waitFor()
  await expect.poll(() => page.locator('.aid.quarter').count()).toBe(3)
  await region(page, 'How the battle stands').getByText('5 battle rounds will be fought').waitFor()
  await ready(page).click()
  await question(page).getByText('Legal.', { exact: true }).waitFor()
  await picture(page, 'carnage-deploying')
  const before = await events(page)
  await lookUp(page)
  await page.keyboard.press('Enter')
  await further(page, before)
})

it('moves a unit whole, with lengths and coherency, and refuses a model that would be alone [SK-16, SK-31]', async () => {
  moves = await opened(told['moving']!)
  const page = moves
  const { unit, models } = await someUnit(page)
  await question(page).getByRole('group', { name: 'Units' }).getByRole('button', { name: new RegExp(` ${unit}\\b`) }).click()
  await question(page).getByText('Drag the unit').waitFor()
  // the strip above the map is told by the table: with it the map is where it stays
  await region(page, 'Order of turns').waitFor()
  const [x, y] = await middle(page, `[data-piece="${models[0]!}"] .base`)
  const board = (await page.locator('svg.board').boundingBox())!
  const [cx, cy] = [board.x + board.width / 2, board.y + board.height / 2]
  const far = Math.hypot(cx - x, cy - y)
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + ((cx - x) * 30) / far, y + ((cy - y) * 30) / far, { steps: 5 })
  await expect.poll(() => page.locator('.ghost').count()).toBe(models.length)
  await page.mouse.up()
  await question(page).getByText(/Legal\. [\d.]+ of [\d.]+″/).waitFor()
  await expect.poll(() => page.locator('.march .link').count()).toBeGreaterThanOrEqual(models.length - 1)
  expect(await page.locator('.march .broken').count()).toBe(0)
  await picture(page, 'carnage-moving')
  expect(await axe(page)).toEqual([])
  // one model alone, straight away from the others
  await question(page).getByRole('button', { name: 'Single models' }).click()
  const ghost = (await page.locator('.ghost .base').first().boundingBox())!
  const all = await Promise.all((await page.locator('.ghost .base').all()).map(async (one) => (await one.boundingBox())!))
  const [mx, my] = [all.reduce((sum, box) => sum + box.x, 0) / all.length, all.reduce((sum, box) => sum + box.y, 0) / all.length]
  const out = Math.hypot(ghost.x - mx, ghost.y - my) || 1
  await page.mouse.move(ghost.x + ghost.width / 2, ghost.y + ghost.height / 2)
  await page.mouse.down()
  await page.mouse.move(ghost.x + ghost.width / 2 + (400 * (ghost.x - mx)) / out, ghost.y + ghost.height / 2 + (400 * (ghost.y - my)) / out, { steps: 6 })
  await page.mouse.up()
  await question(page).getByText('Not legal.').waitFor()
  await page.locator('.march .broken').first().waitFor()
  await question(page).getByText(/would be too far from its unit/).waitFor()
  await picture(page, 'carnage-apart')
  await page.keyboard.press('Escape')
  expect(await page.locator('.ghost').count()).toBe(0)
  // what is suggested is seen, and made
  await lookUp(page)
  await page.keyboard.press('Enter')
  await question(page).getByText('Legal.', { exact: true }).waitFor()
  const before = await events(page)
  await page.keyboard.press('Enter')
  await further(page, before)
})

it.runIf(WHOLE)('is worn on a phone, in the dark and in French', async () => {
  const page = moves
  await worn(page, 'carnage', { first: () => region(page, 'Où en est la bataille').waitFor() })
  await atHome(page)
})

it('gives command points with words while a question stays open, and gives up in the own turn [CM-58, CM-109]', async () => {
  const page = moves
  const open = await asked(page)
  const active = await page.evaluate(() => (window as unknown as { table: { ask: { seat: string } } }).table.ask.seat)
  const purse = (seat: string): Promise<number> =>
    page.evaluate((one) => (window as unknown as { table: { counts: { contest: { columns: { role: string; values: Record<string, number> }[] } } } }).table.counts.contest.columns.find((each) => each.role === 'purse')?.values[one] ?? 0, seat)
  const card = region(page, 'A gift of command points')
  await card.locator('summary').click()
  await card.getByRole('combobox', { name: /^As/ }).selectOption(active)
  const other = active === 'blue' ? 'red' : 'blue'
  await card.getByRole('radio', { name: other === 'red' ? 'Aude' : 'blue' }).click()
  const had = await purse(active)
  await card.getByLabel('Words for everybody').fill('leave my scouts alone')
  await card.getByRole('button', { name: /^Give 1 to/ }).click()
  await region(page, 'Log').getByText('leave my scouts alone').first().waitFor()
  await page.waitForFunction(({ seat, was }) => ((window as unknown as { table: { counts: { contest: { columns: { role: string; values: Record<string, number> }[] } } } }).table.counts.contest.columns.find((each) => each.role === 'purse')?.values[seat] ?? 0) === was - 1, { seat: active, was: had })
  expect(await asked(page)).toBe(open)
  await picture(page, 'carnage-gift')
  expect(await axe(page)).toEqual([])
  await page.getByRole('button', { name: 'Menu' }).click()
  const menu = region(page, 'Menu')
  await menu.getByRole('button', { name: 'Concede …' }).click()
  await menu.getByText(/leaves the table, and the others play on/).waitFor()
  await menu.getByRole('button', { name: `${other === 'red' ? 'Aude' : other} concedes` }).click()
  await menu.getByText(/in your own turn/).waitFor()
  await picture(page, 'carnage-concede')
  expect(await axe(page)).toEqual([])
  await menu.getByRole('button', { name: `${active === 'red' ? 'Aude' : active} concedes` }).click()
  await menu.waitFor({ state: 'detached' })
  await region(page, 'How the battle stands').getByText(/out of the game/).waitFor()
})

it('shares shots out with their exact odds, and says why [SK-56, SK-74]', async () => {
  const page = await opened(told['shooting']!)
  await question(page).getByRole('list', { name: 'Weapons and targets' }).getByRole('listitem').first().waitFor()
  await question(page).getByText(/slays [\d.]+, costs [\d.]+ wounds on average/).waitFor()
  // what each weapon's dice need stands beside it, and why
  expect((await question(page).locator('.lines .needs').first().innerText()).replace(/\s+/g, ' ')).toMatch(/^hit (\d\+|–) wound \d\+ save (\d\+|×) damage /)
  await question(page).getByText('Why the dice need that').first().click()
  await question(page).getByText(/(Ballistic Skill \d\+|without a roll)/).first().waitFor()
  await question(page).getByText(/Strength \d+ against Toughness \d+/).first().waitFor()
  await picture(page, 'carnage-shooting')
  expect(await axe(page)).toEqual([])
  const before = await events(page)
  await question(page).getByRole('button', { name: /^Shoot( ⏎)?$/ }).click()
  await further(page, before)
})

it('lets the owner say who falls by clicking models [SK-60]', async () => {
  const page = await opened(told['falling']!)
  await question(page).getByText(/Suggested: /).waitFor()
  const listed = await question(page).getByRole('group', { name: 'Models of the unit' }).getByRole('button').allInnerTexts()
  expect(listed.length).toBeGreaterThan(1)
  expect(new Set(listed).size).toBe(listed.length)
  const { about } = await page.evaluate(() => ({ about: (window as unknown as { table: { ask: { about: string[] } } }).table.ask.about }))
  const [unit, number] = [about[0]!, Number(about[1])]
  const mine = page.locator(`[data-piece^="${unit}."]`)
  for (let index = 0; index < number; index += 1) await mine.nth(index).locator('.base').click()
  await question(page).getByText(new RegExp(`\\(${number} of ${number}\\)`)).waitFor()
  await picture(page, 'carnage-falling')
  const left = await mine.count()
  await question(page).getByRole('button', { name: /^These/ }).click()
  await page.waitForFunction(({ id, was }) => document.querySelectorAll(`[data-piece^="${id}."]`).length < was, { id: unit, was: left })
})

it('declares a charge at several, and shows why not [SK-88, SK-89]', async () => {
  const page = await opened(told['charging']!)
  const aims = question(page).getByRole('group', { name: 'At whom' })
  await aims.getByRole('button', { pressed: true }).first().waitFor()
  await ready(page).waitFor()
  await picture(page, 'carnage-charging')
  const pressed = aims.getByRole('button', { pressed: true })
  while (await pressed.count()) await pressed.first().click()
  await question(page).getByText('Not legal.').waitFor()
  await aims.getByRole('button').first().click()
  await ready(page).waitFor()
  expect(await axe(page)).toEqual([])
})

it('asks the active player in which order the others follow [CM-45]', async () => {
  const page = await opened(told['ordering']!)
  const cards = question(page).locator('.seat')
  await cards.nth(1).waitFor()
  await picture(page, 'carnage-ordering')
  expect(await axe(page)).toEqual([])
  const before = await events(page)
  await cards.nth(1).click()
  await further(page, before)
  // once all are named the strip tells the order, with who has finished and who is asked
  while (await now(page).then(({ ask }) => ask === 'who acts next')) {
    const known = await asked(page)
    await cards.first().click()
    await page.waitForFunction((old) => (window as unknown as { table: { ask: { id: number } | null } }).table.ask?.id !== old, known)
  }
  const chosen = region(page, 'Order of turns').getByRole('listitem')
  await region(page, 'Order of turns').getByText('Fights').waitFor()
  await expect.poll(() => chosen.filter({ hasText: 'is asked now' }).count()).toBeGreaterThan(0)
  await picture(page, 'carnage-ordered')
})

it('asks several in secret whether they wish to act, and tells nobody before all have said [CM-31]', async () => {
  const page = await opened(told['wishing']!)
  const watcher = await visit()
  met.push(watcher)
  await watcher.page.goto(page.url())
  const answers = question(page).getByRole('button', { name: /^Yes/ })
  await answers.waitFor()
  await expect.poll(() => question(page).getByText('2 questions are open to you.').count()).toBe(1)
  await watcher.page.locator('#question').getByText(/decide|Waiting/i).first().waitFor()
  expect(await watcher.page.locator('#question').getByRole('button', { name: 'Yes' }).count()).toBe(0)
  const open = await asked(page)
  await answers.click()
  await page.waitForFunction((old) => (window as unknown as { table: { ask: { id: number } | null } }).table.ask?.id !== old, open)
  const told2 = await watcher.page.evaluate(() => JSON.stringify((window as unknown as { table: { chronicle: { events: unknown[] } } }).table.chronicle.events.slice(-4)))
  expect(told2).not.toContain('"option":"yes"')
  await answers.click()
  await question(page).locator('.seat').nth(1).waitFor()
  await picture(page, 'carnage-wishing')
  await question(page).locator('.seat').nth(1).click()
})

it('shows whose die was what before somebody names the next turn [CM-17, CM-20]', async () => {
  const page = await opened(told['rolled']!)
  await question(page).locator('.seat').nth(1).waitFor()
  await expect.poll(() => question(page).getByText(/rolled \d/).count()).toBeGreaterThan(1)
  await region(page, 'How the battle stands').getByText(/Battle round \d of 5/).waitFor()
  // nobody has had a turn: the strip names each with his rank, and says who names the next
  const strip = region(page, 'Order of turns')
  const turns = strip.getByRole('list', { name: /: who plays when$/ }).getByRole('listitem')
  await expect.poll(() => turns.count()).toBe(3)
  for (const turn of await turns.all()) expect(await turn.innerText()).toMatch(/rank [123]/)
  await strip.getByText(/won the roll-off and names whose turn comes next/).waitFor()
  // from near, quarters are named in what is seen of them, and the objective is one press away
  const seen = async (): Promise<number[]> => (await page.locator('svg.board').getAttribute('viewBox'))!.split(' ').map(Number)
  for (let closer = 0; closer < 4; closer += 1) await page.getByRole('button', { name: 'Closer' }).click()
  await strip.getByRole('button', { name: /objective/i }).click()
  const [x = 0, y = 0, w = 0, h = 0] = await seen()
  const [flag, board] = [(await page.locator('.contested .spot').boundingBox())!, (await page.locator('svg.board').boundingBox())!]
  expect(Math.abs(flag.x + flag.width / 2 - board.x - board.width / 2)).toBeLessThan(board.width / 4)
  expect(w * h).toBeGreaterThan(0)
  await page.locator('.quarters > g').first().waitFor()
  for (const name of await page.locator('.quarters > g').all()) {
    const box = (await name.boundingBox())!
    expect([box.x >= board.x - 1, box.y >= board.y - 1, box.x + box.width <= board.x + board.width + 1, box.y + box.height <= board.y + board.height + 1]).toEqual([true, true, true, true])
  }
  expect([x, y].every(Number.isFinite)).toBe(true)
  await picture(page, 'carnage-near')
  await page.getByRole('button', { name: /whole board/i }).click()
  await picture(page, 'carnage-rolled')
  expect(await axe(page)).toEqual([])
  // the log is long: a line that is added makes none of the rows that stay anew
  await page.locator('.log li.more').waitFor()
  await page.locator('.log li').last().evaluate((row) => row.setAttribute('data-stays', ''))
  await page.getByPlaceholder('Say something to the table').fill('Well rolled.')
  await page.keyboard.press('Enter')
  await page.locator('.log li', { hasText: 'Well rolled.' }).waitFor()
  expect(await page.locator('.log li[data-stays]').count()).toBe(1)
  await question(page).locator('.seat').first().click()
  await question(page).locator('.seat').first().waitFor({ state: 'detached' })
})

it('tells how it ended, how clearly and why [CM-101]', async () => {
  const page = await opened(told['over']!)
  await question(page).getByText('The battle is over').waitFor()
  await question(page).getByText(/major victory|minor victory/).first().waitFor()
  await picture(page, 'carnage-over')
  expect(await axe(page)).toEqual([])
})

it('shows the round, the points and who was near at the moment that is looked back at [CM-88]', async () => {
  const page = await opened(told['over']!)
  const contest = region(page, 'How the battle stands')
  await contest.getByText('Battle round 5 of 5').waitFor()
  await question(page).getByRole('button', { name: 'Look back' }).click()
  await contest.getByText('5 battle rounds will be fought').waitFor()
  await page.evaluate(() => {
    const { table: one } = window as unknown as { table: { back: number; chronicle: { events: { kind: string; name?: string; value?: number }[] } } }
    one.back = one.chronicle.events.findIndex((event) => event.kind === 'Counted' && event.name === 'battle round' && event.value === 2) + 1
  })
  await contest.getByText('Battle round 2 of 5').waitFor()
  await page.locator('.score').first().waitFor()
  await page.keyboard.press('l')
  await page.locator('.legend .ground').first().waitFor()
  await picture(page, 'carnage-back')
  expect(await axe(page)).toEqual([])
  await page.keyboard.press('Escape')
  await contest.getByText('Battle round 5 of 5').waitFor()
})

it('shows rounds, points and the objective in the hall', async () => {
  const page = await opened(told['ordering']!)
  await inHall(page, 'carnage')
  await page.getByText('Round de bataille 1 sur 5').waitFor()
  await page.getByText('L’objectif').first().waitFor()
})

it('never complained, and asked nobody but its table', () => {
  for (const watched of met) {
    expect(watched.complaints).toEqual([])
    expect(watched.strangers).toEqual([])
  }
})
