/** The guides of the six games, each played to its end by keys alone, by the mouse alone and by a finger alone. */
import { expect, it } from 'vitest'
import type { Locator, Page } from 'playwright-core'
import { atHome, axe, now, picture, question, region, seated, worn } from './table'

const { visit } = seated()
const WAYS = ['keys', 'mouse', 'touch'] as const
type Way = (typeof WAYS)[number]
const GAMES = { triumph: 'TRIUMPH!', grand: 'GRAND TRIUMPH!', ranked: 'Ranked battles', treachery: 'Triumph and Treachery', skirmish: 'Skirmish', carnage: 'Carnage' }
type Game = keyof typeof GAMES
/** Two guides, each in another way; all six by all three ways where that is wished: they take long. */
const FEW: Readonly<Partial<Record<Game, Way>>> = { ranked: 'touch', carnage: 'keys' }
const PLAYED = (Object.keys(GAMES) as Game[]).flatMap((game) => WAYS.filter((way) => process.env['CONDOTTA_GUIDES'] === 'all' || FEW[game] === way).map((way) => [game, way] as const))
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }

interface Shown { lesson: string; ticked: boolean; press: string; due: boolean }
const shown = (page: Page): Promise<Shown> =>
  page.evaluate(() => {
    const { lesson = '', done, press = '', now: due } = document.querySelector<HTMLElement>('.guide')?.dataset ?? {}
    return { lesson, ticked: done === 'true', press, due: due === 'true' }
  })

/** What a person does, all of it in one way. */
class Hand {
  constructor(readonly page: Page, readonly way: Way) {}

  /** A button is pressed: with the keys it is gone to by Tab first. */
  async press(what: Locator): Promise<void> {
    await what.waitFor()
    if (this.way === 'mouse') return what.click()
    if (this.way === 'touch') return what.tap()
    await this.reach(what)
    await this.page.keyboard.press('Enter')
  }

  async reach(what: Locator): Promise<void> {
    for (let tabs = 0; tabs < 150; tabs++) {
      if (await what.evaluate((one) => one === document.activeElement)) return
      await this.page.keyboard.press('Tab')
    }
    throw new Error('no Tab leads there')
  }

  /** The marked answer is given, once the table has one. */
  async answer(): Promise<void> {
    const { mine, sending, held, judged } = await now(this.page)
    // of what was picked up and not moved yet the table judges nothing: it suggests where to
    const unmoved = held && !judged && (await question(this.page).getByRole('button', { name: /^Suggest something/ }).isVisible())
    if (!mine || sending || (held && !judged && !unmoved)) return
    if (this.way === 'keys') {
      if (await this.page.evaluate(() => !!document.activeElement?.closest('button, summary, select, input, a'))) await this.page.keyboard.press('q')
      return this.page.keyboard.press('Enter')
    }
    const go = this.page.locator('#question .btn.go:not([aria-disabled="true"])').first()
    const back = question(this.page).getByRole('button', { name: /^Put back/ })
    if (held && !(await go.count()) && (await back.isVisible())) return this.letGo().catch(() => undefined)
    if (!(await go.isVisible())) {
      // on a phone longer questions are unfolded first
      const folded = this.page.locator('#question.folded .fold')
      if ((await go.count()) && (await folded.isVisible())) await folded.tap()
      return
    }
    await (this.way === 'mouse' ? go.click({ timeout: 1500 }) : go.tap({ timeout: 1500 })).catch(() => undefined)
  }

  /** The guide goes on. */
  async goOn(): Promise<void> {
    if (this.way === 'keys') return this.page.keyboard.press('n')
    await this.press(this.page.locator('.guide .row .btn.on'))
  }

  async pick(id: string): Promise<void> {
    if (this.way === 'keys') return this.page.keyboard.press(']')
    const base = this.page.locator(`[data-piece="${id}"]`)
    await (this.way === 'mouse' ? base.click() : base.tap())
    // a second touch at once would be a double one
    await this.page.waitForTimeout(500)
  }

  /** A stand is nudged ahead so many times with the keys, or dragged by a share of the board's height. */
  async drag(id: string, nudges: number, share: number): Promise<void> {
    if (this.way === 'keys') {
      await this.page.keyboard.press('Enter')
      for (let step = 0; step < nudges; step++) await this.page.keyboard.press('ArrowUp')
      return
    }
    const base = (await this.page.locator(`[data-piece="${id}"] .base`).first().boundingBox())!
    const board = (await this.page.locator('svg.board').boundingBox())!
    const [x, y] = [base.x + base.width / 2, base.y + base.height / 2]
    const to = y - board.height * share
    if (this.way === 'mouse') {
      await this.page.mouse.move(x, y)
      await this.page.mouse.down()
      await this.page.mouse.move(x, to, { steps: 6 })
      return this.page.mouse.up()
    }
    const touch = await this.page.context().newCDPSession(this.page)
    const at = (part: number): { x: number; y: number }[] => [{ x, y: y + (to - y) * part }]
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(0) })
    for (let step = 1; step <= 6; step++) await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(step / 6) })
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    await touch.detach()
  }

  /** What is in hand is put back. */
  async letGo(): Promise<void> {
    if (this.way === 'keys') {
      await this.page.keyboard.press('Escape')
      return this.page.keyboard.press('Escape')
    }
    await this.press(question(this.page).getByRole('button', { name: /^Put back/ }))
  }

  /** A sum or one point is given to somebody: the panel is opened first. */
  async give(panel: string | RegExp, button: string | RegExp, sum = false): Promise<void> {
    // on a phone the deals are at the foot of the question
    const foot = question(this.page).getByRole('button', { name: /^Deal/ })
    if (await foot.isVisible()) await this.press(foot)
    const gifts = region(this.page, panel)
    if (!(await gifts.getByRole('button', { name: button }).isVisible())) await this.press(gifts.locator('summary'))
    if (sum) {
      const choice = gifts.getByRole('combobox').first()
      if (this.way === 'keys') {
        await this.reach(choice)
        await this.page.keyboard.press('ArrowDown')
      } else await choice.selectOption({ index: 1 })
    }
    await this.press(gifts.getByRole('button', { name: button }))
    const close = this.page.getByRole('dialog').getByRole('button', { name: 'Close' })
    if (await close.isVisible()) await this.press(close)
  }
}

/** Does once what the lesson asks for; whatever else is asked on the way is answered as it is marked. */
async function learn(hand: Hand, { lesson, press, due }: Shown): Promise<void> {
  const { page } = hand
  if (press === 'read' && due) return hand.goOn()
  if (press === 'pick') return hand.pick('R1')
  if (press === 'grow') return hand.way === 'keys' ? page.keyboard.press('g') : hand.press(question(page).getByRole('button', { name: /^Whole group/ }))
  if (press === 'lift') return hand.drag('R1', 3, 0.06)
  if (press === 'wrong') {
    await hand.pick('R3')
    await hand.drag('R3', 24, 0.55)
    await page.waitForFunction(() => document.querySelector<HTMLElement>('.guide')?.dataset['lesson'] !== 'wrong' || document.querySelector<HTMLElement>('.guide')?.dataset['done'] === 'true')
    return hand.letGo()
  }
  if (press === 'card' && due) {
    // a card that has several targets asks at whom, and is then played
    const steps = [question(page).getByRole('button', { name: /^Play .+: / }), question(page).locator('.plays [role=radio]'), question(page).locator('.may .btn')]
    for (const step of steps) if (await step.first().isVisible()) return hand.press(step.first())
    // a question that was answered just now is asked no more
    return (await question(page).locator('.plays').getByText('None of your cards').count()) ? hand.answer() : undefined
  }
  if (press === 'gift') return hand.give('Gifts and deals', 'Give it now', true)
  if (press === 'bribe') return hand.give('A gift of command points', /^Give 1 to/)
  expect(lesson).not.toBe('')
  return hand.answer()
}

it.each(PLAYED)('teaches %s to the end by %s', async (game, way) => {
  const { page, complaints, context } = await visit(way === 'touch' ? PHONE : {})
  const hand = new Hand(page, way)
  await hand.press(page.getByRole('button', { name: `Begin the guide: ${GAMES[game]}`, exact: true }))
  await page.locator('.guide h2').waitFor()
  await question(page).locator('h2').waitFor()
  const met: string[] = []
  const end = Date.now() + 240_000
  let last = ''
  for (;;) {
    const here = await shown(page)
    if (here.lesson === 'over') break
    if (Date.now() > end) throw new Error(`${game} by ${way} stays at ${JSON.stringify([here, await now(page), met])}`)
    if (here.lesson && here.lesson !== last) {
      last = here.lesson
      await picture(page, `guide-${game}-${way}-${here.lesson}`)
    }
    if (here.ticked && !met.includes(here.lesson)) met.push(here.lesson)
    if (here.press && !here.ticked && here.press !== 'read' && (await now(page)).ended) throw new Error(`the battle ended before ${here.lesson}: ${met.join()}`)
    if (!here.ticked) await learn(hand, here)
    await page.waitForTimeout(60)
  }
  // each step was done by oneself, and none skipped
  expect(await page.locator('.guide .steps button.done').count()).toBe(await page.locator('.guide .steps button').count())
  expect((await now(page)).ended).toBe(true)
  await picture(page, `guide-${game}-${way}-over`)
  expect(complaints).toEqual([])
  await context.close()
})

it('keeps where one stands, may be skipped, gone back to, left and opened again, and shows things calmly', async () => {
  // no pace was chosen by this person
  const { page, complaints, context } = await visit({}, '', '')
  await page.getByRole('button', { name: 'Begin the guide: Skirmish', exact: true }).click()
  const title = page.locator('.guide h2')
  await title.filter({ hasText: 'Move a unit' }).waitFor()
  await page.getByText('Click the dark button in the question').waitFor()
  await page.locator('.happening .hands button').last().click()
  expect(await page.locator('.happening .seg').first().locator('[aria-pressed="true"]').innerText()).toBe('Slowly')
  await page.locator('.happening .hands button').last().click()
  await page.keyboard.press('n')
  await title.filter({ hasText: 'Try a power' }).waitFor()
  await page.getByText('Press Enter: it gives the answer marked').waitFor()
  await page.locator('.guide').getByRole('button', { name: 'Back' }).click()
  await title.filter({ hasText: 'Move a unit' }).waitFor()
  await page.locator('.guide').getByText('Done.').waitFor()
  await page.reload()
  await title.filter({ hasText: 'Try a power' }).waitFor()
  await expect.poll(() => page.locator('.guide .steps .done').count()).toBe(1)
  await picture(page, 'guide-skirmish')
  expect(await axe(page)).toEqual([])
  await worn(page, 'guide-skirmish', { first: () => page.locator('.guide').getByText('Tentez un pouvoir').waitFor() })
  await atHome(page)
  await page.locator('.guide').getByRole('button', { name: 'Leave the guide' }).click()
  await page.getByRole('button', { name: 'Open the guide again' }).waitFor()
  await page.reload()
  await page.getByRole('button', { name: 'Open the guide again' }).click()
  await title.filter({ hasText: 'Try a power' }).waitFor()
  expect(complaints).toEqual([])
  await context.close()
})

it('lets nobody but oneself do a lesson, and offers the guides in both languages', async () => {
  const { page, context } = await visit({ locale: 'fr-FR' })
  await page.getByRole('heading', { name: 'Apprenez un jeu' }).waitFor()
  await expect.poll(() => page.locator('.door.first button').allInnerTexts()).toEqual(['TRIUMPH!', 'GRAND TRIUMPH!', 'Batailles rangées', 'Triomphe et Trahison', 'Escarmouche', 'Carnage'])
  await picture(page, 'guide-home-fr')
  expect(await axe(page)).toEqual([])
  // the bot's own combat teaches nobody to fight
  await page.getByRole('button', { name: 'Commencer le guide\u00a0: TRIUMPH!', exact: true }).click()
  await page.locator('.guide h2').waitFor()
  const done = await page.evaluate(async () => {
    const { table } = window as unknown as { table: { line: { leave: () => void }; take: (events: object[], lines: object[]) => void; now: { position: { turn: number } } } }
    const wait = (): Promise<unknown> => new Promise((then) => setTimeout(then, 200))
    const fights = async (turn: number, active: string): Promise<boolean> => {
      table.take([{ kind: 'Entered', turn, phase: 'close', active: [active] }, { kind: 'Ruled', clause: 'TC-3.1', key: 'combat.close.none', params: {} }], [])
      await wait()
      return document.querySelectorAll('.guide .steps button')[6]!.classList.contains('done')
    }
    table.line.leave()
    return [await fights(2, 'blue'), await fights(3, 'red')]
  })
  expect(done).toEqual([false, true])
  await context.close()
})
