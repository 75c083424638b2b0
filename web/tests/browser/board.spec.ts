/** The map under the hand: closer and about, the ruler, numbers, ranges, snapping, taking back. */
import { expect, it } from 'vitest'
import type { Page } from 'playwright-core'
import { atHome, middle, now, picture, play, question, seated, type Watched, worn } from './table'

const { table, visit } = seated()

/** A moment to practise from, at red's first question of moving; the dice give more than one move. */
async function moving(scenario: string, options = {}): Promise<Watched> {
  const watched = await visit(options, `#/new/${scenario}`)
  const { page } = watched
  await page.getByRole('button', { name: 'From a number' }).click()
  await page.getByLabel('Number or word').fill('three')
  await page.getByRole('button', { name: 'Start the battle' }).click()
  await page.locator('#question .btn.go').waitFor()
  await play([page], (state) => state.ask === 'movement')
  return watched
}
const view = async (page: Page): Promise<number[]> => (await page.locator('svg.board').getAttribute('viewBox'))!.split(' ').map(Number)

it('goes closer and about by wheel, keys, buttons and two fingers', async () => {
  const { page, context, complaints } = await moving('first', { hasTouch: true })
  const whole = await view(page)
  await page.mouse.move(...(await middle(page, 'svg.board')))
  await page.mouse.wheel(0, -400)
  await expect.poll(async () => (await view(page))[2]).toBeLessThan(whole[2]! * 0.8)
  const wheeled = await view(page)
  await page.locator('[data-piece="R1"]').focus()
  await page.keyboard.press('Alt+ArrowLeft')
  expect((await view(page))[0]).toBeLessThan(wheeled[0]!)
  await page.keyboard.press('-')
  expect((await view(page))[2]).toBeGreaterThan(wheeled[2]!)
  await page.keyboard.press('0')
  expect(await view(page)).toEqual(whole)
  await page.getByRole('button', { name: 'Closer' }).click()
  expect((await view(page))[2]).toBeLessThan(whole[2]!)
  await page.getByRole('button', { name: 'The whole board' }).click()
  const finger = await context.newCDPSession(page)
  const [x, y] = await middle(page, 'svg.board')
  const touch = (type: string, apart: number): Promise<unknown> =>
    finger.send('Input.dispatchTouchEvent', { type: type as 'touchMove', touchPoints: type === 'touchEnd' ? [] : [{ x: x - apart, y, id: 1 }, { x: x + apart, y, id: 2 }] })
  await touch('touchStart', 40)
  for (let apart = 50; apart <= 120; apart += 10) await touch('touchMove', apart)
  await touch('touchEnd', 0)
  await expect.poll(async () => (await view(page))[2]).toBeLessThan(whole[2]! * 0.6)
  expect((await now(page)).held).toBe(false)
  expect(complaints).toEqual([])
  await context.close()
})

it('measures as the server does, from stand to stand', async () => {
  const { page, context } = await moving('first')
  await page.keyboard.press('m')
  const [from, to] = [await middle(page, '[data-piece="R1"] .base'), await middle(page, '[data-piece="B1"] .base')]
  await page.mouse.move(...from)
  await page.mouse.down()
  await page.mouse.move(to[0], to[1], { steps: 6 })
  await page.locator('line.ruler').waitFor({ state: 'attached' })
  const told = await page.evaluate(async () => (await (window as unknown as { table: { talk: { measure: (one: string, other: string) => Promise<{ distance: number }> } } }).table.talk.measure('R1', 'B1')).distance)
  await expect.poll(() => page.locator('text.mk').last().textContent()).toBe(`${(told / 10_000).toFixed(1)} MU`)
  await page.mouse.up()
  expect((await now(page)).events).toBeGreaterThan(0)
  await context.close()
})

it('takes numbers, with a comma or a point, and shows where that leads', async () => {
  const { page, context } = await moving('first')
  await page.locator('[data-piece="R4"]').click()
  await page.getByRole('button', { name: 'Pick up' }).click()
  await page.getByRole('button', { name: 'Numbers' }).click()
  for (const typed of ['2,5', '2.5']) {
    await page.getByLabel('Ahead').fill(typed)
    await page.locator('#question').getByText('2.5 of 8.0 MU').waitFor()
    await page.getByLabel('Ahead').fill('0')
  }
  await context.close()
})

it('shows on demand how far who may come, shoot and command, and names the shapes', async () => {
  const { page, context } = await moving('shooting')
  expect(await page.locator('.aid').count()).toBe(0)
  await page.locator('[data-piece="B1"]').click()
  await page.locator('.aid.threat').first().waitFor()
  await page.locator('[data-piece="R1"]').click()
  await page.locator('.aid.shooting').first().waitFor()
  await picture(page, 'arcs')
  await page.keyboard.press('Escape')
  await page.keyboard.press('l')
  await page.locator('.map[data-shapes=drawn] .aid.command').first().waitFor()
  const legend = page.getByRole('region', { name: 'What the shapes mean' })
  await expect.poll(() => legend.innerText()).toMatch(/zone of control[\s\S]*in command/)
  await expect.poll(() => page.locator('.map .aid.zone').count()).toBeGreaterThan(0)
  await context.close()
})

it('takes the whole group of a stand that is pressed twice, and comes no closer by it', async () => {
  const { page, context } = await visit({}, '#/new/line')
  await page.getByRole('button', { name: 'Start the battle' }).click()
  await page.locator('[data-piece="R1"]').waitFor()
  const before = await page.locator('svg.board').getAttribute('viewBox')
  await page.locator('[data-piece="R1"] .base').dblclick()
  await expect.poll(() => page.locator('[data-piece][aria-pressed="true"]').count()).toBeGreaterThan(1)
  expect(await page.locator('[data-piece="R1"]').getAttribute('aria-pressed')).toBe('true')
  expect(await page.locator('svg.board').getAttribute('viewBox')).toBe(before)
  await page.keyboard.press('Escape')
  await expect.poll(() => page.locator('[data-piece][aria-pressed="true"]').count()).toBe(0)
  await context.close()
})

it('snaps a hand that comes near a contact into it, unless that is switched off', async () => {
  const { page, context } = await moving('line')
  const state = (): Promise<{ offered: boolean; contacts: number }> =>
    page.evaluate(() => {
      const { held } = (window as unknown as { table: { hand: { held: { offered: unknown; verdict: { contacts?: unknown[] } | null } | null } } }).table.hand
      return { offered: !!held?.offered, contacts: held?.verdict?.contacts?.length ?? 0 }
    })
  // the knights go near what the server offers them, and a hand's breadth beside it
  await page.locator('[data-piece="R7"]').click()
  const places = await page.evaluate(async () => {
    const table = (window as unknown as { table: { talk: { menu: (pieces: string[], most: number) => Promise<{ kind: string; pieces?: string[] }[]> }; hand: { ends: (action: unknown) => [number, number, number, number][] }; sheet: { at: (x: number, y: number) => [number, number] } } }).table
    const offers = (await table.talk.menu(['R7'], 80)).filter((one) => one.kind === 'Move' && one.pieces?.length === 1)
    return offers.map((one) => table.sheet.at(...(table.hand.ends(one)[0]!.slice(0, 2) as [number, number])))
  })
  expect(places.length).toBeGreaterThan(0)
  const [px, py] = places[0]!
  const spot = await page.evaluate(([x, y]) => {
    const svg = document.querySelector<SVGSVGElement>('svg.board')!
    const at = new DOMPoint(x, y).matrixTransform(svg.getScreenCTM()!)
    return [at.x, at.y] as [number, number]
  }, [px, py] as [number, number])
  const lead = await page.evaluate(() => {
    const state = (window as unknown as { table: { position: { pieces: Map<string, { pose: number[] }> }; sheet: { at: (x: number, y: number) => [number, number] } } }).table
    const [x, y] = state.position.pieces.get('R7')!.pose
    const svg = document.querySelector<SVGSVGElement>('svg.board')!
    const at = new DOMPoint(...state.sheet.at(x!, y!)).matrixTransform(svg.getScreenCTM()!)
    return [at.x, at.y] as [number, number]
  })
  const grab = await middle(page, '[data-piece="R7"] .base')
  const [dx, dy] = [spot[0] - lead[0] + 5, spot[1] - lead[1] + 5]
  await page.mouse.move(...grab)
  await page.mouse.down()
  await page.mouse.move(grab[0] + dx / 2, grab[1] + dy / 2, { steps: 4 })
  // it can snap as soon as the server has said where to: until then the hand waits there, and stirs
  let stir = 0
  await expect.poll(async () => {
    stir = 1 - stir
    await page.mouse.move(grab[0] + dx + stir, grab[1] + dy, { steps: 2 })
    return (await state()).offered
  }).toBe(true)
  await page.keyboard.press('s')
  await page.mouse.move(grab[0] + dx + 2, grab[1] + dy + 1, { steps: 2 })
  await expect.poll(async () => (await state()).offered).toBe(false)
  expect(await page.getByRole('button', { name: 'Snap S', exact: true }).getAttribute('aria-pressed')).toBe('false')
  await page.mouse.up()
  await context.close()
})

it('says what would be taken back, and what sealed it when it no longer can', async () => {
  const { page, context } = await moving('first')
  await page.locator('[data-piece="R4"]').click()
  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowUp')
  await page.locator('.ghost.yes').first().waitFor()
  await page.keyboard.press('Enter')
  const before = page.getByRole('button', { name: /Take back Javelin Cavalry R4/ })
  await before.waitFor()
  await picture(page, 'take-back')
  await before.click()
  await page.locator('li.undone').first().waitFor({ state: 'attached' })
  await play([page], (state) => state.turn >= 3)
  const sealed = page.getByRole('button', { name: 'Sealed by dice' })
  await sealed.waitFor()
  expect(await sealed.getAttribute('aria-disabled')).toBe('true')
  await page.keyboard.press('u')
  await page.getByText('Chance was asked since').first().waitFor()
  await page.getByText('Refused · nothing was spent').waitFor()
  await picture(page, 'sealed')
  await context.close()
})

it('is told what the condottiere would do and why, sees it drawn, and takes it or leaves it', async () => {
  const { page, context, complaints } = await moving('first')
  const wonder = question(page).getByRole('button', { name: 'What would the condottiere do?' })
  const before = await now(page)
  await wonder.click()
  const hint = question(page).locator('.hint')
  await hint.getByText(/(nearer to|back from) the enemy\.|% of cases/).first().waitFor()
  await hint.getByText(/points more than to stay/).waitFor()
  await page.locator('.ghost.yes').first().waitFor()
  // nothing is said by that, and it can be left
  expect(await now(page)).toMatchObject({ held: true, events: before.events })
  await picture(page, 'hint')
  // on a phone it is read beside what it draws, the sheet folded
  const told = async (): Promise<void> => {
    await hint.getByText(/en points/).first().waitFor()
    expect(await question(page).locator('.fold').getAttribute('aria-expanded')).toBe('false')
  }
  await worn(page, 'hint', { first: told })
  await atHome(page)
  await hint.getByRole('button', { name: 'Leave it' }).click()
  expect((await now(page)).held).toBe(false)
  await wonder.click()
  await page.locator('.ghost.yes').first().waitFor()
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await now(page)).events).toBeGreaterThan(before.events)
  expect(complaints).toEqual([])
  await context.close()
})

it('goes on where it was after reload, back and forward, and in a second tab', async () => {
  const { page, context, complaints } = await moving('first')
  const battle = page.url()
  await page.locator('[data-piece="R4"]').click()
  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowUp')
  await page.locator('.ghost.yes').first().waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: /Take back Javelin/ }).waitFor()
  const known = (await now(page)).events
  await page.reload()
  await page.getByRole('button', { name: /Take back Javelin/ }).waitFor()
  await page.goBack()
  await page.goForward()
  await page.goto(battle)
  await page.getByRole('button', { name: /Take back Javelin/ }).waitFor()
  await expect.poll(async () => (await now(page)).events).toBe(known)

  // two tabs hold the same stand; the first to put it down moves it, the other loses its hand
  const second = await context.newPage()
  await second.goto(battle)
  for (const tab of [page, second]) {
    await tab.locator('[data-piece="R3"]').click()
    await tab.keyboard.press('Enter')
    await tab.keyboard.press('ArrowUp')
    await tab.locator('.ghost.yes').first().waitFor()
  }
  await page.bringToFront()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: /Take back Light Foot R3/ }).waitFor()
  await second.waitForFunction(() => (window as unknown as { table: { hand: { held: unknown } } }).table.hand.held === null)
  // what an old screen still says is refused, with a reason, and nothing happens twice
  const after = (await now(page)).events
  await second.evaluate(async () => {
    const state = (window as unknown as { table: { ask: { id: number; seat: string }; talk: { say: (ask: object, action: object) => Promise<boolean> } } }).table
    await state.talk.say({ ...state.ask, id: state.ask.id - 1 }, { kind: 'Choose', option: 'end' })
  })
  await second.getByText('Refused · nothing was spent').waitFor()
  await second.getByText(/is no longer open; look at the table again/).waitFor()
  expect((await now(page)).events).toBe(after)
  expect(complaints).toEqual([])
  await context.close()
})

it('takes a name for a name, whatever is in it', async () => {
  const { page, context, complaints } = await visit({}, '#/new/first')
  const nasty = '<img src=x onerror="document.title=1">"\'<b>'
  await page.getByPlaceholder('Your name').fill(nasty)
  await page.getByLabel('Name of the battle').fill(nasty)
  await page.getByRole('button', { name: 'Start the battle' }).click()
  await page.locator('#question .btn.go').waitFor()
  await page.getByPlaceholder('Say something to the table').fill(nasty)
  await page.getByRole('button', { name: 'Say', exact: true }).click()
  await page.locator('ol, ul').getByText(nasty).first().waitFor()
  expect(await page.locator('img:not(.picture img)').count()).toBe(0)
  expect(await page.locator('h1').innerText()).toContain('<img src=x')
  expect(await page.locator('.plate .who b').last().innerText()).toContain('<img')
  await page.goto(`${table.address}?probe#/`)
  await page.getByText('<img src=x').first().waitFor()
  expect(await page.locator('img:not(.picture img)').count()).toBe(0)
  expect(complaints).toEqual([])
  await context.close()
})

it('takes the dice that fell on a real table, from the keys or a finger', async () => {
  const { page, context, complaints } = await visit({}, '#/new/first')
  await page.getByRole('button', { name: 'Typed in' }).click()
  await page.getByRole('button', { name: 'Start the battle' }).click()
  await page.getByRole('radio', { name: '4' }).first().waitFor()
  await picture(page, 'typed-dice')
  await page.getByRole('radio', { name: '4' }).first().click()
  await page.locator('#question .btn.go').click()
  await page.getByText('4 command points left: choose a move').waitFor()
  // with the keys alone: the phase is ended, then the other side's die is typed in
  await page.getByRole('button', { name: 'End the phase' }).click()
  await page.getByRole('radio', { name: '2' }).first().waitFor()
  await page.locator('[data-piece="R1"]').focus()
  await page.keyboard.press('5')
  expect(await page.getByRole('radio', { name: '5' }).first().getAttribute('aria-checked')).toBe('true')
  await page.locator('svg.board').focus()
  await page.keyboard.press('Enter')
  await page.getByText('Blue has 5 command points this turn').first().waitFor({ state: 'attached' })
  expect(complaints).toEqual([])
  await context.close()
})

it('lets whoever has no seat watch, and act on nothing', async () => {
  const { page, context } = await moving('first')
  const code = await page.evaluate(() => (window as unknown as { table: { line: { welcome: { code: string } } } }).table.line.welcome.code)
  const watcher = await visit({ viewport: { width: 820, height: 1180 } }, `#/join/${code}`)
  await watcher.page.getByRole('link', { name: 'Watch' }).click()
  await watcher.page.getByText('You watch: what is secret stays so for you.').first().waitFor()
  await picture(watcher.page, 'watching')
  expect(await watcher.page.getByText('What would the').count()).toBe(0)
  await watcher.page.locator('[data-piece="R4"]').click()
  await watcher.page.keyboard.press('Enter')
  await watcher.page.keyboard.press('ArrowUp')
  expect((await now(watcher.page)).held).toBe(false)
  expect(await watcher.page.locator('.ghost').count()).toBe(0)
  expect(watcher.complaints).toEqual([])
  await watcher.context.close()
  await context.close()
})

it('keeps battles: goes on, puts away, takes out, saves a log and brings one in', async () => {
  const { page, context, complaints } = await moving('first', { acceptDownloads: true })
  const saved = async (): Promise<string> => {
    await page.getByRole('button', { name: 'Menu' }).click()
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: 'Save the log' }).click()])
    await page.getByRole('button', { name: 'Menu' }).click()
    return (await file.path())!
  }
  const own = await saved()
  await page.goto(`${table.address}?probe#/`)
  const row = page.getByRole('main').getByRole('listitem').filter({ hasText: 'First steps' }).filter({ has: page.getByRole('link', { name: /^(Go on|Look|Watch)/ }) }).first()
  await row.getByRole('button', { name: 'Put away' }).click()
  await row.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Show those put away' }).click()
  await row.getByRole('button', { name: 'Take out' }).click()
  await row.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Back to the others' }).click()

  // what one seat saw is no whole battle; the reason comes in one's own language
  await page.getByRole('button', { name: 'Français' }).click()
  await page.locator('html[lang=fr]').waitFor()
  await page.locator('input[type=file]').setInputFiles(own)
  await page.getByRole('alert').getByText(/Ce journal ne contient que ce que/).waitFor()
  await page.getByRole('button', { name: 'English' }).click()
  await page.locator('html[lang=en]').waitFor()

  await row.getByRole('link', { name: 'Go on' }).click()
  await play([page], (state) => state.ended)
  const whole = await saved()
  await page.goto(`${table.address}?probe#/`)
  await page.locator('input[type=file]').setInputFiles(whole)
  await page.waitForURL(/#\/room\//)
  await page.getByRole('heading', { name: 'First steps' }).waitFor()
  expect(complaints).toEqual([])
  await context.close()
})
