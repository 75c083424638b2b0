/** A large battle through its deployment: commands, markers, zones, gauges; and who sees what. */
import { expect, it } from 'vitest'
import type { Page } from 'playwright-core'
import { axe, now, picture, play, seated, type Watched, WHOLE } from './table'

const { visit } = seated()
let red: Watched
let blue: Watched
let mate: Watched

async function join(code: string, seat: string, name: string): Promise<Watched> {
  const watched = await visit()
  const { page } = watched
  await page.getByPlaceholder('K7QF').fill(code)
  await page.getByRole('button', { name: 'Join', exact: true }).click()
  await page.getByLabel('Your name').fill(name)
  const row = page.locator('.seat, li').filter({ hasText: seat }).first()
  await row.getByRole('button', { name: 'Take this seat' }).click()
  await page.waitForURL(/#\/battle\//)
  return watched
}
const pages = (): Page[] => [red.page, blue.page, mate.page]
/** Everything a page knows of the battle: its events and its text. */
const known = (page: Page): Promise<string> =>
  page.evaluate(() => JSON.stringify((window as unknown as { table: { chronicle: { events: unknown[] } } }).table.chronicle.events) + document.documentElement.outerHTML)

it('offers the large game with a seat for each command, and two of a side share one army', async () => {
  red = await visit({}, '#/new')
  const { page } = red
  await page.getByText('GRAND TRIUMPH!').click()
  const counts = page.getByRole('group', { name: 'Seats' }).getByRole('button')
  await expect.poll(() => counts.allInnerTexts()).toEqual(['2', '3', '4', '5', '6'])
  await counts.nth(1).click()
  await page.getByPlaceholder('Your name').fill('Aude')
  for (const seat of ['Blue', 'Amber']) await page.getByRole('group', { name: `Who sits at ${seat}` }).getByRole('button', { name: 'Someone else' }).click()
  for (const [seat, army] of [['Red', 'Tuareg'], ['Blue', 'Later Communal Italian']] as const) {
    await page.locator('.seat').filter({ hasText: seat }).getByRole('button', { name: 'Choose' }).click()
    await page.getByRole('dialog').getByRole('searchbox').fill(army)
    await page.getByRole('dialog').locator('li').filter({ hasText: army }).first().getByRole('button', { name: 'Take' }).click()
  }
  await page.getByRole('button', { name: 'From a number' }).click()
  await page.getByLabel('Number or word').fill('three')
  await page.getByRole('button', { name: 'Start the battle' }).click()
  await page.locator('p.code').waitFor()
  const code = (await page.locator('p.code').innerText()).trim()
  blue = await join(code, 'Blue', 'Bren')
  mate = await join(code, 'Amber', 'Cleo')
  await page.getByRole('link', { name: 'To the table' }).click()
  await page.locator('#question').waitFor()
})

it('deals the army to its commands, says all that is wrong at once, and helps out', async () => {
  await play(pages(), (state) => state.ask === 'commands' && state.mine)
  const { page } = red
  await page.getByRole('region', { name: 'Your army in its commands' }).waitFor()
  await page.locator('#question').getByText('Legal.', { exact: true }).waitFor()
  expect(await page.locator('[data-command] h3 b').allInnerTexts()).toEqual(['48 of 144', '48 of 144', '48 of 144'])
  // one small stand too many elsewhere: the general's command is no longer the largest, and others are too small
  const first = page.locator('[data-command="1"]')
  const third = page.locator('[data-command="3"]')
  await first.getByRole('button', { name: /Knights R\d+, KNT/ }).first().click()
  await third.getByRole('button', { name: /Put 1 here/ }).click()
  await page.locator('#question').getByText(/larger than that of the overall commander/).waitFor()
  await first.getByRole('button', { name: '+1' }).click()
  await page.locator('#question li').nth(1).waitFor()
  expect(await page.locator('#question li').allInnerTexts()).toEqual([expect.stringMatching(/GT-2\.4/), expect.stringMatching(/GT-7\.2/)])
  expect(await first.getByRole('heading').innerText()).toMatch(/44 of 144/)
  await picture(page, 'large-deal-wrong')
  await page.locator('#question').getByRole('button', { name: 'Suggest something' }).click()
  await page.locator('#question').getByText('Legal.', { exact: true }).waitFor()
  // a stand is carried from one command to another, and comes back by a key
  const carried = first.getByRole('button', { name: /Warband/ }).first()
  await carried.dragTo(third)
  await page.waitForFunction(() => document.querySelector('[data-command="3"] h3 b')?.textContent?.startsWith('51'))
  await page.locator('#question').getByRole('button', { name: 'Suggest something' }).click()
  await first.getByRole('button', { name: '+1' }).click()
  await third.getByRole('button', { name: '−1' }).click()
  await page.locator('#question').getByText('Legal.', { exact: true }).waitFor()
  await picture(page, 'large-deal')
  // another language leaves what is worked on as it is
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.locator('.menu').getByRole('button', { name: 'Français' }).click()
  await page.getByRole('heading', { name: 'Répartissez votre armée en commandements' }).waitFor()
  expect(await first.getByRole('button', { name: '+1' }).getAttribute('aria-pressed')).toBe('true')
  await picture(page, 'large-deal-fr')
  await page.locator('.menu').getByRole('button', { name: 'English' }).click()
  await page.getByRole('button', { name: 'Menu' }).click()
  expect(await axe(page)).toEqual([])
  // his mate may look on, the enemy sees nothing of it
  expect(await mate.page.locator('[data-command]').count()).toBe(0)
  expect(await blue.page.evaluate(() => document.querySelector('[data-command="1"]')?.outerHTML ?? '')).not.toMatch(/ R\d/)
})

it('keeps words of a side from the other', async () => {
  await red.page.getByRole('button', { name: 'To my side' }).click()
  await red.page.getByPlaceholder('Say something').fill('the left is mine')
  await red.page.keyboard.press('Enter')
  await mate.page.getByText('the left is mine').first().waitFor()
  await red.page.getByRole('button', { name: 'To all' }).click()
  await red.page.getByPlaceholder('Say something').fill('well met')
  await red.page.keyboard.press('Enter')
  await blue.page.getByText('well met').first().waitFor()
  expect(await known(blue.page)).not.toContain('the left is mine')
})

it('lays markers along the own edge, face down for the enemy', async () => {
  await red.page.locator('#question').focus()
  await play(pages(), (state) => state.ask === 'markers' && state.mine)
  const mine = (await now(red.page)).ask === 'markers' && (await now(red.page)).mine ? red : blue
  const { page } = mine
  await page.getByRole('slider', { name: 'Marker of command 1' }).waitFor()
  const second = page.getByRole('slider', { name: 'Marker of command 2' })
  const before = Number(await second.getAttribute('aria-valuenow'))
  const box = (await second.boundingBox())!
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width / 2 + 60, box.y + box.height / 2, { steps: 6 })
  await page.mouse.up()
  const after = Number(await second.getAttribute('aria-valuenow'))
  expect(after).toBeGreaterThan(before + 20_000)
  await second.focus()
  await page.keyboard.press('ArrowLeft')
  expect(Number(await second.getAttribute('aria-valuenow'))).toBe(after - 5_000)
  await page.locator('#question').getByText('Legal.', { exact: true }).waitFor()
  await expect.poll(() => page.locator('.aid.sector').count()).toBe(5)
  await picture(page, 'large-markers')
  expect(await axe(page)).toEqual([])
  await page.locator('#question').focus()
})

it('shows the enemy three flags and nothing of who they are, until they are shown', async () => {
  await play(pages(), (state) => state.mine && (state.ask === 'first commands' || state.ask === 'command troops'))
  const first = (await now(red.page)).mine || (await now(mate.page)).mine ? red : blue
  const other = first === red ? blue : red
  await other.page.locator('[data-piece*="marker"]').first().waitFor()
  await picture(first.page, 'large-first')
  await picture(other.page, 'large-other')
  // who has shown his commands knows nothing of the other's
  const letter = first === red ? 'B' : 'R'
  expect(await first.page.evaluate(() => JSON.stringify((window as unknown as { table: { counts: { commands: { side: string }[] } } }).table.counts.commands.map((one) => one.side)))).not.toContain(first === red ? 'north' : 'south')
  const flags = first.page.locator(`[data-piece^="${letter}-marker"]`)
  await expect.poll(() => flags.count()).toBe(3)
  for (const flag of await flags.all()) {
    expect(await flag.getAttribute('aria-label')).toMatch(/face down/)
    expect(await flag.locator('text').textContent()).toBe('?')
  }
  expect(await known(first.page)).not.toMatch(new RegExp(`"command":"${letter}\\.\\d"`))
})

it('sets commands out within the ground that is drawn, and comes to the first moves', async () => {
  await play(pages(), (state) => state.mine && state.ask === 'command troops')
  const page = (await now(red.page)).ask === 'command troops' && (await now(red.page)).mine ? red.page : (await now(mate.page)).mine ? mate.page : blue.page
  await page.locator('.aid.deploy').first().waitFor()
  await expect.poll(() => page.locator('.aid.line').count()).toBe(1)
  await picture(page, 'large-troops')
  await play(pages(), (state) => state.turn >= 1 && state.mine && state.ask === 'movement')
  for (const watched of [red, blue]) await watched.page.locator('.strengths > li').nth(5).waitFor()
  const active = (await now(red.page)).mine || (await now(mate.page)).mine ? red.page : blue.page
  await picture(active, 'large-moves')
  const gauge = active.locator('.strengths > li').first()
  expect(await gauge.innerText()).toMatch(/0 lost, breaks at \d+/)
  await gauge.getByRole('button').first().click()
  await gauge.getByText(/Nothing is lost yet/).waitFor()
  await gauge.getByRole('button', { name: 'GT-8.1' }).waitFor()
  await gauge.getByRole('button').first().click()
  await expect.poll(() => active.locator('.strengths .die svg').count()).toBeGreaterThan(1)
  // an army's sum says of what it is made: its commands, and what is of none of them
  const army = active.locator('.plate').first()
  await army.getByRole('button', { name: 'Lost', exact: true }).click()
  for (const part of ['Command 1', 'Command 2', 'Command 3']) await army.getByText(part).waitFor()
  await army.getByText(/^0 points lost; \d+½? decide the battle$/).waitFor()
  // every stand bears the number of its command, and says it
  const bearer = active.locator('.stand:has(.numeral)').first()
  const number = await bearer.locator('.numeral').textContent()
  expect(await bearer.getAttribute('aria-label')).toContain(`Command ${number}`)
  // what happened is told below a wide board, beside the question nothing is hidden by it
  await active.locator('main').getByRole('region', { name: 'Log' }).waitFor()
  expect(await axe(active)).toEqual([])
})

it.runIf(WHOLE)('stays smooth with a whole army on the board: panned, and with a stand in hand', async () => {
  const page = (await now(red.page)).mine ? red.page : (await now(mate.page)).mine ? mate.page : blue.page
  await expect.poll(() => page.locator('.stand').count()).toBeGreaterThan(90)
  const box = (await page.locator('svg.board').boundingBox())!
  const middle = [box.x + box.width / 2, box.y + box.height / 2] as const
  const own = page === blue.page ? 'B' : 'R'
  const stand = (await page.locator(`[data-piece^="${own}"]:not([data-piece*="marker"]) .base`).nth(20).boundingBox())!
  /** The time between frames while a hand goes round from there, in ms, the longest last. */
  const round = async (x: number, y: number): Promise<number[]> => {
    await page.mouse.move(x, y)
    await page.evaluate(() => {
      const frames: number[] = []
      let last = performance.now()
      const tick = (time: number): void => {
        frames.push(time - last)
        last = time
        if ((window as unknown as { frames: number[] }).frames === frames) requestAnimationFrame(tick)
      }
      ;(window as unknown as { frames: number[] }).frames = frames
      requestAnimationFrame(tick)
    })
    await page.mouse.down()
    for (let step = 0; step < 90; step++) await page.mouse.move(x + 120 * Math.sin(step / 9), y - 20 + 20 * Math.cos(step / 7))
    await page.mouse.up()
    return page.evaluate(() => (window as unknown as { frames: number[] }).frames.slice(2).sort((one, two) => one - two))
  }
  const carried = await round(stand.x + stand.width / 2, stand.y + stand.height / 2)
  await page.keyboard.press('Escape')
  await page.locator('.zoom button').first().click()
  const panned = await round(...middle)
  for (const [what, frames] of [['panned', panned], ['carried', carried]] as const) {
    const [half, most] = [0.5, 0.95].map((share) => frames[Math.floor(frames.length * share)]!)
    console.log(`${what}: ${frames.length} frames, median ${half!.toFixed(1)} ms, p95 ${most!.toFixed(1)} ms`)
    // the median, as machines that try many things at once lose single frames
    expect(half).toBeLessThan(33)
  }
})

it('never complained, and asked nobody but its table', () => {
  for (const watched of [red, blue, mate]) {
    expect(watched.complaints).toEqual([])
    expect(watched.strangers).toEqual([])
  }
})
