/**
 * Whole evenings at a real table, scripted: a screen in the hall, a phone for everybody, one of them French. What
 * coffers must hold is kept by hand from what is said; nothing of the program reckons it.
 *
 * The shorter part runs always, whole evenings with CONDOTTA_EVENING=all only.
 */
import { expect, it } from 'vitest'
import type { Locator, Page } from 'playwright-core'
import { HALL, now, picture, pinned, question, region, seated, sound, type Watched } from './table'

const every = process.env['CONDOTTA_EVENING'] === 'all'
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true }
const LONG = 900_000

const { table, visit } = seated()

/** Whoever plays with a phone in his hand. */
interface Person extends Watched { name: string; seat: string; french: boolean }

/** What everybody may know of the moment, as the hall's own page has it. */
interface Moment { turn: number; phase: string; active: string; enemy: string; ended: boolean; open: Record<string, string>; neutral: string[] }

/** What is pressed by whoever does nothing in particular, in English and French. */
const IDLE: Record<string, RegExp> = {
  'set out': /^(My army stands|Mon armée est en place)/,
  report: /^(Nothing was lost|Rien n’a été perdu|Say that nothing happened|Dire que rien n’est arrivé)/,
  confirm: /^(Agree|D’accord)/,
  amendment: /^(Agree|D’accord)/,
  broke: /^(None, or no other|Aucune, ou aucune autre)/,
  rallied: /^(None, or no other|Aucune, ou aucune autre)/,
  bribe: /^(Pass|Passer)/,
  bid: /^(Leave it|Pass|Passer)/,
  playing: /^(The phase is over|La phase est finie)/,
}

/** An evening: its people, what they have agreed to do, and what the table waits for. */
class Evening {
  people: Person[] = []
  hall!: Watched
  /** What is done as soon as somebody is asked that; each is done once. */
  private plans: { when: (moment: Moment, person: Person, window: string) => boolean; what: (person: Person, moment: Moment) => Promise<void>; done: boolean; name: string }[] = []
  done: string[] = []

  /** The game is chosen, everybody elsewhere; the hall shows it, and the phones join by the code. */
  async open(system: RegExp, people: readonly string[], french: string, seed: string, set: (page: Page) => Promise<unknown> = async () => undefined): Promise<void> {
    this.hall = await visit({ viewport: HALL }, '#/new')
    const { page } = this.hall
    await pinned(page, seed)
    await page.getByRole('button', { name: 'At a real table' }).click()
    await page.getByText(system).first().click()
    const count = page.locator('.how-many').getByRole('button', { name: String(people.length), exact: true })
    if (await count.count()) await count.click()
    for (const button of await page.getByRole('button', { name: 'Someone else' }).all()) await button.click()
    await set(page)
    await page.getByRole('button', { name: 'Start the battle' }).click()
    const code = (await page.locator('p.code').innerText()).trim()
    await page.goto(page.url().replace('#/room/', '#/battle/') + '/screen')
    await page.getByText(code).first().waitFor()
    for (const name of people) {
      const one = await visit({ ...PHONE, locale: name === french ? 'fr-FR' : 'en-GB' }, `#/join/${code}`)
      await one.page.getByLabel(/^(Your name|Votre nom)/).fill(name)
      await one.page.getByRole('button', { name: /^(Take this seat|Prendre ce siège|Prendre cette place)/ }).first().click()
      await question(one.page).waitFor()
      const own = (): Promise<string> => one.page.evaluate(() => (window as unknown as { table?: { you: string[] } }).table?.you[0] ?? '')
      await expect.poll(own).not.toBe('')
      const seat = await own()
      this.people.push({ ...one, name, seat, french: name === french })
    }
  }

  of(seat: string): Person {
    return this.people.find((one) => one.seat === seat)!
  }

  moment(): Promise<Moment> {
    return this.hall.page.evaluate(() => {
      const { now } = (window as unknown as { table: { now: { asks: { seat: string; window: string }[]; position: { turn: number; phase: string; active: string[]; ended: unknown; chairs: { seat: string }[]; counters: Record<string, Record<string, number>> } } } }).table
      const { position } = now
      const named = position.counters['table']?.['enemy'] ?? 0
      const enemy = position.chairs[named - 1]?.seat ?? ''
      const active = position.active[0] ?? ''
      return { turn: position.turn, phase: position.phase, active, enemy, ended: position.ended !== null, open: Object.fromEntries(now.asks.map((one) => [one.seat, one.window])), neutral: named ? position.chairs.map((one) => one.seat).filter((one) => one !== active && one !== enemy) : [] }
    })
  }

  plan(name: string, when: (moment: Moment, person: Person, window: string) => boolean, what: (person: Person, moment: Moment) => Promise<void>): void {
    this.plans.push({ when, what, done: false, name })
  }

  /** Whoever is asked answers, as was planned or as little as may be, until the moment has come. */
  async until(until: (moment: Moment) => boolean, seconds = 240): Promise<Moment> {
    const end = Date.now() + seconds * 1000
    let moment = await this.moment()
    while (Date.now() < end) {
      let busy = false
      for (const person of this.people) {
        moment = await this.moment()
        if (until(moment)) return moment
        busy = (await this.answer(person, moment)) || busy
      }
      if (!busy) await this.hall.page.waitForTimeout(80)
    }
    throw new Error(`the evening stands still: ${JSON.stringify([moment, await Promise.all(this.people.map((one) => now(one.page)))])}`)
  }

  private async answer(person: Person, moment: Moment): Promise<boolean> {
    const { page } = person
    const state = await now(page)
    if (!state.mine || state.sending || state.link !== 'open') return false
    const planned = this.plans.find((one) => !one.done && one.when(moment, person, state.ask))
    if (planned) {
      planned.done = true
      await planned.what(person, moment)
      this.done.push(planned.name)
    } else await this.idle(person, state.ask)
    // the answer has been taken once another question, or none, is there
    await expect.poll(async () => (await now(page)).asked, { timeout: 30_000, message: `${person.name} at ${state.ask}` }).not.toBe(state.asked).catch(async (why: unknown) => {
      await picture(page, 'evening-stuck')
      throw why
    })
    return true
  }

  async idle({ page }: Person, window: string): Promise<void> {
    const name = window.startsWith('treachery ') ? /^(Pass|Passer)(?! (until|jusqu))/ : IDLE[window]
    if (name) await question(page).getByRole('button', { name }).first().click({ timeout: 5_000 })
    else if (window === 'designation') await question(page).locator('.named .btn').first().click({ timeout: 5_000 })
    else if (window === 'discard') await this.discard(page)
    else {
      // what would be said is thought out first: until then the key says nothing
      const { asked } = await now(page)
      for (const end = Date.now() + 20_000; Date.now() < end && (await now(page)).asked === asked;) {
        await page.keyboard.press('Enter')
        await page.waitForTimeout(250)
      }
    }
  }

  /** One card is laid down, the first of the hand. */
  async discard(page: Page): Promise<void> {
    if (!this.done.includes('a hand over five')) await sound(page, 'evening-discard')
    await question(page).getByRole('button', { name: /^(Discard|Défausser)/ }).first().click({ timeout: 5_000 })
    this.done.push('a hand over five')
  }

  // ── what people do ─────────────────────────────────────────────────────────
  /** Whose name stands where that seat sits. */
  name = (seat: string): string => this.of(seat).name

  /** The regiments that a seat has on the table, as somebody sees them. */
  regiments({ page, french }: Person, seat: string): Locator {
    return region(page, french ? `Unités : ${this.name(seat)}` : `Units of ${this.name(seat)}`).locator('.unit.table', { hasText: /\d+ (of|sur) \d+/ })
  }

  /** All of a regiment is tapped lost; what it is worth, as its plate says. */
  async lost({ page }: Person, regiment: Locator): Promise<number> {
    const facts = await regiment.locator('.facts').innerText()
    await regiment.locator('.plate').click()
    const read = question(page).locator('.read')
    if (await read.isVisible()) await read.click()
    await question(page).getByRole('button', { name: /^(All of it|Toute l’unité)/ }).last().click()
    return Number(/(\d+) points/.exec(facts)![1])
  }

  /** What was put together is said; on a phone it is read back before. */
  async send({ page }: Person): Promise<void> {
    const read = question(page).locator('.read')
    if (await read.isVisible()) await read.click()
    await question(page).getByRole('button', { name: /^(Say so|Le dire)/ }).click()
  }

  /** Tokens are given away, from the tray of a phone. */
  async gives({ page }: Person, to: string, tokens: number): Promise<void> {
    await page.getByRole('group', { name: /^(Hand and deals|Main et magouilles)/ }).getByRole('button', { name: /^(Deal|Magouille)/ }).click()
    const sheet = page.getByRole('dialog')
    await sheet.getByRole('radio', { name: this.name(to) }).click()
    const sum = sheet.getByRole('combobox').first()
    await sum.selectOption(String(tokens))
    await picture(page, 'evening-gift')
    await sheet.getByRole('button', { name: /^(Give it now|Donner tout de suite)/ }).click()
    await expect.poll(() => sum.inputValue()).toBe('0')
    await sheet.getByRole('button', { name: /^(Close|Fermer)/ }).click()
  }

  /** What the hall shows in every coffer. */
  async coffers(): Promise<Record<string, number>> {
    const found: Record<string, number> = {}
    for (const { name, seat } of this.people) found[seat] = Number(await this.hall.page.getByRole('article', { name, exact: true }).locator('.coffer b').first().innerText())
    return found
  }

  // ── what happens to the house ──────────────────────────────────────────────
  /** The phone of somebody who is not asked sleeps until the table waits for it alone, and some seconds more; then it shows that question. */
  async sleeps(): Promise<void> {
    const { open } = await this.moment()
    const { page, context, seat } = this.people.find((one) => !(one.seat in open))!
    await context.setOffline(true)
    // no browser cuts sockets to its own machine: those that are opened now lead nowhere
    await page.evaluate(() => {
      const Awake = WebSocket
      Object.assign(window, { Awake, WebSocket: class extends Awake { constructor() { super(`${location.origin.replace('http', 'ws')}/nowhere`) } } })
      ;(window as unknown as { table: { line: { drop(): void } } }).table.line.drop()
    })
    await question(page).getByText(/^(The line is cut|La ligne est coupée)/).waitFor()
    const moment = await this.until(({ open }) => seat in open && Object.keys(open).length === 1)
    await page.waitForTimeout(3_000)
    expect((await now(page)).link).toBe('lost')
    await picture(page, 'evening-asleep')
    await context.setOffline(false)
    await page.evaluate(() => Object.assign(window, { WebSocket: (window as unknown as { Awake: unknown }).Awake }))
    await expect.poll(async () => (await now(page)).link, { timeout: 40_000 }).toBe('open')
    await expect.poll(async () => (await now(page)).ask).toBe(moment.open[seat])
    this.done.push('a phone asleep')
  }

  /** The machine that holds the table loses its power and comes back: every page does too, to the same question. */
  async restart(): Promise<void> {
    const before = await this.moment()
    const asked = (): Promise<string[]> => Promise.all(this.people.map(async ({ page }) => (await now(page)).ask))
    const were = await asked()
    await table.kill()
    for (const { page } of this.people) await question(page).getByText(/^(The line is cut|La ligne est coupée)/).waitFor()
    await this.hall.page.getByText('The line is cut').waitFor()
    await picture(this.hall.page, 'evening-hall-cut')
    await table.open()
    await expect.poll(() => Promise.all([...this.people, this.hall].map(async ({ page }) => (await now(page)).link)), { timeout: 40_000 }).toEqual(Array.from({ length: this.people.length + 1 }, () => 'open'))
    await expect.poll(asked, { timeout: 20_000 }).toEqual(were)
    expect(await this.moment()).toEqual(before)
    this.done.push('the host restarted')
  }

  /** Nobody's page complained, or asked a stranger for anything. */
  calm(): void {
    for (const { complaints, strangers } of [...this.people, this.hall]) expect([complaints, strangers]).toEqual([[], []])
  }

  async close(): Promise<void> {
    for (const { context } of [...this.people, this.hall]) await context.close()
  }
}

// ── treachery ────────────────────────────────────────────────────────────────
const FOUR = ['Aude', 'Bren', 'Cleo', 'Dani']
const TREACHERY = /^Triumph and Treachery at a real table/
/** Each hires a company of 130 of 200 points: of the 70 that are left one full slice of 50 begins the coffer. */
const BEGINS = 50

/** So many tokens for points of a phase: a copper for each full 50, and one more for the most. */
const earned = (points: number): number => 50 * Math.floor(points / 50) + 50

/** Treachery at a real table, of so many game turns, as the host sets it up. */
const hired = (turns: number) => async (page: Page): Promise<void> => {
  await page.getByRole('checkbox', { name: 'Each player hires a company of mercenaries' }).check()
  const companies = page.getByRole('combobox', { name: /^Mercenaries/ })
  expect(await companies.count()).toBe(4)
  for (const company of await companies.all()) await company.selectOption({ label: '1 Captain and 10 Archers (130 points)' })
  await page.locator('details.settings').evaluate((one) => one.setAttribute('open', ''))
  await page.getByLabel(/^How many game turns/).fill(String(turns))
}

/** Sums that are kept by hand while people say what they do. */
class Sheet {
  readonly coffers: Record<string, number>
  constructor(people: readonly Person[]) {
    this.coffers = Object.fromEntries(people.map(({ seat }) => [seat, BEGINS]))
  }
  has = (seat: string): number => this.coffers[seat]!
  gains(seat: string, tokens: number): void {
    this.coffers[seat] = this.has(seat) + tokens
  }
}

/** Whoever's turn it is gives a copper away before he names an enemy. */
function gift(evening: Evening, sheet: Sheet, turn: number): void {
  evening.plan(`a gift in turn ${turn}`, (moment, { seat }, window) => moment.turn === turn && window === 'designation' && moment.active === seat && sheet.has(seat) >= 50, async (person) => {
    const to = evening.people.find(({ seat }) => seat !== person.seat)!.seat
    await evening.gives(person, to, 50)
    sheet.gains(person.seat, -50)
    sheet.gains(to, 50)
    await evening.idle(person, 'designation')
  })
}

/** A regiment of the enemy is shot down, which he agrees to. */
function shot(evening: Evening, sheet: Sheet, turn: number): void {
  evening.plan(`a loss in turn ${turn}`, (moment, { seat }, window) => moment.turn === turn && moment.phase === 'shooting' && window === 'report' && moment.active === seat, async (person, moment) => {
    const points = await evening.lost(person, evening.regiments(person, moment.enemy).first())
    await sound(person.page, `evening-report-${turn}`)
    await evening.send(person)
    sheet.gains(person.seat, earned(points))
  })
}

it('a phone each, a gift, a loss, a phone asleep, the host restarted: coffers are as on a sheet kept by hand', async () => {
  const evening = new Evening()
  await evening.open(TREACHERY, FOUR, 'Cleo', 'evening', hired(1))
  const sheet = new Sheet(evening.people)
  gift(evening, sheet, 1)
  shot(evening, sheet, 1)
  await evening.until(({ turn }) => turn === 1)
  expect(await evening.coffers()).toEqual(sheet.coffers)
  await evening.until(({ phase }) => phase === 'magic')
  await evening.sleeps()
  await evening.restart()
  await evening.until(({ phase }) => phase === 'close combat')
  await expect.poll(() => evening.coffers()).toEqual(sheet.coffers)
  expect(evening.done.toSorted()).toEqual(['a gift in turn 1', 'a loss in turn 1', 'a phone asleep', 'the host restarted'])
  await sound(evening.hall.page, 'evening-hall')
  for (const { page, name } of evening.people) await sound(page, `evening-${name}`)
  evening.calm()
  await evening.close()
}, LONG)

it.runIf(every)('three game turns of treachery, with everything that people do to each other', async () => {
  const evening = new Evening()
  await evening.open(TREACHERY, FOUR, 'Cleo', 'three turns', hired(3))
  const sheet = new Sheet(evening.people)
  for (const turn of [1, 5, 9]) gift(evening, sheet, turn)
  for (const turn of [1, 3, 4, 7]) shot(evening, sheet, turn)
  // two readings: the reporter says one regiment of the enemy, he says one of the reporter's; a die decides
  const disputed = { reporter: '', other: '', first: 0, second: 0 }
  evening.plan('a report', (moment, { seat }, window) => moment.turn === 2 && moment.phase === 'shooting' && window === 'report' && moment.active === seat, async (person, moment) => {
    disputed.reporter = person.seat
    disputed.first = await evening.lost(person, evening.regiments(person, moment.enemy).first())
    await evening.send(person)
  })
  evening.plan('a dispute', (moment, { seat }, window) => moment.turn === 2 && window === 'confirm' && !!disputed.reporter && seat === moment.enemy, async (person) => {
    disputed.other = person.seat
    await sound(person.page, 'evening-confirm')
    await question(person.page).getByRole('button', { name: /^(That is not right|Ce n’est pas juste)/ }).click()
  })
  evening.plan('another reading', (moment, _, window) => moment.turn === 2 && window === 'other reading', async (person) => {
    await evening.regiments(person, person.seat).first().locator('.plate').click()
    disputed.second = await evening.lost(person, evening.regiments(person, disputed.reporter).first())
    await sound(person.page, 'evening-other-reading')
    await evening.send(person)
  })
  evening.plan('a die', (moment, _, window) => moment.turn === 2 && window === 'whose reading', async (person) => {
    await sound(person.page, 'evening-whose')
    await question(person.page).getByRole('button', { name: /^(Let a die decide|Que le dé décide)/ }).click()
    const told = evening.hall.page.getByText(/^The die decides between .* has the higher throw/)
    await told.waitFor()
    const [, winner = ''] = /: (\w+) has the higher throw/.exec(await told.innerText())!
    const called = (seat: string): string => evening.people.find((one) => one.seat === seat)!.name
    expect([called(disputed.reporter), called(disputed.other)]).toContain(winner)
    if (winner === called(disputed.reporter)) sheet.gains(disputed.reporter, earned(disputed.first))
    else sheet.gains(disputed.other, earned(disputed.second))
  })
  // one bribe is won and one outbid: somebody bids for a unit of one who then answers so
  const bribe = (name: string, turn: number, wins: boolean): void => {
    let owner = ''
    let laid = 0
    evening.plan(`${name}: whom`, (moment, { seat, french }, window) => moment.turn >= turn && window === 'bribe' && !owner && !french && sheet.has(seat) >= 50 && evening.people.some((one) => one.seat !== seat && sheet.has(one.seat) >= 100), async (person) => {
      const rich = evening.people.filter(({ seat }) => seat !== person.seat && sheet.has(seat) >= 100).map((one) => one.name)
      const one = question(person.page).locator('.units li', { hasText: new RegExp(`serves (${rich.join('|')})`) }).first()
      await one.waitFor()
      const text = await one.innerText()
      owner = evening.people.find((each) => text.includes(`serves ${each.name}`))!.seat
      await picture(person.page, `evening-${name.replaceAll(' ', '-')}`)
      await one.getByRole('button', { name: /^Name / }).click()
    })
    evening.plan(`${name}: how much`, (_, __, window) => window === 'bid' && !!owner && !laid, async (person) => {
      laid = 50
      await question(person.page).getByRole('button', { name: 'Lay down 50' }).click()
      sheet.gains(person.seat, -laid)
    })
    evening.plan(`${name}: answered`, (_, { seat }, window) => window === 'counter-bid' && seat === owner && laid > 0, async (person) => {
      await picture(person.page, `evening-${name.replaceAll(' ', '-')}-answered`)
      if (wins) await question(person.page).getByRole('button', { name: /^(Let them be bought|Les laisser acheter)/ }).click()
      else {
        await question(person.page).getByRole('button', { name: /^(Lay down|Mettre) 100/ }).click()
        sheet.gains(person.seat, -100)
      }
    })
  }
  bribe('a bribe', 5, true)
  bribe('an outbid bribe', 8, false)
  await evening.until(({ turn }) => turn === 1)
  expect(await evening.coffers()).toEqual(sheet.coffers)
  const settled = async (turn: number): Promise<void> => {
    const moment = await evening.until((one) => one.turn === turn || one.ended)
    await expect.poll(() => evening.coffers(), { message: `turn ${moment.turn}: ${evening.done.join()}` }).toEqual(sheet.coffers)
  }
  for (const turn of [2, 3, 4]) await settled(turn)
  await evening.until(({ phase }) => phase === 'magic')
  await evening.sleeps()
  for (const turn of [5, 6]) await settled(turn)
  await picture(evening.hall.page, 'evening-hall-turn-6')
  await evening.restart()
  for (let turn = 7; turn < 13; turn += 1) await settled(turn)
  await evening.until(({ ended }) => ended)
  await expect.poll(() => evening.coffers()).toEqual(sheet.coffers)
  // the richest wins, and the hall says so
  const most = Math.max(...Object.values(sheet.coffers))
  const richest = evening.people.filter(({ seat }) => sheet.has(seat) === most)
  for (const { name } of richest) await region(evening.hall.page, 'Now').getByRole('heading', { name: new RegExp(name) }).waitFor()
  for (const name of ['a gift in turn 1', 'a loss in turn 1', 'a die', 'a bribe: answered', 'an outbid bribe: answered', 'a phone asleep', 'the host restarted', 'a hand over five']) expect(evening.done).toContain(name)
  await sound(evening.hall.page, 'evening-hall-over')
  for (const { page, name } of evening.people) await sound(page, `evening-over-${name}`)
  evening.calm()
  await evening.close()
}, LONG)

// ── GRAND TRIUMPH!, and Carnage ──────────────────────────────────────────────
/** The units that a seat has on the table, as somebody sees them. */
const units = (evening: Evening, { page, french }: Person, seat: string): Locator => region(page, french ? `Unités : ${evening.name(seat)}` : `Units of ${evening.name(seat)}`).locator('.unit.table')

it.runIf(every)('GRAND TRIUMPH! with four people: markers are secret until all lie, losses are as on a sheet kept by hand', async () => {
  const evening = new Evening()
  await evening.open(/^GRAND TRIUMPH! at a real table/, FOUR, 'Bren', 'grand evening')
  // markers that were laid are seen by nobody else until the other side has laid its own
  const laid = ({ page }: Watched, seat: string): Promise<number> =>
    page.evaluate((of) => [...(window as unknown as { table: { now: { position: { pieces: Map<string, { controller: string; traits?: string[] }> } } } }).table.now.position.pieces.values()].filter((one) => one.controller === of && one.traits?.includes('marker')).length, seat)
  const half = await evening.until(({ open }) => Object.values(open).filter((one) => one === 'markers').length === 1)
  const [late = ''] = Object.keys(half.open)
  const early = evening.people.find(({ seat }) => seat !== late)!
  for (const one of [evening.of(late), evening.hall]) expect(await laid(one, early.seat)).toBe(0)
  await evening.until(({ open }) => Object.values(open).includes('first commands'))
  for (const one of [evening.of(late), evening.hall]) await expect.poll(() => laid(one, early.seat)).toBeGreaterThan(1)
  await picture(evening.hall.page, 'evening-grand-markers-hall')
  const sheet: Record<string, number> = Object.fromEntries(evening.people.map(({ seat }) => [seat, 0]))
  for (const turn of [1, 2, 3])
    evening.plan(`a loss in turn ${turn}`, (moment, { seat }, window) => moment.turn === turn && moment.phase === 'ranged' && window === 'report' && moment.active === seat, async (person) => {
      const side = evening.people.findIndex((one) => one === person) % 2
      const foe = evening.people.find((_, index) => index % 2 !== side)!.seat
      const one = units(evening, person, foe).filter({ hasText: /\d/ }).nth(turn)
      sheet[foe]! += Number(/(\d+) (victory )?points?/.exec(await one.innerText())![1])
      await one.locator('.plate').click()
      await sound(person.page, `evening-grand-report-${turn}`)
      await evening.send(person)
    })
  await evening.until(({ turn, phase }) => turn === 2 && phase === 'movement')
  await evening.restart()
  await evening.until(({ turn, ended }) => turn > 3 || ended)
  // of each player the hall tells what each command has lost
  const told = async (name: string): Promise<number> => {
    const lines = await evening.hall.page.getByRole('article', { name, exact: true }).locator('.lost .num').allInnerTexts()
    return lines.reduce((sum, line) => sum + Number(/^−?(\d+) \//.exec(line)?.[1] ?? 0), 0)
  }
  for (const { name, seat } of evening.people) await expect.poll(() => told(name), { message: name }).toBe(sheet[seat])
  expect(Object.values(sheet).some((one) => one > 0)).toBe(true)
  await sound(evening.hall.page, 'evening-grand-hall')
  for (const { page, name } of evening.people) await sound(page, `evening-grand-${name}`)
  evening.calm()
  await evening.close()
}, LONG)

it.runIf(every)('Carnage with three people: command points and who is near are as on a sheet kept by hand', async () => {
  const evening = new Evening()
  await evening.open(/^Carnage at a real table/, ['Aude', 'Bren', 'Cleo'], 'Cleo', 'carnage evening')
  const { page: hall } = evening.hall
  const points = async ({ name }: Person): Promise<number> => Number(/\d+/.exec(await hall.getByRole('article', { name, exact: true }).locator('.purse').innerText())![0])
  await evening.until(({ turn, phase }) => turn === 1 && phase === 'movement')
  const sheet = new Map<Person, number>()
  for (const person of evening.people) sheet.set(person, await points(person))
  const spends = (person: Person, number: number): void => void sheet.set(person, sheet.get(person)! - number)
  evening.plan('a stratagem', (moment, { seat }, window) => window === 'playing' && moment.active === seat, async (person) => {
    const { page } = person
    const stratagems = region(page, /^(Stratagems|Stratagèmes)$/)
    await stratagems.getByRole('button', { name: /· 1$/ }).click()
    await stratagems.getByRole('button', { name: /^(Use and pay|Employer et payer)/ }).click()
    await page.getByText(/(uses|emploie) .+ (for|pour) 1/).first().waitFor()
    spends(person, 1)
    await evening.idle(person, 'playing')
  })
  // a bribe is given unasked, with words that bind nobody, and answered by another [CM-4, CM-58, CM-59]
  const gives = async (person: Person, to: Person, number: number, words: string): Promise<void> => {
    const { page, french } = person
    const gift = region(page, french ? 'Un don de points de commandement' : 'A gift of command points')
    await gift.locator('summary').click()
    await gift.getByRole('radio', { name: to.name }).click()
    for (let more = 1; more < number; more += 1) await gift.getByRole('button', { name: french ? 'Un de plus' : 'One more' }).click()
    await gift.getByLabel(french ? 'Un mot pour tous' : 'Words for everybody').fill(words)
    await gift.getByRole('button', { name: french ? /^En donner \d/ : /^Give \d/ }).click()
    await hall.getByText(new RegExp(`${person.name} gives ${number} command points? to ${to.name}`)).first().waitFor()
    spends(person, number)
    spends(to, -number)
  }
  evening.plan('a bribe', (moment, { seat }, window) => window === 'report' && moment.active === seat, async (person) => {
    const other = evening.people.find((one) => one !== person)!
    await gives(person, other, 1, 'Leave my left alone')
    await gives(other, person, 2, 'Leave my right alone, then')
    await sound(other.page, 'evening-carnage-bribe')
    for (const one of evening.people) await expect.poll(() => points(one), { message: one.name }).toBe(sheet.get(one))
    await evening.idle(person, 'report')
  })
  evening.plan('who is near', (moment, { seat }, window) => moment.phase === 'morale' && window === 'report' && moment.active === seat, async (person) => {
    const { page } = person
    await question(page).getByRole('button', { name: /^(Show all of the question|Montrer toute la question)/ }).click()
    for (let times = 0; times < 3; times += 1) await question(page).locator('.near li').filter({ hasText: person.name }).getByRole('button').last().click()
    await sound(page, 'evening-carnage-near')
    await evening.send(person)
  })
  await evening.until(({ phase }) => phase === 'shooting')
  for (const person of evening.people) await expect.poll(() => points(person), { message: person.name }).toBe(sheet.get(person))
  const moment = await evening.until(({ turn, phase }) => turn === 1 && phase === 'shooting')
  await evening.sleeps()
  await evening.restart()
  await evening.until(({ turn }) => turn === 2)
  const holder = evening.name(moment.active)
  await region(hall, 'Now').getByRole('listitem').filter({ hasText: 'The objective' }).getByText(new RegExp(`^(${holder}|Red|Blue|Amber) holds it`)).waitFor()
  for (const name of ['a stratagem', 'a bribe', 'who is near', 'a phone asleep', 'the host restarted']) expect(evening.done).toContain(name)
  await sound(hall, 'evening-carnage-hall')
  for (const { page, name } of evening.people) await sound(page, `evening-carnage-${name}`)
  evening.calm()
  await evening.close()
}, LONG)
