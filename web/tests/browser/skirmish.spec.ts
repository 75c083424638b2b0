/** Transports, reserves and powers, each from a moment that is laid out; dice are typed, so that nothing is luck. */
import { beforeAll, expect, it } from 'vitest'
import type { Locator, Page } from 'playwright-core'
import { atHome, axe, brought, helped, lookUp, picture, question, region, seated, type Watched, worn } from './table'

const { table, visit } = seated()
let told: Record<string, string>
const met: Watched[] = []

beforeAll(() => {
  told = JSON.parse(helped('skirmish')) as Record<string, string>
})

/** A moment, at both of whose seats one person sits. */
async function moment(name: string): Promise<Page> {
  const one = await visit()
  met.push(one)
  await brought(one.page, table, told[name]!, { red: 'Aude', blue: 'Basil' })
  return one.page
}

const says = (page: Page, what: string | RegExp): Promise<void> => question(page).getByText(what).first().waitFor()
const button = (page: Page, name: string | RegExp): Locator => question(page).getByRole('button', { name })
const press = (page: Page, name: string | RegExp): Promise<void> => button(page, name).first().click()
/** In the story, as it is told. */
const story = (page: Page, what: string | RegExp): Promise<void> => region(page, 'Log').getByText(what).first().waitFor()
const legal = async (page: Page): Promise<void> => {
  await question(page).locator('.btn.go:not([aria-disabled="true"])').first().waitFor()
  await says(page, /^Legal\./)
}

/** The attacks as they are parted may be made, and their chances are told. */
const legalShare = (page: Page): Promise<void> => question(page).locator('.btn.go:not([aria-disabled="true"])').first().waitFor()

async function roll(page: Page, window: string, ...pips: number[]): Promise<void> {
  await question(page).getByRole('heading', { name: window }).waitFor()
  await lookUp(page)
  for (const pip of pips) await page.keyboard.press(String(pip))
  await press(page, 'That is what shows')
}

/** Where such models or ghosts are drawn, in inches from the lower left of the board's corner. */
const ends = (page: Page, what: string): Promise<[number, number][]> =>
  page.evaluate((wanted) => {
    const matrix = document.querySelector<SVGSVGElement>('svg.board')!.getScreenCTM()!.inverse()
    return [...document.querySelectorAll(`${wanted} .base`)].map((one) => {
      const box = one.getBoundingClientRect()
      const at = new DOMPoint(box.x + box.width / 2, box.y + box.height / 2).matrixTransform(matrix)
      return [at.x / 20, -at.y / 20] as [number, number]
    })
  }, what)
const models = (unit: string): string => `[data-piece^="${unit}."]`

/** A unit is taken by its first model, or one model alone, and dragged so many inches across and up the board. */
async function drag(page: Page, what: string, inches: [number, number], alone = false): Promise<void> {
  const box = (await page.locator(what).first().boundingBox())!
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  const inch = await page.evaluate(() => document.querySelector<SVGSVGElement>('svg.board')!.getScreenCTM()!.a * 20)
  if (alone) await page.keyboard.down('Shift')
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + inches[0] * inch, y - inches[1] * inch, { steps: 8 })
  await page.mouse.up()
  if (alone) await page.keyboard.up('Shift')
}

it('lets a unit get out within three inches of its transport, in any place that the hand chooses [SK-42]', async () => {
  const page = await moment('riding')
  // what the strongest bot would do is in hand as soon as it is told, and is let go when it is left
  await press(page, 'What would the condottiere do?')
  await legal(page)
  expect(await button(page, 'See it').count()).toBe(0)
  await press(page, 'Leave it')
  await expect.poll(() => page.locator('.ghost').count()).toBe(0)
  await press(page, /^Scouts R3/)
  await says(page, 'Scouts R3 gets out')
  await legal(page)
  await page.locator('.aid.landing').waitFor()
  await expect.poll(() => page.locator('.ghost').count()).toBe(5)
  const first = await ends(page, '.ghost')
  await press(page, 'Another place')
  await legal(page)
  await expect.poll(() => ends(page, '.ghost')).not.toEqual(first)
  await picture(page, 'skirmish-out')
  expect(await axe(page)).toEqual([])
  // too far from it: the table puts the unit as near as it may stand
  await drag(page, '.ghost .base', [0, 6])
  await legal(page)
  await press(page, /^Get out/)
  await story(page, 'Scouts R3 gets out of Armoured carrier R1.')
  expect((await ends(page, models('R3'))).length).toBe(5)
})

it('takes a unit into a transport, as it stands or from where it moves, and offers none that is full [SK-41]', async () => {
  const page = await moment('riding')
  await press(page, /^Medic R4/)
  await press(page, 'Get into Armoured carrier R1')
  await says(page, /near enough to get in without moving/)
  await press(page, /^Get in/)
  await story(page, 'Medic R4 goes inside Armoured carrier R1.')
  await press(page, /^Line infantry R2/)
  await says(page, 'Drag the unit')
  await press(page, 'Get into Armoured carrier R1')
  await says(page, 'Line infantry R2 gets into Armoured carrier R1')
  await legal(page)
  await picture(page, 'skirmish-in')
  expect(await axe(page)).toEqual([])
  await worn(page, 'skirmish-in')
  await atHome(page)
  await press(page, 'Move without getting in')
  await says(page, 'Line infantry R2 moves')
  await press(page, 'Get into Armoured carrier R1')
  await legal(page)
  await press(page, /^Get in/)
  await story(page, 'Line infantry R2 goes inside Armoured carrier R1.')
  expect(await ends(page, models('R2'))).toEqual([])
  // five, four and one are ten: nobody else finds room
  await press(page, /^Heavy brawlers R5/)
  await says(page, 'Drag the unit')
  await button(page, 'Another place').waitFor()
  expect(await button(page, /Get into/).count()).toBe(0)
})

it('sets units out inside a transport, and keeps in reserve who may wait [SK-41, SK-44]', async () => {
  const page = await moment('boarding')
  await press(page, /^Armoured carrier R1/)
  await legal(page)
  await press(page, 'Line infantry R2')
  await legal(page)
  await press(page, 'Armoured elite R3')
  await says(page, /15/)
  await picture(page, 'skirmish-loading')
  await press(page, 'Armoured elite R3')
  await legal(page)
  await press(page, /^Set out/)
  await page.waitForFunction(() => (window as unknown as { table: { now: { position: { pieces: Map<string, { place?: string }> } } } }).table.now.position.pieces.get('R2')?.place === 'aside')
  // one unit each in turn
  await press(page, /^Suggest/)
  await legal(page)
  await press(page, /^Set out/)
  await press(page, /^Armoured elite R3/)
  await press(page, 'Keep in reserve')
  await page.waitForFunction(() => (window as unknown as { table: { now: { position: { pieces: Map<string, { place?: string }> } } } }).table.now.position.pieces.get('R3')?.place === 'reserve')
})

it('leads a unit and a model alone round what is in the way [SK-32, SK-136]', async () => {
  const page = await moment('barred')
  await press(page, /^Line infantry R1/)
  await says(page, 'Drag the unit')
  const before = await ends(page, models('R1'))
  await drag(page, '[data-piece="R1.2"] .base', [0, 4.5])
  await legal(page)
  const after = await ends(page, '.ghost')
  expect(after.map(([x, y], index) => [Math.abs(x - before[index]![0]) < 0.2, y - before[index]![1] > 4])).toEqual(before.map(() => [true, true]))
  const bends = await page.locator('.march .way').evaluateAll((ways) => ways.map((way) => way.getAttribute('points')!.trim().split(' ').length))
  expect(Math.max(...bends)).toBeGreaterThan(2)
  await picture(page, 'skirmish-round')
  await page.keyboard.press('Escape')
  // one model, which the others could still follow
  await press(page, /^Line infantry R1/)
  await says(page, 'Drag the unit')
  await drag(page, '[data-piece="R1.2"] .base', [0, 4.5], true)
  await page.waitForFunction(() => document.querySelectorAll('.march .way').length === 1 && document.querySelector('.march .way')!.getAttribute('points')!.trim().split(' ').length > 2)
  await picture(page, 'skirmish-one-round')
})

it('throws passengers out of a wreck, and lets their owner say where, and who is slain [SK-43]', async () => {
  const page = await moment('wrecked')
  await press(page, /Smite/)
  await roll(page, 'psychic test', 3, 4)
  await roll(page, 'mortal wounds', 3)
  await roll(page, 'explosion die', 2)
  await says(page, 'Getting out')
  await press(page, /^Militia squad B2|Suggest/)
  await says(page, 'Militia squad B2 bails out')
  await legal(page)
  await page.locator('.aid.landing').waitFor()
  await picture(page, 'skirmish-wreck')
  expect(await axe(page)).toEqual([])
  await press(page, /^Get out/)
  await roll(page, 'wreck roll', 1, 2, 3, 1, 4, 4, 4, 4, 4, 4)
  await says(page, '2 models of Militia squad B2 are slain in the wreck.')
  await press(page, /B2\.3\b/)
  await button(page, /B2\.3\b/).waitFor({ state: 'detached' })
  await press(page, /B2\.4\b/)
  await page.waitForFunction(() => document.querySelectorAll('[data-piece^="B2."]').length === 8)
})

it('brings reserves in more than nine inches from enemies [SK-44]', async () => {
  const page = await moment('arriving')
  await press(page, /^Armoured elite R2/)
  await says(page, 'Armoured elite R2 arrives')
  await legal(page)
  await expect.poll(() => page.locator('.barred polygon').count()).toBe(15)
  // the ground that is too near is red, and what stands in it is refused with its clause
  for (let step = 0; step < 4; step += 1) await page.keyboard.press('ArrowUp')
  await says(page, /would stand too near to/)
  await picture(page, 'skirmish-arriving')
  expect(await axe(page)).toEqual([])
  await worn(page, 'skirmish-arriving')
  await atHome(page)
  // dragged there it is put into the nearest place that is far enough off
  await drag(page, '.ghost .base', [0, 1])
  await legal(page)
  await press(page, /^Arrive/)
  await story(page, 'Armoured elite R2 arrives.')
  await button(page, /^Jump assault squad R3/).waitFor()
  expect(await button(page, /^Armoured elite R2/).count()).toBe(0)
  await press(page, 'No more arrive')
  await page.waitForFunction(() => (window as unknown as { table: { now: { position: { phase: string } } } }).table.now.position.phase !== 'movement')
})

it('says what each power needs and does; smites one of two that are equally near [SK-47, SK-54, SK-14]', async () => {
  const page = await moment('casting')
  await says(page, /The nearest enemy unit in sight within 18″ suffers D3 mortal wounds, D6 with 11 or more/)
  await says(page, /has an invulnerable save of 5\+/)
  await says(page, /moves once more, at once/)
  await picture(page, 'skirmish-powers')
  expect(await axe(page)).toEqual([])
  await worn(page, 'skirmish-powers')
  await atHome(page)
  await press(page, /Smite/)
  await says(page, 'Psyker R1 tries Smite: two dice, 5 or more.')
  await roll(page, 'psychic test', 3, 4)
  await says(page, 'Psyker R1 manifests Smite with 7.')
  await says(page, /more than its test, and the power does nothing/)
  await picture(page, 'skirmish-denying')
  await press(page, /^No/)
  await says(page, 'Whom the power strikes')
  expect(await question(page).locator('.options .btn').allInnerTexts()).toEqual([expect.stringMatching(/^Militia squad B1/), 'Militia squad B2'])
  await press(page, 'Militia squad B2')
  await roll(page, 'mortal wounds', 3)
  await says(page, /Name 2 models of Militia squad B2/)
  await press(page, /^Take what is suggested/)
  await story(page, 'Militia squad B2 loses 2 models.')
})

it('wards a friend that is named, and a denial must be higher [SK-48, SK-50]', async () => {
  const page = await moment('casting')
  await press(page, /Mind ward/)
  await says(page, 'Target of the power')
  expect((await question(page).locator('.options .btn').allInnerTexts()).map((one) => one.replace(/\s*⏎/, ''))).toEqual(['Psyker R1', 'Line infantry R2', 'Bikers R3', 'Scouts R4'])
  await picture(page, 'skirmish-target')
  await press(page, 'Bikers R3')
  await roll(page, 'psychic test', 3, 4)
  await says(page, 'Psyker R1 manifests Mind ward on Bikers R3 with 7.')
  await press(page, /^Yes/)
  await roll(page, 'deny roll', 3, 4)
  await story(page, 'Psyker B3 cannot deny Mind ward: 7 against 7.')
  await story(page, 'Bikers R3 is warded: it has an invulnerable save of 5+.')
  await press(page, /Smite/)
  await roll(page, 'psychic test', 3, 4)
  // its one denial is spent
  await says(page, 'Whom the power strikes')
})

it('hastens a unit on foot, which moves by hand at once [SK-50]', async () => {
  const page = await moment('casting')
  await press(page, /Hasten/)
  await says(page, 'Target of the power')
  expect((await question(page).locator('.options .btn').allInnerTexts()).map((one) => one.replace(/\s*⏎/, ''))).toEqual(['Psyker R1', 'Line infantry R2', 'Scouts R4'])
  await press(page, 'Line infantry R2')
  await roll(page, 'psychic test', 3, 5)
  await press(page, /^No/)
  await story(page, 'Line infantry R2 may move once more.')
  await press(page, /^Line infantry R2/)
  await says(page, 'Drag the unit')
  const before = await ends(page, models('R2'))
  await drag(page, '[data-piece="R2.3"] .base', [0, 4])
  await legal(page)
  await picture(page, 'skirmish-hastened')
  await press(page, /^Move/)
  await page.waitForFunction(() => (window as unknown as { table: { ask: { window: string } | null } }).table.ask?.window === 'manifest')
  // they glide to where they are
  await expect.poll(async () => (await ends(page, models('R2')))[0]![1]).toBeGreaterThan(before[0]![1] + 3.5)
})

it('lets perils come first, and a psyker that falls harm all who stand near [SK-51]', async () => {
  const page = await moment('frail')
  await press(page, /Smite/)
  await roll(page, 'psychic test', 6, 6)
  await story(page, 'Psyker R1 suffers perils.')
  await roll(page, 'mortal wounds', 1)
  await story(page, 'Psyker R1 is slain by its own power, which fails.')
  await roll(page, 'mortal wounds', 1)
  await says(page, 'Name 1 model of Scouts R2')
  await picture(page, 'skirmish-perils')
  expect(await axe(page)).toEqual([])
  await press(page, /^Take what is suggested/)
  await roll(page, 'mortal wounds', 5)
  await says(page, 'Name 3 models of Militia squad B1')
})

it('shows what dice need before they are thrown, parts shots, and says of one die again which roll, what for, at what cost [SK-74, SK-131]', async () => {
  const page = await moment('shooting')
  await press(page, /^Scouts B2/)
  const lines = question(page).locator('.lines > li')
  await lines.filter({ hasText: '→ Scouts B2' }).first().waitFor()
  await press(page, /^Split between targets/)
  await press(page, 'One more of assault rifle at Militia squad B1')
  await expect.poll(() => question(page).locator('.against').count()).toBe(2)
  expect(await lines.first().locator('.shares b').allInnerTexts()).toEqual(expect.arrayContaining(['1', '8']))
  await legalShare(page)
  await picture(page, 'skirmish-split')
  // a target that is pressed is again that of the whole unit
  await press(page, /^Militia squad B1/)
  await lines.filter({ hasText: '→ Militia squad B1' }).nth(1).waitFor()
  await legalShare(page)
  await press(page, /^Shoot( ⏎)?$/)
  await question(page).getByRole('heading', { name: 'Dice to hit' }).waitFor()
  await says(page, 'Line infantry R1 at Militia squad B1, assault rifle: Ballistic Skill 3+')
  await says(page, '0 of 18 dice lie there')
  await lookUp(page)
  for (let die = 0; die < 18; die += 1) await page.keyboard.press(String([2, 4, 6, 3, 5, 2][die % 6]))
  await press(page, 'That is what shows')
  await question(page).getByRole('heading', { name: 'Dice to hit: one die again?' }).waitFor()
  await says(page, 'It costs 1 of your 3 command points: 2 are left.')
  await says(page, '4 of 6 faces would do')
  expect(await question(page).locator('.dice .bad').count()).toBe(6)
  expect(await question(page).locator('.dice .good').count()).toBe(12)
  await region(page, 'What just happened').getByText('dice to hit').waitFor()
  await picture(page, 'skirmish-again')
  expect(await axe(page)).toEqual([])
  await worn(page, 'skirmish-again')
  await atHome(page)
  await press(page, /^Roll a 2 again/)
  await roll(page, 'Dice to hit, again', 6)
  await story(page, 'Line infantry R1 at Militia squad B1, assault rifle: 13 of 18 attacks hit on 3+.')
  await roll(page, 'Dice to wound', 3, 3, 3, ...Array<number>(10).fill(1))
  await roll(page, 'Saving throws', 1, 5, 6)
  // who keeps his dice in this phase is asked no more, and keeps them after a while
  await question(page).getByRole('heading', { name: 'Saving throws: one die again?' }).waitFor()
  await press(page, 'not in this phase')
  await says(page, 'You keep your dice until the phase ends.')
  await story(page, '1 of 3 wounds gets past the 5+ save of Militia squad B1.')
  const kept = await page.evaluate(() => (window as unknown as { table: { chronicle: { events: { kind: string; seat?: string; said?: { option?: string } }[] } } }).table.chronicle.events.filter((event) => event.kind === 'Answered' && event.seat === 'blue' && event.said?.option === 'keep').length)
  expect(kept).toBe(1)
})

it('never complained, and asked nobody but its table', () => {
  for (const watched of met) {
    expect(watched.complaints).toEqual([])
    expect(watched.strangers).toEqual([])
  }
})
