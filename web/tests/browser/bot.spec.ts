/** From the armies to the last stand against a bot, as a newcomer does it; and ninety stands. */
import { expect, it } from 'vitest'
import { picture, play, seated, WHOLE } from './table'

const { visit } = seated()

it('is played from setting up to the end', async () => {
  const { page, complaints, context } = await visit({}, '#/new')
  await page.getByRole('button', { name: 'Start the battle' }).click()
  await page.locator('#question h2').waitFor()
  await play([page], (state) => state.ask === 'all troops' || state.turn > 0)
  await picture(page, 'deploy')
  await play([page], (state) => state.ended, 220)
  await page.getByText('The battle is over').waitFor()
  await picture(page, 'battle-ended')
  expect(complaints).toEqual([])
  await context.close()
})

it('goes through the setting up of a large battle by suggestions', async () => {
  const { page, complaints, context } = await visit({}, '#/new')
  await page.getByText('GRAND TRIUMPH!').click()
  await page.getByRole('button', { name: 'Start the battle' }).click()
  await page.locator('#question h2').waitFor()
  await play([page], (state) => state.ask === 'commands', 60)
  await play([page], (state) => state.turn >= 1, 110)
  await picture(page, 'grand')
  expect(complaints).toEqual([])
  await context.close()
})

it.runIf(WHOLE)('drags one of ninety stands at sixty frames a second', async () => {
  const { page, context } = await visit({}, '#/new/first')
  await page.getByRole('button', { name: 'Start the battle' }).click()
  await page.locator('[data-piece="R1"]').waitFor()
  await page.evaluate(() => {
    const state = (window as unknown as { table: { line: { leave: () => void }; forget: () => void; take: (events: object[], lines: object[]) => void; you: string[] } }).table
    state.line.leave()
    const shape = { kind: 'rectangle', width: 20_000, depth: 10_000 }
    const stand = (index: number): object => {
      const [seat, letter, row] = index % 2 ? ['blue', 'B', 200_000] : ['red', 'R', 100_000]
      const [column, rank] = [Math.floor(index / 2) % 22, Math.floor(index / 44)]
      const pose = [30_000 + 20_000 * column, Number(row) - 12_000 * rank, 0, index % 2 ? -1_000_000 : 1_000_000]
      return { kind: 'Mustered', piece: { kind: 'Piece', id: `${letter}${Math.floor(index / 2) + 1}`, type: 'HFT', owner: seat, controller: seat, army: letter, command: letter, shape, place: 'table', pose } }
    }
    const chairs = ['red', 'blue'].map((seat) => ({ kind: 'Chair', seat, side: seat }))
    state.forget()
    state.take([
      { kind: 'Began', board: { kind: 'Board', width: 480_000, depth: 320_000 }, chairs },
      ...Array.from({ length: 90 }, (_, index) => stand(index)),
      { kind: 'Entered', turn: 1, phase: 'movement', active: ['red'] },
      { kind: 'Asked', ask: { kind: 'Ask', seat: 'red', window: 'movement', clause: 'TC-4.4', options: ['end'], says: ['Move'], id: 1 } },
    ], [])
  })
  await page.waitForFunction(() => document.querySelectorAll('[data-piece]').length === 90)
  const box = (await page.locator('[data-piece="R5"] .base').boundingBox())!
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x, y - 30, { steps: 3 })
  // how long the page works on one move of the finger, until it could be painted
  const work = await page.evaluate(async ([fromX, fromY]) => {
    const svg = document.querySelector('svg.board')!
    const spent: number[] = []
    for (let step = 0; step < 120; step++) {
      const begun = performance.now()
      const [clientX, clientY] = [fromX! + (step % 40), fromY! - 40 - (step % 60)]
      svg.dispatchEvent(new PointerEvent('pointermove', { clientX, clientY, pointerId: 1, bubbles: true, buttons: 1 }))
      await Promise.resolve()
      svg.getBoundingClientRect()
      spent.push(performance.now() - begun)
      await new Promise((done) => requestAnimationFrame(done))
    }
    return spent.sort((one, other) => one - other)
  }, [x, y])
  await page.mouse.up()
  await expect.poll(() => page.locator('.ghost').count()).toBe(1)
  // half a frame's time as a rule; other work on the machine may cost one frame now and then
  expect(work[60]).toBeLessThan(10)
  expect(work[108]).toBeLessThan(33)
  await context.close()
})
