/** A battle at a real table: units are tapped and reported, agreed to, disputed, amended, acts need no question; the hall looks on. */
import { expect, it } from 'vitest'
import type { Page } from 'playwright-core'
import { asked, brought, HALL, helped, inHall, now, picture, question, region, seated, sound, speak, type Watched } from './table'

const { table, visit } = seated()
const PHONE = { width: 390, height: 844 }

let aude: Watched
let bren: Watched
let hall: Watched

const logs = (): Record<string, string> => JSON.parse(helped('reported')) as Record<string, string>
const battle = (page: Page): string => page.url().replace(/.*#\/battle\//, '')
const unit = (page: Page, id: string) => page.locator(`[data-unit="${id}"] .plate`)
const said = (page: Page, name: string | RegExp) => question(page).getByRole('button', { name }).first()

it('pays for moves that are made at the table [RB-10]', async () => {
  aude = await visit()
  await brought(aude.page, table, logs()['triumph+reported']!, { red: 'Aude' })
  bren = await visit({ viewport: PHONE }, `#/room/${battle(aude.page)}`)
  await bren.page.getByLabel('Your name').fill('Bren')
  await bren.page.getByRole('button', { name: 'Take this seat' }).click()
  hall = await visit({ viewport: HALL }, `#/battle/${battle(aude.page)}/screen`)
  await asked(aude.page, 'paying')
  await region(aude.page, 'Units of Aude').waitFor()
  await said(aude.page, 'Pay 2 points').click()
  await question(aude.page).getByText('2 points left').waitFor()
  await picture(aude.page, 'reported-paying')
  await region(hall.page, 'Now').getByText('Turn of Aude').waitFor()
  await said(aude.page, 'I have moved').click()
  await asked(aude.page, 'report')
})

it('reports a loss by tapping, reads it back, and it holds once it is agreed to [RB-3, RB-4]', async () => {
  await question(aude.page).getByText('Nothing was lost').waitFor()
  await unit(aude.page, 'B3').click()
  await question(aude.page).getByText(/Archers B3 is gone, by the doing of Aude\./).waitFor()
  await sound(aude.page, 'reported-report')
  await said(aude.page, 'Say so').click()
  await asked(bren.page, 'confirm')
  await question(bren.page).getByText(/Archers B3 is gone, by the doing of Aude\./).waitFor()
  await sound(bren.page, 'reported-confirm-phone')
  await said(bren.page, 'Agree').click()
  await region(aude.page, 'Units of Bren').locator('.lost', { hasText: 'Archers B3' }).waitFor()
  await region(hall.page, 'What happened').getByText('Archers B3 (Bren) is gone').waitFor()
})

it('says what a report cannot be, with its clause, and keeps what was put together', async () => {
  await asked(aude.page, 'report')
  await unit(aude.page, 'B4').click()
  await aude.page.evaluate(() => {
    const { table: here } = window as unknown as { table: { ask: unknown; talk: { say(ask: unknown, action: unknown): void } } }
    here.talk.say(here.ask, { kind: 'Report', losses: [{ kind: 'Loss', unit: 'B3' }], fights: [], near: {} })
  })
  await question(aude.page).getByText(/B3 is not on the table/).waitFor()
  await question(aude.page).getByText('RB-3').waitFor()
  await said(aude.page, /^Back/).click()
  await question(aude.page).getByText(/Archers B4 is gone/).waitFor()
  await aude.page.reload()
  await question(aude.page).getByText(/Archers B4 is gone/).waitFor()
})

it('hears two readings, and a die decides between them [RB-5]', async () => {
  await said(aude.page, 'Say so').click()
  await asked(bren.page, 'confirm')
  await said(bren.page, 'That is not right').click()
  await asked(bren.page, 'other reading')
  await sound(bren.page, 'reported-other-phone')
  await unit(bren.page, 'B4').click()
  await unit(bren.page, 'R9').click()
  await said(bren.page, 'Read it back (1)').click()
  await question(bren.page).getByText(/Bow Levy R9 is gone, by the doing of Bren\./).waitFor()
  await sound(bren.page, 'reported-read-back-phone')
  await said(bren.page, 'Say so').click()
  await asked(aude.page, 'whose reading')
  await question(aude.page).getByText(/Bow Levy R9 is gone/).waitFor()
  await question(aude.page).getByText(/Archers B4 is gone/).waitFor()
  await sound(aude.page, 'reported-whose')
  const [desk] = await Promise.all([aude.page.context().waitForEvent('page'), question(aude.page).getByRole('link', { name: 'Ask the referee' }).click()])
  await desk.getByRole('note').getByText(/laid them out in rows/).waitFor()
  await desk.locator('g.hold[aria-label^="B4 "]').waitFor()
  expect(await desk.locator('#position-file').inputValue()).toContain('"system": "triumph"')
  await desk.close()
  await said(aude.page, 'Let a die decide').click()
  await region(hall.page, 'What happened').getByText(/The die decides between Aude and Bren|Aude yields/).waitFor()
})

it('sets a number right where everybody agrees, from the plate of a unit [RB-6]', async () => {
  await unit(bren.page, 'B3').click()
  await bren.page.getByText('Archers B3 is still there.').waitFor()
  await sound(bren.page, 'reported-amend-phone')
  await bren.page.getByRole('button', { name: 'Ask the others' }).click()
  await asked(aude.page, 'amendment')
  await question(aude.page).getByText('Archers B3 is still there.').waitFor()
  await question(aude.page).getByText(/^It would then be so: Bren has lost \d+ points?\.$/).waitFor()
  await picture(aude.page, 'reported-amendment')
  await said(aude.page, 'Agree').click()
  await region(bren.page, 'Units of Bren').locator('.table', { hasText: 'Archers B3' }).waitFor()
  await region(hall.page, 'What happened').getByText(/All agree with Bren/).waitFor()
})

it('is read in the hall in both languages, in light and dark, and comes back by itself', async () => {
  const { page } = hall
  await inHall(page, 'reported')
  await page.evaluate(() => (window as unknown as { table: { line: { drop(): void } } }).table.line.drop())
  await page.getByText('Reconnexion, rien n’est perdu').waitFor()
  await page.getByText('C’est à Bren').waitFor()
  for (const { complaints, strangers } of [aude, bren, hall]) expect([complaints, strangers]).toEqual([[], []])
})

it('shows four people with their commands, at the table and in the hall', async () => {
  const { page, complaints } = await visit({ viewport: HALL })
  await brought(page, table, logs()['grand+reported']!, { red: 'Aude' })
  await asked(page, 'paying')
  await region(page, 'Units of Green').getByText('Command 2').waitFor()
  await sound(page, 'reported-grand')
  await inHall(page, 'reported-grand')
  expect(complaints).toEqual([])
})

it('names whose reading it is where a third confirms what a second says instead [RB-5]', async () => {
  const { page, complaints } = await visit()
  const players: Record<string, string> = { red: 'Aude', blue: 'Bren', amber: 'Cleo' }
  await brought(page, table, logs()['treachery+reported']!, players)
  await asked(page, 'report')
  await region(page, 'Units of Cleo').locator('.plate').first().waitFor()
  type Here = { ask: { seat: string }; now: { asks: { seat: string; window: string; options: string[] }[] }; counts: { muster: { seat: string; unit: string; state: string }[] }; talk: { say(ask: unknown, action: unknown): Promise<unknown> } }
  const tell = (seat: string, window: string, losses: readonly { unit: string; models: number; by: string }[], option = ''): Promise<void> => page.evaluate(async ([seat, window, losses, option]) => {
    const { table: here } = globalThis as unknown as { table: Here }
    const ask = here.now.asks.find((one) => one.seat === seat && one.window === window)
    await here.talk.say(ask, option ? { kind: 'Choose', option } : { kind: 'Report', losses: losses.map((one) => ({ kind: 'Loss', ...one })), fights: [], near: {} })
  }, [seat, window, losses, option] as const)
  const { active, enemy, third, units } = await page.evaluate(() => {
    const { table: here } = globalThis as unknown as { table: Here & { now: { position: { active: string[]; chairs: { seat: string }[]; counters: Record<string, Record<string, number>> } } } }
    const { position } = here.now
    const [active, enemy] = [position.active[0]!, position.chairs[position.counters['table']!['enemy']! - 1]!.seat]
    const of = (seat: string) => here.counts.muster.find((one) => one.seat === seat && one.state === 'table')!.unit
    return { active, enemy, third: position.chairs.find(({ seat }) => seat !== active && seat !== enemy)!.seat, units: { enemy: of(enemy), active: of(active) } }
  })
  await tell(active, 'report', [{ unit: units.enemy, models: 1, by: active }])
  await asked(page, 'confirm')
  await question(page).getByText(`${players[active]} says`, { exact: true }).waitFor()
  await tell(enemy, 'confirm', [], 'dispute')
  await asked(page, 'other reading')
  await tell(enemy, 'other reading', [{ unit: units.active, models: 1, by: third }])
  await asked(page, 'whose reading')
  await question(page).getByText(`${players[enemy]} says`, { exact: true }).waitFor()
  await tell(active, 'whose reading', [], 'yield')
  await asked(page, 'confirm')
  await question(page).getByText(`${players[enemy]} says`, { exact: true }).waitFor()
  expect(await question(page).getByText(`${players[active]} says`, { exact: true }).count()).toBe(0)
  await tell(third, 'confirm', [], 'agree')
  expect(complaints).toEqual([])
})

it('says how many, by whom, and who fights whom, by tapping [RB-3, RB-7]', async () => {
  const { page, complaints } = await visit()
  const players: Record<string, string> = { red: 'Aude', blue: 'Bren', amber: 'Cleo' }
  await brought(page, table, logs()['treachery+reported']!, players)
  await asked(page, 'report')
  const { active, enemy } = await page.evaluate(() => {
    const { position } = (window as unknown as { table: { now: { position: { active: string[]; chairs: { seat: string }[]; counters: Record<string, Record<string, number>> } } } }).table.now
    return { active: position.active[0]!, enemy: position.chairs[position.counters['table']!['enemy']! - 1]!.seat }
  })
  const of = (seat: string) => region(page, `Units of ${players[seat]}`)
  const foe = of(enemy).locator('.unit', { hasText: /\d\d of \d\d/ }).first()
  await of(enemy).getByText('Enemy', { exact: true }).waitFor()
  await said(page, 'Who fights whom').click()
  await of(active).locator('.plate').first().click()
  await question(page).getByText(/^Now tap whom/).waitFor()
  await foe.locator('.plate').click()
  await question(page).getByText(/^.+ fights .+\.$/).waitFor()
  await foe.getByText(/^fights /).waitFor()
  await said(page, 'Losses').click()
  await foe.locator('.plate').click()
  await question(page).getByRole('button', { name: /: one more$/ }).click()
  await question(page).getByText(/ loses 2, by the doing of /).waitFor()
  await sound(page, 'reported-treachery')
  await said(page, 'All of it').click()
  await question(page).getByText(/ is gone, by the doing of /).waitFor()
  await question(page).getByRole('button', { name: 'Nobody' }).click()
  await question(page).getByText(/ is gone\.$/).waitFor()
  await page.setViewportSize(PHONE)
  await sound(page, 'reported-treachery-phone')
  await said(page, 'Say so').or(said(page, /^Read it back/)).first().click()
  await inHall(page, 'reported-treachery')
  expect(complaints).toEqual([])
})

it('prints what a seat may see, its hand for itself alone, and tells the dice so far', async () => {
  const { page, complaints, context } = await visit()
  await brought(page, table, logs()['treachery+reported']!, { red: 'Aude' })
  const menu = async (of: Page): Promise<void> => {
    await of.getByRole('button', { name: /^(Menu|☰)/ }).click()
    await of.getByRole('group', { name: /^(Print|Imprimer)$/ }).waitFor()
  }
  const printed = async (of: Page, name: string): Promise<string> => {
    const [paper] = await Promise.all([of.waitForEvent('popup'), of.getByRole('link', { name }).click()])
    await paper.locator('h1').waitFor()
    const text = await paper.content()
    await paper.close()
    return text
  }
  await menu(page)
  await page.getByRole('button', { name: 'Letter' }).click()
  await sound(page, 'printing')
  const own = await printed(page, 'With my hand')
  expect(own).toContain('size: letter')
  expect(own).toContain('The hand of Aude, for nobody else')
  expect(own).toContain('Quick reference')
  const cards = (of: string): number => of.split('<small>T').length - 1
  const guest = await visit({ viewport: PHONE, hasTouch: true, isMobile: true, colorScheme: 'dark', locale: 'fr-FR' }, `#/battle/${battle(page)}`)
  await menu(guest.page)
  await sound(guest.page, 'printing-phone-dark-fr')
  const low = await guest.page.locator('.menu').locator('a, button').evaluateAll((all) => all.filter((one) => one.getBoundingClientRect().height < 44).map((one) => one.textContent))
  expect(low).toEqual([])
  expect(await guest.page.getByRole('link', { name: 'Avec ma main' }).count()).toBe(0)
  const everybodys = await printed(guest.page, 'Ce que tous savent')
  expect(everybodys).toContain('size: A4')
  expect(everybodys).not.toContain('pour personne d’autre')
  expect(cards(own)).toBeGreaterThan(cards(everybodys))

  await page.getByRole('button', { name: 'The dice so far' }).click()
  const dice = page.getByRole('dialog', { name: 'The dice so far' })
  const first = dice.getByRole('region').first()
  await expect.poll(() => dice.getByRole('region').count()).toBe(3)
  await first.getByText(/where 3\.5 is expected/).waitFor()
  const count = Number(/(\d+) di(?:e|ce), mean/.exec(await first.innerText())![1])
  const kinds = await first.locator('tbody td:nth-child(2)').allInnerTexts()
  expect(count).toBeGreaterThan(0)
  expect(kinds.map(Number).reduce((sum, one) => sum + one, 0)).toBe(count)
  const faces = await first.locator('.bar b').allInnerTexts()
  expect(faces.map(Number).reduce((sum, one) => sum + one, 0)).toBe(count)
  await sound(page, 'dice')
  await guest.page.getByRole('button', { name: 'Les dés jusqu’ici' }).click()
  await guest.page.getByText(/pour 3,5 attendus/).first().waitFor()
  await sound(guest.page, 'dice-phone-dark-fr')
  await guest.page.getByRole('button', { name: 'Fermer' }).click()
  await guest.page.getByRole('dialog').waitFor({ state: 'detached' })
  expect([...complaints, ...guest.complaints]).toEqual([])
  await context.close()
})

it('counts who is near the objective, and the hall tells who holds it [RB-8]', async () => {
  const { page, complaints } = await visit({ viewport: PHONE })
  await brought(page, table, logs()['carnage+reported']!, { red: 'Aude', blue: 'Bren', amber: 'Cleo' })
  await asked(page, 'report')
  await question(page).getByRole('button', { name: 'Show all of the question' }).click()
  for (let times = 0; times < 2; times += 1) await question(page).getByRole('button', { name: 'Models of Aude near the objective: one more' }).click()
  await question(page).getByText(/2 of (Red|Aude) near the objective\./).waitFor()
  await sound(page, 'reported-near-phone')
  await said(page, 'Say so').click()
  for (const _ of ['blue', 'amber']) {
    await asked(page, 'confirm')
    await said(page, 'Agree').click()
  }
  await page.waitForFunction(() => (window as unknown as { table: { ask: { window: string } | null } }).table.ask?.window !== 'confirm')
  await inHall(page, 'reported-carnage')
  await region(page, 'Maintenant').getByRole('listitem').filter({ hasText: 'L’objectif' }).getByText(/^(Rouge|Aude) /).waitFor()
  expect(complaints).toEqual([])
})

it('asks whether an army stands, and says who is still setting out [RB-2]', async () => {
  const { page, complaints } = await visit({ viewport: PHONE })
  await brought(page, table, logs()['set out']!, { red: 'Aude', blue: 'Bren', amber: 'Cleo' })
  await asked(page, 'set out')
  await question(page).getByText(/^Still setting out: .*Bren/).waitFor()
  await sound(page, 'reported-set-out-phone')
  await said(page, 'My army stands').click()
  await expect.poll(() => question(page).getByText(/^Still setting out: .*Aude/).count()).toBe(0)
  await question(page).getByText(/^Still setting out: .*Cleo/).waitFor()
  expect(complaints).toEqual([])
})

it('lets a flank march in by the edges that are open to it, named in both languages [RB-11]', async () => {
  const { page, complaints } = await visit()
  await brought(page, table, logs()['march']!, { red: 'Aude', blue: 'Bren' })
  await asked(page, 'paying')
  await question(page).getByRole('button', { name: /^Command \d comes in by the .+ edge$/ }).first().waitFor()
  await sound(page, 'reported-march')
  await page.setViewportSize(PHONE)
  await speak(page, 'Français')
  const coming = question(page).getByRole('button', { name: /^Commandement \d arrive par le bord .+$/ })
  await sound(page, 'reported-march-phone-fr')
  await coming.first().click()
  await region(page, 'Ce qui s’est passé').or(page.locator('.happening')).getByText(/est entrée par le bord droit/).first().waitFor()
  await expect.poll(() => coming.count()).toBe(0)
  expect(complaints).toEqual([])
})

it('plays a phase of which nothing is reported, and pays for stratagems without a question [RB-30, RB-34]', async () => {
  const { page, complaints } = await visit({ viewport: PHONE })
  await brought(page, table, logs()['playing']!, { red: 'Aude' })
  await asked(page, 'playing')
  await question(page).getByRole('heading', { name: 'Movement: play it at the table' }).waitFor()
  const stratagems = region(page, 'Stratagems')
  await stratagems.getByRole('button', { name: /^Command Re-roll · 1$/ }).click()
  await stratagems.getByText(/Command Re-roll costs 1 command point\./).waitFor()
  await sound(page, 'reported-stratagem-phone')
  await stratagems.getByRole('button', { name: 'Use and pay' }).click()
  await page.getByText(/uses Command Re-roll for 1/).first().waitFor()
  await expect.poll(() => stratagems.getByRole('button', { name: /^Command Re-roll/ }).getAttribute('aria-disabled')).toBe('true')
  await question(page).getByRole('button', { name: 'Show all of the question' }).click()
  await stratagems.getByText(/^Command Re-roll (costs 1, and 0 are left|was used in this phase already)/).waitFor()
  await sound(page, 'reported-playing-phone')
  await said(page, 'The phase is over').click()
  await expect.poll(async () => (await now(page)).ask).not.toBe('playing')
  expect(complaints).toEqual([])
})

it('asks whose standard was taken, and which mercenaries rallied [RB-22]', async () => {
  for (const [moment, asks, follows] of [['broke', 'Did one of your units break?', /breaks/], ['rallied', 'Did one of your mercenaries rally?', /is loyal on a|now follows|stays with/]] as const) {
    const { page, complaints, context } = await visit({ viewport: PHONE })
    await brought(page, table, logs()[moment]!, { red: 'Aude', blue: 'Bren', amber: 'Cleo' })
    await asked(page, moment)
    await question(page).getByRole('heading', { name: asks }).waitFor()
    await said(page, 'None, or no other').waitFor()
    await sound(page, `reported-${moment}-phone`)
    await question(page).locator('.options .btn', { hasNotText: 'None' }).first().click()
    const told = page.locator('main, aside').getByText(follows).first()
    for (const end = Date.now() + 20_000; Date.now() < end && !(await told.count());) {
      if ((await now(page)).ask === moment) await said(page, 'None, or no other').click({ timeout: 2_000 }).catch(() => undefined)
      await page.waitForTimeout(200)
    }
    await told.waitFor({ state: 'attached' })
    expect(complaints).toEqual([])
    await context.close()
  }
})

it('plays a card from the hand while hands play the phase, and nobody else sees that it could be [RB-21]', async () => {
  const { page, complaints } = await visit({ viewport: PHONE })
  await brought(page, table, logs()['card']!, { red: 'Aude' })
  const other = await visit({}, `#/room/${battle(page)}`)
  await other.page.getByLabel('Your name').fill('Bren')
  await other.page.getByRole('button', { name: 'Take this seat' }).first().click()
  await question(other.page).waitFor()
  await page.getByRole('button', { name: /^Hand/ }).click()
  const hand = page.getByRole('dialog')
  await hand.getByText('Can be played now').first().waitFor()
  await hand.getByRole('button', { name: /^Play .+ now …$/ }).first().click()
  await hand.getByRole('radio').first().click()
  await sound(page, 'reported-card-phone')
  expect(await other.page.getByText(/Can be played now|^Play .+ now/).count()).toBe(0)
  await hand.getByRole('button', { name: /^Play .+: .+/ }).click()
  await other.page.getByText(/plays .+ on /).first().waitFor()
  await expect.poll(() => hand.count()).toBe(0)
  expect([complaints, other.complaints]).toEqual([[], []])
})

it('keeps a note to oneself on its device, for its battle and seat', async () => {
  const { page, complaints } = await visit({ viewport: PHONE })
  await brought(page, table, logs()['triumph+reported']!, { red: 'Aude' })
  const sent: string[] = []
  page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`))
  page.on('websocket', (socket) => socket.on('framesent', (frame) => sent.push(String(frame.payload))))
  await page.reload()
  const note = page.getByRole('textbox', { name: 'Note to yourself' })
  await page.getByText('Note to yourself').click()
  await note.fill('Bren owes me fifty')
  await sound(page, 'reported-note-phone')
  await page.reload()
  await question(page).waitFor()
  expect(await note.inputValue()).toBe('Bren owes me fifty')
  expect(sent.length).toBeGreaterThan(0)
  expect(sent.filter((one) => one.includes('owes'))).toEqual([])
  // another battle at the same device knows nothing of it
  await brought(page, table, logs()['triumph+reported']!, { red: 'Aude' })
  await page.getByText('Note to yourself').click()
  expect(await note.inputValue()).toBe('')
  expect(complaints).toEqual([])
})

const FRENCH = { colorScheme: 'dark', locale: 'fr-FR' } as const
it.each([
  { system: 'treachery+reported', base: 'treachery', piece: /^R\d+ /, kind: 'shot', options: {} },
  { system: 'grand+reported', base: 'grand', piece: /^R\d+ /, kind: 'zone', options: FRENCH },
  { system: 'carnage+reported', base: 'carnage', piece: /^R\d+\.\d+ /, kind: 'objective', options: {} },
])('asks the referee about a moment at a real table, $system', async ({ system, base, piece, kind, options }) => {
  const { page, complaints, context } = await visit(options)
  await brought(page, table, logs()[system]!, { red: 'Aude' })
  await page.getByRole('button', { name: /^(Menu|☰)/ }).click()
  const link = page.getByRole('link', { name: /^(Ask the referee about this moment|Demander à l’arbitre sur ce moment)$/ })
  await expect.poll(() => link.getAttribute('href')).toContain('?seat=red')
  const [desk] = await Promise.all([context.waitForEvent('page'), link.click()])
  const file = (): Promise<string> => desk.locator('#position-file').inputValue()
  const calm = (): Promise<void> => desk.locator('section[aria-busy="false"]').waitFor()
  await desk.getByRole('note').getByText(/laid them out in rows|disposées en rangs/).waitFor()
  expect(await desk.locator('select').first().inputValue()).toBe(base)
  expect(await desk.locator('.fault').count()).toBe(0)
  const held = desk.locator('g.hold').and(desk.getByRole('button', { name: piece })).first()
  await held.waitFor()
  await sound(desk, `referee-${base}-at-a-real-table`)
  const before = await file()
  await held.focus()
  await desk.keyboard.press('ArrowUp')
  await expect.poll(file).not.toBe(before)
  await calm()
  const answers = await desk.locator('article').count()
  await desk.locator('#question-kind').selectOption(kind)
  await desk.locator('section').getByRole('button', { name: /^(Ask|Demander)$/ }).click()
  await expect.poll(() => desk.locator('article').count()).toBe(answers + 1)
  await calm()
  expect(await desk.locator('.fault').count()).toBe(0)
  expect(await desk.locator('article').first().locator('li').count()).toBeGreaterThan(0)
  await picture(desk, `referee-${base}-asked`)
  expect(complaints).toEqual([])
  await context.close()
})
