/** A seat changes hands in sight of all: why it cannot be given away now, when it can, who agrees, who has seen its secrets. */
import { expect, it } from 'vitest'
import type { Page } from 'playwright-core'
import { axe, beyond, now, picture, play, seated, type Watched } from './table'

const { visit } = seated()

let aude: Watched
let bren: Watched
let battle = ''

const log = (page: Page, says: string): Promise<void> => page.getByRole('region', { name: 'Log' }).getByText(says).first().waitFor()
const door = (page: Page): Promise<unknown> => page.evaluate((id) => (location.hash = `#/room/${id}`), battle)
const table = (page: Page): Promise<unknown> => page.evaluate((id) => (location.hash = `#/battle/${id}`), battle)

it('says of a seat whose holder is here why it is not given away, and asks him', async () => {
  aude = await visit()
  battle = await aude.page.evaluate(async () => {
    const seats = [{ held_by: 'you', player: 'Aude' }, { held_by: 'open' }]
    const wanted = { scenario: 'line', title: 'Hands', seats, dice: 'committed', absence: 60 }
    const answer = await fetch('/api/battles', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(wanted) })
    return ((await answer.json()) as { battle: string }).battle
  })
  bren = await visit({}, `#/room/${battle}`)
  await bren.page.getByLabel('Your name').fill('Bren')
  await bren.page.getByRole('button', { name: 'Take this seat' }).click()
  await table(aude.page)
  await expect.poll(async () => (await now(aude.page)).mine || (await now(bren.page)).mine).toBe(true)
  const first = (await now(aude.page)).mine ? aude.page : bren.page
  await play([first], (state) => !state.mine)
  await door(aude.page)
  await aude.page.getByRole('button', { name: 'Give the seat to another' }).click()
  await aude.page.getByText('Bren is here and keeps this seat, unless Bren leaves it or everybody who plays agrees. Once Bren has been gone for 1 minute you may give it to another.').waitFor()
  await picture(aude.page, 'seats-here')
  expect(await axe(aude.page)).toEqual([])
  await aude.page.getByRole('button', { name: 'Ask the others: to a bot' }).click()
  await aude.page.getByText('Aude asks whether Blue may go to a bot (Steward).').waitFor()
  await bren.page.getByText('Aude asks whether Blue may go to a bot (Steward).').waitFor()
  await picture(bren.page, 'seats-asked')
  expect(await axe(bren.page)).toEqual([])
  await bren.page.getByRole('button', { name: 'No, it stays' }).click()
  for (const { page } of [aude, bren]) await expect.poll(() => page.getByText('Aude asks whether').count()).toBe(0)
})

it('counts an absence down for all, and then gives the seat away with a line that everybody reads', async () => {
  await bren.page.evaluate(() => (location.hash = '#/'))
  await aude.page.getByText(/^away for 0:\d\d$/).waitFor()
  await aude.page.getByRole('button', { name: 'Give the seat to another' }).click()
  await aude.page.getByText(/^Bren is away\. In 0:\d\d you may give this seat to another\.$/).waitFor()
  expect(await aude.page.getByRole('button', { name: 'Give to a bot' }).isDisabled()).toBe(true)
  await picture(aude.page, 'seats-away')
  expect(await axe(aude.page)).toEqual([])
  await aude.page.setViewportSize({ width: 390, height: 844 })
  expect(await beyond(aude.page)).toEqual([])
  await picture(aude.page, 'seats-away-phone')
  await aude.page.setViewportSize({ width: 1440, height: 900 })
  await aude.page.getByText(/^Bren has been away for 1:\d\d: you may give this seat to another\./).waitFor({ timeout: 90_000 })
  await aude.page.getByRole('button', { name: 'Give to a bot' }).click()
  await aude.page.getByText(/^Bren has seen what Blue hides, up to turn \d+\.$/).waitFor()
  await picture(aude.page, 'seats-given')
  await table(aude.page)
  await log(aude.page, 'Bren has been away for 1 minute: Aude gives Blue to a bot (Steward).')
}, 180_000)

it('gives a seat back to who left it, by one press', async () => {
  await door(bren.page)
  await bren.page.getByRole('button', { name: 'Take my seat back' }).click()
  await log(bren.page, 'Bren takes Blue back from a bot (Steward).')
  await log(aude.page, 'Bren takes Blue back from a bot (Steward).')
  await picture(aude.page, 'seats-back')
  expect(await aude.page.getByText('has seen what').count()).toBe(0)
  expect([...aude.complaints, ...bren.complaints]).toEqual([])
})
