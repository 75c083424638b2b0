/** With the network cut after loading: the page starts, says so, keeps what was being typed, and sends it once. */
import { expect, it } from 'vitest'
import { picture, question, seated } from './table'

const { table, visit } = seated()

it('starts without a network, says so, and says what was typed once when it is back', async () => {
  const { page, context } = await visit({ serviceWorkers: 'allow' }, '#/new/line')
  await page.getByRole('button', { name: 'Start the battle' }).click()
  await page.evaluate(() => navigator.serviceWorker.ready)
  const kept = (): Promise<string[]> => page.evaluate(async () => (await (await caches.open('condotta')).keys()).map((one) => new URL(one.url).pathname))
  await expect.poll(async () => (await kept()).filter((one) => one.startsWith('/assets/')).length).toBeGreaterThan(10)
  await expect.poll(kept).toContain('/api/words/en')
  // nothing of a battle is among it
  expect((await kept()).filter((one) => one.startsWith('/api/'))).toEqual(['/api/words/en'])
  const said = page.locator('#say').first()
  await said.waitFor()
  const battle = page.url()

  await context.setOffline(true)
  await said.fill('We come by the left, Zoé')
  await page.reload()
  // the page itself comes from what was kept; the table does not answer
  await question(page).getByText('The line is cut').waitFor()
  await picture(page, 'offline')
  await page.goto(`${table.address}#/`)
  await page.getByText('The table does not answer', { exact: false }).first().waitFor()

  await context.setOffline(false)
  await page.goto(battle)
  await expect.poll(() => said.inputValue()).toBe('We come by the left, Zoé')
  await said.press('Enter')
  const told = page.locator('li[data-event]', { hasText: 'We come by the left, Zoé' })
  await told.first().waitFor()
  await expect.poll(() => said.inputValue()).toBe('')
  await page.reload()
  await told.first().waitFor()
  expect(await told.count()).toBe(1)
})
