/**
 * Film strips: one whole turn of a bot, a picture a beat. Whoever reads one knows what happened:
 * every line of the story is shown, with its dice, where one looks, at both sizes of screen.
 *
 * Two are made each time; with CONDOTTA_STRIPS=all every game is, wide and on a phone. With
 * CONDOTTA_PICTURES set to a folder the pictures are kept there.
 */
import { expect, it } from 'vitest'
import type { Page } from 'playwright-core'
import { now, PICTURES, picture, pinned, play, seated } from './table'

const { visit } = seated()
const WIDE = { width: 1440, height: 900 }
const PHONE = { width: 390, height: 844 }
const GAMES: Readonly<Record<string, RegExp>> = {
  'triumph': /^TRIUMPH!/, 'grand': /^GRAND TRIUMPH!/, 'ranked': /^Ranked battles/, 'skirmish': /^Skirmish battles/,
  'treachery': /^Triumph and Treachery over ranked/, 'treachery-triumph': /^Triumph and Treachery over TRIUMPH/,
  'carnage': /^Carnage over skirmish/, 'carnage-ranked': /^Carnage over ranked/,
}
const every = process.env['CONDOTTA_STRIPS'] === 'all'
const strips = Object.keys(GAMES).flatMap((game) => [[game, 'wide'], [game, 'phone']] as const).filter(([game, size]) => every || `${game} ${size}` === 'ranked wide' || `${game} ${size}` === 'triumph phone')
const MOST = 260
const LEAST = 3

interface Frame { eye: number; behind: boolean; turn: number; active: string; text: string; dice: number; thrown: number; deeds: number; arrows: number; wide: number; bar: boolean }

/** What the page shows at this moment, and how many dice its beat has. */
const frame = (page: Page): Promise<Frame> =>
  page.evaluate(() => {
    const { table } = window as unknown as { table: { at: number; position: { turn: number; active: readonly string[]; pieces: Map<string, { id: string; command?: string; place: string; pose?: unknown }> }; showing: { behind: boolean; dice: (beat: unknown) => readonly { pips: number[] }[]; last: (at: number) => { deed: { by: string; to: readonly string[] } | null; dice: { pips: number[] }[]; tallies: { who: string; die: number; parts: unknown[] }[] } | null } } }
    const beat = table.showing.last(table.at)
    const totals = (beat?.tallies ?? []).filter((tally) => tally.die || tally.parts.length)
    const sums = totals.length > 1 && totals[0]!.who !== totals[1]!.who
    // what is done is drawn where both still stand: a piece, the models of a unit, or the body that it has joined
    const all = [...table.position.pieces.values()]
    const stands = (id: string): boolean => all.some((one) => one.id === id && (one.pose || (one.place === 'table' && all.some((body) => body.id === one.command && body.pose)))) || all.some((one) => one.command === id && one.place === 'table' && one.pose)
    return {
      eye: table.at, behind: table.showing.behind, turn: table.position.turn, active: table.position.active.join(),
      text: document.querySelector<HTMLElement>('.happening .text')?.innerText.trim() ?? '',
      dice: document.querySelectorAll('.happening .die').length,
      deeds: beat?.deed && stands(beat.deed.by) ? beat.deed.to.filter(stands).length : 0,
      wide: document.querySelector<SVGSVGElement>('svg.board')?.viewBox.baseVal.width ?? 0,
      bar: scrollY < 30,
      arrows: document.querySelectorAll('.deed line:not(.halo)').length,
      thrown: sums ? totals.slice(0, 2).filter((tally) => tally.die).length : (beat ? table.showing.dice(beat) : []).slice(-4).reduce((sum, thrown) => sum + Math.min(24, thrown.pips.length), 0),
    }
  })

/** The story between two moments, as it was told; what one does oneself is not played out to oneself. */
const told = (page: Page, from: number, to: number): Promise<string[]> =>
  page.evaluate(([first, last]) => (window as unknown as { table: { lines: readonly { level: number; event: number; text: string; kind: string; seat: string }[] } }).table.lines.filter((line) => line.level === 1 && line.event > first! && line.event <= last! && !(line.kind === 'move' && line.seat === 'red')).map((line) => line.text), [from, to])

it.each(strips)('shows a whole turn of a bot: %s, %s', async (game, size) => {
  const { page, complaints, context } = await visit({}, '#/new')
  await pinned(page, `strip ${game}`)
  await page.getByRole('radio', { name: GAMES[game]! }).check({ force: true })
  await page.getByRole('button', { name: 'Start the battle' }).click()
  await page.locator('#question h2').waitFor()
  await play([page], (state) => state.turn > 1, 200)
  // from here on one goes by hand from beat to beat
  await page.evaluate(() => localStorage.setItem('condotta.pace', 'step'))
  await page.setViewportSize(size === 'wide' ? WIDE : PHONE)
  await page.reload()
  await page.locator('#question h2').waitFor()
  const strip: Frame[] = []
  let begun = 0
  /** Whether the turn was seen to its end: another began, or the battle was over. */
  let whole = false
  const turnOf = (one: Frame): string => `${one.turn} ${one.active}`
  for (const end = Date.now() + 420_000; !whole && Date.now() < end && strip.length < MOST; ) {
    const here = await frame(page)
    if ((await now(page)).ended && !here.behind) {
      whole = strip.length > 0
      break
    }
    if (here.behind) {
      // by key where there is one, by a finger on a phone
      if (size === 'wide') await page.keyboard.press('.')
      else await page.locator('#question').getByRole('button', { name: /^One on/ }).click()
      await page.waitForFunction((eye) => (window as unknown as { table: { at: number } }).table.at > eye, here.eye)
      const shown = await frame(page)
      // a strip begins with the turn, and ends with it
      const others = turnOf(shown) !== turnOf(here) && !!shown.active && !shown.active.split(',').includes('red')
      if (strip.length) whole = turnOf(shown) !== turnOf(strip[0]!)
      else if (!others) continue
      // of a turn in which nothing can be done there is nothing to read: the next one is looked at
      if (whole && strip.length < LEAST) {
        whole = false
        strip.length = 0
        if (!others) continue
      }
      if (whole) break
      if (!strip.length) begun = here.eye
      await page.waitForTimeout(size === 'phone' ? 350 : 120)
      // a picture shows where all have come to, and every die as it lies
      if (PICTURES) await page.waitForFunction(() => document.getAnimations().every((one) => one.playState !== 'running'), null, { timeout: 2500 }).catch(() => undefined)
      strip.push(await frame(page))
      await picture(page, `strip-${game}-${size}-${String(strip.length).padStart(3, '0')}`)
    } else if ((await now(page)).mine) {
      // once for each question, as Enter does it: while something is played out that would show all of it
      const { events, held } = await now(page)
      await page.evaluate(() => {
        if (!(window as unknown as { table: { showing: { behind: boolean } } }).table.showing.behind) document.querySelector<HTMLElement>('#question .btn.go')?.click()
      })
      await page.waitForFunction(([known, inHand]) => {
        const { table } = window as unknown as { table: { chronicle: { events: unknown[] }; hand: { held: { judged: boolean } | null } } }
        return table.chronicle.events.length > (known as number) || (!inHand && table.hand.held?.judged)
      }, [events, held] as const, { timeout: 8000 }).catch(() => undefined)
    } else await page.waitForTimeout(30)
  }
  expect([whole, strip.length >= LEAST]).toEqual([true, true])
  const captions = strip.map((one) => one.text)
  expect(captions.filter((text) => !text || /undefined|null|[{}_]|\b[a-z]+\.[a-z0-9]+[.-]/.test(text))).toEqual([])
  for (const one of strip) expect([one.text, one.dice]).toEqual([one.text, one.thrown])
  for (const one of strip) expect([one.text, one.arrows >= one.deeds]).toEqual([one.text, true])
  // where no shot and no blow fell there is nothing to draw: in games of models something always does
  if (/ranked|skirmish|^carnage$/.test(game)) expect(strip.filter((one) => one.deeds).length).toBeGreaterThan(0)
  const story = await told(page, begun, strip.at(-1)!.eye)
  expect(story.length).toBeGreaterThan(2)
  const read = captions.join('\n')
  expect(story.filter((line) => !read.includes(line))).toEqual([])
  if (size === 'phone') {
    const map = (await page.locator('.map').boundingBox())!
    expect(map.height).toBeGreaterThanOrEqual(PHONE.height / 2)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width)
    // whose turn it is stays in sight: the page goes down only to whom the sheet at its foot would hide, and back
    expect(strip.slice(strip.length >> 1).some((one) => one.bar)).toBe(true)
    // where single models fight the map comes near to whom it is done, and goes back for what follows
    if (/skirmish|^carnage$/.test(game)) {
      const wide = Math.max(...strip.map((one) => one.wide))
      const near = strip.map((one) => one.wide < 0.75 * wide)
      expect([strip.some((one, at) => one.deeds && near[at]), near.some((one, at) => one && near.slice(at).includes(false))]).toEqual([true, true])
    }
  }
  expect(complaints).toEqual([])
  await context.close()
}, 600_000)
