/** Battle cards at the table: the tray, forms, obstacles, a dismount; what others must not see. */
import { expect, it } from 'vitest'
import type { Page } from 'playwright-core'
import { atHome, axe, lookUp, now, picture, play, question, seated, worn, type Watched } from './table'

const { table, visit } = seated()
let red: Watched
let blue: Watched

/** Horse that may get off in the battle, and two obstacles. */
const LOW_COUNTRIES = {
  label: 'Low Countries', armyListId: '5fb1b9e8e1af060017709c86', armyListName: 'Later Low Countries', gameSize: 'standard', year: 1450, variant: null, contingents: [],
  stands: { 'main/t1': { BAD: 1, KNT: 1 }, 'main/t2': { KNT: 1 }, 'main/t3': { ARC: 1 }, 'main/t4': { PIK: 8 }, 'main/t7': { ART: 1 }, 'main/t8': { HRD: 1 } },
  general: { option: 'main/t1', troopTypeCode: 'KNT' }, armyCards: [{ code: 'MD', count: 1 }, { code: 'PD', count: 2 }], troopCards: [],
}
/** A horde that seems to be two stands of hoplites. */
const SYRACUSE = {
  label: 'Agathokles', armyListId: '5fb1b9dce1af06001770954f', armyListName: 'Syracusan', gameSize: 'standard', year: -309, variant: 'agathokles-africa', contingents: [],
  stands: { 'main/t1': { JCV: 1 }, 'main/t3': { HFT: 8 }, 'main/t4': { LFT: 2 }, 'main/t6': { SKM: 1 }, 'main/t9': { HRD: 2 }, 'main/t5': { WRR: 1 }, 'main/t8': { ART: 1 } },
  general: { option: 'main/t1', troopTypeCode: 'JCV' }, armyCards: [{ code: 'DC', count: 1 }], troopCards: [{ code: 'HD', option: 'main/t3', stands: 8 }],
}

async function ask<T>(page: Page, path: string, body: object): Promise<T> {
  return page.evaluate(
    async ([where, what]) => {
      const answer = await fetch(where as string, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(what) })
      if (!answer.ok) throw new Error(await answer.text())
      return answer.json() as Promise<never>
    },
    [`/api/${path}`, body] as const,
  )
}
const cards = (page: Page, name: string) => page.getByRole('region', { name })
/** The types of the pieces that a page knows, and what it knows to be behind them. */
const known = (page: Page): Promise<{ id: string; type: string; truth: string; marks: string[]; areas: string[] }[]> =>
  page.evaluate(() => {
    const { table: one } = window as unknown as { table: { now: { position: { pieces: Map<string, { id: string; type: string; truth?: string; marks?: { name: string }[] }>; areas: { kind: string }[] } } } }
    const areas = one.now.position.areas.map((area) => area.kind)
    return [...one.now.position.pieces.values()].map(({ id, type, truth, marks }) => ({ id, type, truth: truth ?? '', marks: (marks ?? []).map((mark) => mark.name), areas }))
  })

/** The same on a phone, in the dark and in French. */
async function abroad(page: Page): Promise<void> {
  await worn(page, 'cards', {
    first: async () => {
      await page.getByRole('button', { name: /^Montrer/ }).first().click()
      await page.getByText('Vous pouvez aussi').waitFor()
    },
    then: async () => {
      await cards(page, 'Cartes de bataille : Aude').scrollIntoViewIfNeeded()
      await picture(page, 'cards-phone-tray-dark-fr')
    },
  })
  await atHome(page)
  await page.getByRole('button', { name: /^Show/ }).first().click()
}

it('lays the cards of both beside the board, open to everybody', async () => {
  red = await visit()
  const made = await ask<{ battle: string; code: string }>(red.page, 'battles', {
    seats: [{ seat: 'red', held_by: 'you', player: 'Aude', roster: LOW_COUNTRIES }, { seat: 'blue', held_by: 'open', roster: SYRACUSE }], dice: 'seeded', seed: 'cards',
  })
  blue = await visit()
  await ask(blue.page, 'claims', { code: made.code, seat: 'blue', player: 'Bren' })
  for (const { page } of [red, blue]) await page.goto(`${table.address}?probe#/battle/${made.battle}`)
  await cards(red.page, 'Battle cards of Aude').getByText('Mid-Battle Dismounting').waitFor()
  const theirs = cards(red.page, 'Battle cards of Bren')
  await theirs.getByText('Battle cards of Bren').click()
  await theirs.getByText('Deceptive Deployment').waitFor()
  await theirs.getByText('At work').first().waitFor()
  await cards(blue.page, 'Battle cards of Bren').getByText('Hoplite Deep Formation').waitFor()
  await lookUp(red.page)
})

it('takes a form, and lays an obstacle where it is legal', async () => {
  const { page } = red
  await play([page, blue.page], (state) => state.mine && /troops$/.test(state.ask) && state.ask !== 'rest of the troops' && !state.held, 40)
  for (let turns = 0; turns < 9 && !/^(centre|all) troops$/.test((await now(page)).ask); turns += 1) await play([blue.page], (state) => !state.mine, 30)
  const mine = cards(page, 'Battle cards of Aude')
  await mine.locator('.now').getByText('Prepared Defenses').waitFor()
  // a form of a stand: on foot, and back
  await mine.locator('.now', { hasText: 'Mid-Battle Dismounting' }).getByRole('button', { name: /^Show/ }).click()
  await question(page).getByRole('button', { name: /^On foot/ }).click()
  await expect.poll(async () => (await known(page)).filter((piece) => piece.id.startsWith('R') && piece.type === 'KNT').length).toBe(0)
  await question(page).getByRole('button', { name: /^Mounted/ }).click()
  await expect.poll(async () => (await known(page)).filter((piece) => piece.id.startsWith('R') && piece.type === 'KNT').length).toBe(2)
  await picture(page, 'cards-setting-out')
  // a legal place for one stand, and the next
  await question(page).getByRole('group', { name: 'Beside the board' }).getByRole('button', { name: /^Archers/ }).click()
  await question(page).getByRole('button', { name: 'Show a legal place' }).click()
  await question(page).getByText('Legal.', { exact: true }).waitFor()
  await picture(page, 'cards-place')
  await page.keyboard.press('Escape')
  // an obstacle: refused off its ground, legal on it
  await page.keyboard.press('Escape')
  await question(page).getByRole('button', { name: 'Lay an obstacle' }).click()
  await question(page).getByText('Legal.', { exact: true }).waitFor()
  const ghost = (await page.locator('.ghost .base').boundingBox())!
  await page.mouse.move(ghost.x + ghost.width / 2, ghost.y + ghost.height / 2)
  await page.mouse.down()
  await page.mouse.move(ghost.x, ghost.y - 60, { steps: 4 })
  await page.mouse.move(ghost.x, ghost.y - 120, { steps: 4 })
  await page.mouse.up()
  await question(page).getByText('Not legal.').waitFor()
  expect(await question(page).innerText()).toMatch(/within 12\.0 MU of the own base edge/)
  expect(await axe(page), 'refused').toEqual([])
  await page.keyboard.press('Escape')
  await question(page).getByRole('button', { name: 'Lay an obstacle' }).click()
  await question(page).getByText('Legal.', { exact: true }).waitFor()
  await picture(page, 'cards-obstacle')
  await page.keyboard.press('Enter')
  await mine.getByText('1 of 2 left').waitFor()
  for (const one of [red, blue]) await expect.poll(async () => (await known(one.page))[0]?.areas).toContain('obstacle')
  expect(await axe(page), 'setting out').toEqual([])
})

it('keeps a masquerade for whoever set it out, until he reveals it', async () => {
  await lookUp(red.page)
  await play([red.page, blue.page], (state) => state.ask === 'movement' && state.mine && !state.held, 90)
  const false_ = (await known(blue.page)).filter((piece) => piece.truth)
  expect(false_.length).toBeGreaterThan(0)
  expect((await known(red.page)).some((piece) => piece.truth)).toBe(false)
  const id = false_[0]!.id
  await blue.page.locator(`[data-piece="${id}"]`).click()
  await question(blue.page).getByText('Your secret').waitFor()
  await picture(blue.page, 'cards-secret')
  await red.page.locator(`[data-piece="${id}"]`).click()
  await red.page.waitForTimeout(300)
  const told = await red.page.evaluate(() => document.body.outerHTML)
  expect(told).not.toMatch(/secret/)
  // to others it looks like the real thing beside it: the same drawing, the same words
  const real = (await known(blue.page)).find((piece) => piece.type === false_[0]!.type && !piece.truth)!.id
  const drawn = async (name: string): Promise<string> => (await red.page.locator(`[data-piece="${name}"]`).innerHTML()).replaceAll(name, '').replace(/<path class="(chosen|focus|last)[^>]*><\/path>/g, '')
  await red.page.keyboard.press('Escape')
  expect((await drawn(id)).replace(/-?\d+(\.\d+)?/g, '')).toBe((await drawn(real)).replace(/-?\d+(\.\d+)?/g, ''))
})

it('offers the acts of a movement phase, with why not', async () => {
  for (const [page, name] of [[red.page, 'Dismount'], [blue.page, 'Reveal']] as const) {
    for (const { page: one } of [red, blue]) await lookUp(one)
    const there = async (): Promise<boolean> => {
      const state = await now(page)
      return state.mine && state.ask === 'movement' && !state.held
    }
    while (!(await there())) {
      const before = (await now(page)).events
      await play([red.page, blue.page], (state) => state.events > before, 30)
    }
    const seat = page === red.page ? 'Aude' : 'Bren'
    const card = cards(page, `Battle cards of ${seat}`).locator('.now')
    await card.first().waitFor()
    await card.getByRole('button', { name: /^Show/ }).first().click()
    expect(await axe(page), name).toEqual([])
    await picture(page, `cards-${name}`)
    if (name === 'Dismount') await abroad(page)
    await question(page).getByRole('button', { name: new RegExp(`^${name}`) }).first().click()
    if (name === 'Dismount') await expect.poll(async () => (await known(blue.page)).filter((piece) => /^R\d/.test(piece.id) && /KNT|BAD/.test(piece.type)).length).toBeLessThan(3)
    else await expect.poll(async () => (await known(page)).filter((piece) => piece.truth).length).toBe(0)
  }
  await red.page.locator('.ear').first().waitFor({ state: 'attached' })
  for (const watched of [red, blue]) {
    expect(watched.complaints).toEqual([])
    expect(watched.strangers).toEqual([])
  }
})
