/** Ranked battles by hand: regiments are set out, moved and reformed on the board; lengths in inches. */
import { expect, it } from 'vitest'
import type { Page } from 'playwright-core'
import { asked, axe, brought, helped, middle, picture, play, question, seated, speak, type Watched } from './table'

const { table, visit } = seated()
let red: Watched
let kept: { gust: string; join: string } | undefined
const logs = (): { gust: string; join: string } => (kept ??= JSON.parse(helped('ranks')) as { gust: string; join: string })

/** A battle against a bot, of which red sets out. */
const begun = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const seats = [{ seat: 'red', held_by: 'you', player: 'Aude', roster: 'river-guard' }, { seat: 'blue', held_by: 'bot', bot: 'steward', roster: 'hill-levy' }]
    const answer = await fetch('/api/battles', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ system: 'ranked', seats, dice: 'seeded', seed: 'ranks' }) })
    return ((await answer.json()) as { battle: string }).battle
  })

interface Known { id: string; pose: number[] | null; shape: { width: number; depth: number }; place: string; controller: string }
const known = (page: Page, id: string): Promise<Known> =>
  page.evaluate((name) => {
    const { table: one } = window as unknown as { table: { now: { position: { pieces: Map<string, Known> } } } }
    const { id: its, pose, shape, place, controller } = one.now.position.pieces.get(name)!
    return { id: its, pose: pose ?? null, shape, place, controller }
  }, id)
const judged = (page: Page): Promise<unknown> => page.waitForFunction(() => (window as unknown as { table: { hand: { held: { judged: boolean } | null } } }).table.hand.held?.judged)

it('lets each seat choose its army, and its mercenaries where they are hired [FB-15, TT-12.2]', async () => {
  const { page, complaints, context } = await visit({}, '#/new')
  const row = (seat: string) => page.locator('.seat').filter({ hasText: seat })
  await page.getByRole('radio', { name: /^Triumph and Treachery over ranked/ }).check({ force: true })
  await page.getByLabel('Army of Red').selectOption({ label: 'The free lances (1199 points)' })
  await row('Red').getByText(/^1 Captain, 10 Lancers/).waitFor()
  await page.getByLabel('Each player hires a company of mercenaries').check()
  await row('Red').getByLabel('Mercenaries').selectOption({ index: 4 })
  await picture(page, 'ranks-new')
  expect(await axe(page), 'new').toEqual([])
  await page.getByRole('button', { name: 'Start the battle' }).click()
  await page.waitForFunction(() => ((window as unknown as { table?: { version: number } }).table?.version ?? 0) > 0)
  const bodies = await page.evaluate(() => {
    const { table: one } = window as unknown as { table: { army: (seat: string) => string; now: { position: { pieces: Map<string, { owner: string; unit?: string; traits?: string[] }> } } } }
    const own = [...one.now.position.pieces.values()].filter((piece) => piece.owner === 'red' && piece.traits?.includes('mercenary'))
    return { army: one.army('red'), hired: own.map((piece) => piece.unit) }
  })
  expect(bodies).toEqual({ army: 'The free lances', hired: ['Captain', 'Light riders', 'Archers'] })
  expect(complaints).toEqual([])
  await context.close()
})

it('sets regiments out on the board, where the server says they may stand [FB-14.1]', async () => {
  red = await visit()
  const { page } = red
  await page.goto(`${table.address}?probe#/battle/${await begun(page)}`)
  await play([page], (state) => state.mine && state.ask === 'deployment', 60)
  const tray = question(page).getByRole('group', { name: 'Beside the board' })
  const first = tray.getByRole('button', { name: /^Heavy infantry/ }).first()
  const id = /\bR\d+$/.exec((await first.innerText()).trim())![0]
  // drawn off its tray it is in hand under the pointer, drawn into the ground that says what it is, facing the enemy
  await first.hover()
  await page.mouse.down()
  const ground = (await page.locator('.aid.deploy').first().boundingBox())!
  await page.locator('.name').filter({ hasText: 'Ground to set out on' }).waitFor()
  await page.mouse.move(ground.x + 400, ground.y + 40, { steps: 6 })
  await expect.poll(async () => (await page.locator('.ghost .base').count())).toBe(1)
  await page.mouse.move(ground.x + 420, ground.y + 6, { steps: 3 })
  await picture(page, 'ranks-drawn')
  await page.mouse.up()
  await judged(page)
  await question(page).getByText('Legal.', { exact: true }).waitFor()
  const drawn = (await page.locator('.ghost .base').boundingBox())!
  expect(drawn.y).toBeGreaterThanOrEqual(ground.y - 1)
  expect(Math.abs(drawn.x + drawn.width / 2 - ground.x - 420)).toBeLessThan(6)
  await expect.poll(() => page.evaluate(() => (window as unknown as { table: { hand: { held: { poses: number[][] } } } }).table.hand.held.poses[0]![3])).toBe(1_000_000)
  await page.keyboard.press('Escape')
  await first.click()
  await picture(page, 'ranks-tray')
  await page.keyboard.press('Enter')
  await judged(page)
  await question(page).getByText('Legal.', { exact: true }).waitFor()
  // as wide as its files, and refused on the far side of the table
  const files = question(page).getByRole('group', { name: 'Files' })
  const before = (await page.locator('.ghost .base').boundingBox())!
  await files.getByRole('button', { name: 'One file fewer' }).click()
  await judged(page)
  expect((await page.locator('.ghost .base').boundingBox())!.width).toBeLessThan(before.width)
  await files.getByRole('button', { name: 'One file more' }).click()
  const [x, y] = await middle(page, '.ghost .base')
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x, y - 120, { steps: 4 })
  await page.mouse.move(x, y - 300, { steps: 4 })
  await page.mouse.up()
  await question(page).getByText('Not legal.').waitFor()
  await picture(page, 'ranks-far')
  await page.mouse.move(x, y - 300)
  await page.mouse.down()
  await page.mouse.move(x, y - 200, { steps: 4 })
  await page.mouse.move(x, y, { steps: 4 })
  await page.mouse.up()
  await question(page).getByText('Legal.', { exact: true }).waitFor()
  await picture(page, 'ranks-set-out')
  expect(await axe(page), 'set out').toEqual([])
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await known(page, id)).place).toBe('table')
})

it('moves a regiment by drag and keys, in inches, and says why not [FB-4.14, FB-4.15]', async () => {
  const { page } = red
  await play([page], (state) => state.mine && state.ask === 'remaining moves' && !state.held, 100)
  const id = await page.evaluate(() => {
    const one = (window as unknown as { table: { movable: Set<string>; hand: { ranks: (id: string) => { models: number } } } }).table
    return [...one.movable].sort((a, b) => one.hand.ranks(b).models - one.hand.ranks(a).models)[0]!
  })
  const before = await known(page, id)
  const [x, y] = await middle(page, `[data-piece="${id}"] .base`)
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x, y - 20, { steps: 3 })
  await page.mouse.move(x, y - 30, { steps: 3 })
  await page.mouse.up()
  await judged(page)
  await question(page).getByText(/\d\.\d of \d\.\d″/).waitFor()
  await picture(page, 'ranks-ahead')
  await question(page).getByText('Legal.', { exact: true }).waitFor()
  // too far, said in inches
  for (let step = 0; step < 30; step++) await page.keyboard.press('ArrowUp')
  await judged(page)
  await question(page).getByText('Not legal.').waitFor()
  expect(await question(page).innerText()).toMatch(/moves at most \d\.\d″ so/)
  expect(await question(page).innerText()).not.toMatch(/MU/)
  await page.keyboard.press('Escape')
  // aside and about: a wheel first, then on
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + 12, y - 24, { steps: 6 })
  await page.mouse.up()
  await judged(page)
  const legs = await page.evaluate(() => (window as unknown as { table: { hand: { held: { legs: { kind: string }[] } } } }).table.hand.held.legs.map((leg) => leg.kind))
  expect(legs[0]).toBe('wheel')
  await picture(page, 'ranks-wheel')
  expect(await axe(page), 'held').toEqual([])
  await page.keyboard.press('Escape')
  await page.locator(`[data-piece="${id}"]`).focus()
  await page.keyboard.press('Enter') // it is still chosen
  for (let step = 0; step < 4; step++) await page.keyboard.press('ArrowUp')
  await judged(page)
  await question(page).getByText('Legal.', { exact: true }).waitFor()
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await known(page, id)).pose).not.toEqual(before.pose)
  const after = await known(page, id)
  expect(Math.abs(after.pose![1]! - before.pose![1]!)).toBe(20_000)
})

it('shows who sees whom and what is in the way, by mouse, finger and keys [FB-1.10]', async () => {
  const { page } = red
  await play([page], (state) => state.mine && state.ask === 'remaining moves' && !state.held, 100)
  const [own, foe] = await page.evaluate(() => {
    const all = [...(window as unknown as { table: { now: { position: { pieces: Map<string, Known> } } } }).table.now.position.pieces.values()].filter((piece) => piece.pose && piece.place === 'table')
    return ['red', 'blue'].map((seat) => all.find((piece) => piece.controller === seat)!.id)
  })
  const bar = page.getByRole('group', { name: 'Sight' })
  await page.keyboard.press('v')
  await bar.getByText('Press who looks, then at whom.').waitFor()
  await page.mouse.click(...(await middle(page, `[data-piece="${own}"] .base`)))
  await bar.getByText(/looks: at whom\?/).waitFor()
  await page.mouse.click(...(await middle(page, `[data-piece="${foe}"] .base`)))
  await bar.getByText(/(sees|does not see) .+, at \d+\.\d″/).waitFor()
  expect(await bar.innerText()).toMatch(/FB-1\.10/)
  expect(await bar.innerText()).toMatch(/sees|In the way: /)
  await picture(page, 'ranks-sight')
  expect(await axe(page), 'sight').toEqual([])
  await bar.getByRole('button', { name: 'The other way round' }).click()
  await expect.poll(async () => (await bar.innerText()).indexOf(foe!)).toBeLessThan((await bar.innerText()).indexOf(own!))
  // the same by keys alone
  await page.keyboard.press('Escape')
  await page.keyboard.press('v')
  for (const id of [own, foe]) {
    await page.locator(`[data-piece="${id}"]`).focus()
    await page.keyboard.press(' ')
  }
  await bar.getByText(/(sees|does not see) .+, at \d+\.\d″/).waitFor()
  await page.keyboard.press('Escape')
  await bar.waitFor({ state: 'detached' })
})

it('shows in small where on the board one looks, to be pressed, drawn and moved by keys', async () => {
  const { page } = red
  const mini = page.getByRole('application', { name: /^The whole board in small/ })
  expect(await mini.count()).toBe(0)
  for (let step = 0; step < 4; step++) await page.getByRole('button', { name: 'Closer' }).click()
  const seen = async (): Promise<number[]> => [...(await mini.getAttribute('aria-label'))!.matchAll(/\d+/g)].slice(0, 4).map(Number)
  await mini.click({ position: { x: 4, y: 4 } })
  await expect.poll(async () => [(await seen())[0], (await seen())[3]]).toEqual([0, 48])
  const box = (await mini.boundingBox())!
  await page.mouse.move(box.x + 6, box.y + 6)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width - 6, box.y + box.height - 6, { steps: 4 })
  await page.mouse.up()
  await expect.poll(async () => (await seen()).slice(1, 3)).toEqual([72, 0])
  const before = await seen()
  await mini.focus()
  await page.keyboard.press('ArrowLeft')
  await expect.poll(async () => (await seen())[0]).toBeLessThan(before[0]!)
  await picture(page, 'ranks-small')
  expect(await axe(page), 'small').toEqual([])
  await page.keyboard.press('0')
  await mini.waitFor({ state: 'detached' })
})

it('reforms a regiment about its middle, in other files [FB-4.17]', async () => {
  const { page } = red
  await play([page], (state) => state.mine && state.ask === 'remaining moves' && !state.held, 100)
  const id = await page.evaluate(() => {
    const one = (window as unknown as { table: { movable: Set<string>; hand: { ranks: (id: string) => { models: number } } } }).table
    return [...one.movable].sort((a, b) => one.hand.ranks(b).models - one.hand.ranks(a).models)[0]!
  })
  await page.locator(`[data-piece="${id}"]`).click()
  await question(page).getByRole('button', { name: 'Pick up' }).click()
  await question(page).getByRole('button', { name: 'Reform instead' }).click()
  await question(page).getByRole('button', { name: 'One file fewer' }).click()
  await judged(page)
  await question(page).getByText('Legal.', { exact: true }).waitFor()
  const before = await known(page, id)
  await picture(page, 'ranks-reform')
  // where the ghost stands is where the server puts it
  const ghost = (await page.locator('.ghost .base').boundingBox())!
  await question(page).locator('.btn.go').click()
  await expect.poll(async () => (await known(page, id)).shape.width).toBeLessThan(before.shape.width)
  await page.waitForFunction(() => (window as unknown as { table: { hand: { held: unknown } } }).table.hand.held === null)
  await expect.poll(async () => Math.abs((await page.locator(`[data-piece="${id}"] .base`).boundingBox())!.x - ghost.x)).toBeLessThan(2)
  expect(red.complaints).toEqual([])
  expect(red.strangers).toEqual([])
})

it('goes with the second wind on the board, no farther than the spell says [FB-5.15]', async () => {
  const one = await visit()
  const { page } = one
  await brought(page, table, logs().gust, { red: 'Aude', blue: 'Bran' })
  await asked(page, 'second wind')
  await question(page).locator('.btn.go').first().waitFor()
  const id = await page.evaluate(() => (window as unknown as { table: { ask: { about: string[] } } }).table.ask.about[0]!)
  const before = await known(page, id)
  await page.locator(`[data-piece="${id}"]`).focus()
  await page.keyboard.press('Enter')
  await judged(page)
  for (let step = 0; step < 2; step++) await page.keyboard.press('ArrowUp')
  await judged(page)
  await picture(page, 'ranks-gust')
  expect(await axe(page), 'gust').toEqual([])
  // as far as a march would go is too far for a spell
  for (let step = 0; step < 30; step++) await page.keyboard.press('ArrowUp')
  await judged(page)
  await question(page).getByText('Not legal.').waitFor()
  await page.keyboard.press('Escape')
  const most = question(page).getByRole('list', { name: 'What can be done' }).getByRole('button').first()
  await most.click()
  await judged(page)
  await question(page).getByText('Legal.', { exact: true }).waitFor()
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await known(page, id)).pose).not.toEqual(before.pose)
  expect(one.complaints).toEqual([])
  await one.context.close()
})

it('joins a regiment that is picked on the board [FB-11.1]', async () => {
  const one = await visit()
  const { page } = one
  await brought(page, table, logs().join, { red: 'Aude', blue: 'Bran' })
  await asked(page, 'remaining moves')
  const [hero, host] = await page.evaluate(async () => {
    const { table: its } = window as unknown as { table: { talk: { menu: (pieces: string[], most: number) => Promise<{ kind: string; piece: string; into: string }[]> } } }
    const join = (await its.talk.menu([], 200)).find((action) => action.kind === 'Join')!
    return [join.piece, join.into]
  })
  await page.locator(`[data-piece="${hero}"]`).click()
  await question(page).getByText('Click a regiment on the board').waitFor()
  await page.locator(`[data-piece="${host}"]`).click()
  const button = question(page).getByRole('button', { name: /joins/ }).first()
  await expect.poll(() => button.evaluate((node) => node === document.activeElement)).toBe(true)
  await picture(page, 'ranks-join')
  expect(await axe(page), 'join').toEqual([])
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await known(page, hero!)).pose).toBeNull()
  expect(one.complaints).toEqual([])
  await one.context.close()
})

it('is told in inches in French too, and worn on a phone', async () => {
  const { page } = red
  await speak(page, 'Français')
  await expect.poll(async () => (await page.locator('body').innerText()).includes('sur une table de 72 sur 48″')).toBe(true)
  // the story is told anew by the table
  await expect.poll(() => page.locator('body').innerText()).not.toMatch(/\bMU\b|Heavy infantry|Light riders/)
  const moves = page.getByRole('list', { name: 'Ce qui peut se faire' }).getByRole('button')
  await moves.filter({ hasText: /\d,\d″/ }).first().waitFor()
  await picture(page, 'ranks-fr')
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await axe(page), 'phone').toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await picture(page, 'ranks-phone-fr')
})

it('draws a regiment off its tray with a finger [FB-14.1]', async () => {
  const one = await visit({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  const { page, context } = one
  await page.goto(`${table.address}?probe#/battle/${await begun(page)}`)
  await play([page], (state) => state.mine && state.ask === 'deployment', 60)
  await page.locator('.fold').first().tap()
  // the tray takes nothing from the map: it has all that bar, plates, strip and question leave of the screen
  expect((await page.locator('.map').boundingBox())!.height).toBe(844 - 326)
  const [x, y] = await middle(page, '#question .tray button')
  const ground = (await page.locator('.aid.deploy').first().boundingBox())!
  const to = [ground.x + ground.width / 2, Math.min(ground.y + ground.height / 2, y - 60)] as const
  const cdp = await context.newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: readonly [number, number]): Promise<unknown> => cdp.send('Input.dispatchTouchEvent', { type, touchPoints: at ? [{ x: at[0], y: at[1] }] : [] })
  await touch('touchStart', [x, y])
  for (let step = 1; step <= 6; step++) await touch('touchMove', [x + ((to[0] - x) * step) / 6, y + ((to[1] - y) * step) / 6])
  await page.locator('.ghost .base').waitFor()
  await touch('touchMove', to)
  await touch('touchEnd')
  await judged(page)
  await question(page).getByRole('button', { name: /^Set out/ }).waitFor()
  expect(one.complaints).toEqual([])
  await context.close()
})
