/** A real table on a port of its own, and pages in a real browser that look at it. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createRequire } from 'node:module'
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Locator, type Page } from 'playwright-core'
import { afterAll, beforeAll, expect } from 'vitest'

const FLAGS = [
  '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
  '--disable-component-update', '--disable-sync',
]
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
/** Whether everything is tried: every theme, every phone, every page by axe; otherwise a part of it, each time the same. */
export const WHOLE = process.env['CONDOTTA_BROWSER'] === 'all'

export const THEMES = [
  { name: 'light', options: { colorScheme: 'light', locale: 'en-GB' } },
  { name: 'dark-fr', options: { colorScheme: 'dark', locale: 'fr-FR' } },
] as const
/** The themes in which a spec goes through its pages; `screens` goes through the lobby and a table in both each time. */
export const SOME_THEMES = WHOLE ? THEMES : THEMES.slice(0, 1)

export const PICTURES = process.env['CONDOTTA_PICTURES'] ?? ''

/** Where the program is that a table runs by itself. */
export const PROGRAM = join(import.meta.dirname, '../../../src')

export const PYTHON = process.env['CONDOTTA_PYTHON'] ?? join(import.meta.dirname, '../../../.venv/bin/python')

const told = new Map<string, string>()

/** What a script of the tests in Python writes into the file that it is given; it runs once. */
export function helped(script: string): string {
  const known = told.get(script)
  if (known !== undefined) return known
  const folder = mkdtempSync(join(tmpdir(), 'condotta-'))
  try {
    const file = join(folder, 'told')
    execFileSync(PYTHON, ['-P', join(import.meta.dirname, `../../../tests/browser/${script}.py`), file])
    const text = readFileSync(file, 'utf8')
    told.set(script, text)
    return text
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A table that a test opens, and may close and open again; or one that is open already. */
export class Table {
  address = ''
  private process: ChildProcess | null = null
  private readonly data = mkdtempSync(join(tmpdir(), 'condotta-'))
  private port = 0

  /** `program` is a folder with another copy of the package. */
  constructor(private readonly program = '') {}

  async open(): Promise<void> {
    const given = process.env['CONDOTTA_TABLE']
    if (given) {
      this.address = given
      return
    }
    const words = ['-P', '-m', 'condotta', 'play', '--no-browser', '--port', String(this.port), '--data', this.data]
    const env = this.program ? { ...process.env, PYTHONPATH: this.program } : process.env
    const child = spawn(PYTHON, words, { env, stdio: ['ignore', 'pipe', 'inherit'] })
    this.process = child
    this.address = await new Promise<string>((resolve, reject) => {
      let said = ''
      child.stdout.on('data', (chunk: Buffer) => {
        said += chunk.toString()
        const found = /open at (http:\/\/127\.0\.0\.1:(\d+)\/)/.exec(said)
        if (found?.[1]) {
          this.port = Number(found[2])
          resolve(found[1])
        }
      })
      child.on('exit', (code) => reject(new Error(`the table closed with ${code}: ${said}`)))
    })
  }

  /** As a power cut would: nothing is tidied up. */
  async kill(): Promise<void> {
    const child = this.process
    this.process = null
    if (!child) return
    const gone = new Promise((resolve) => child.once('exit', resolve))
    child.removeAllListeners('exit')
    child.once('exit', () => undefined)
    child.kill('SIGKILL')
    await Promise.race([gone, new Promise((resolve) => setTimeout(resolve, 2000))])
  }

  async close(): Promise<void> {
    await this.kill()
    rmSync(this.data, { recursive: true, force: true })
  }
}

/** What a page complained of, and what it asked of anybody but its table. */
export interface Watched {
  page: Page
  context: BrowserContext
  complaints: string[]
  strangers: string[]
}

export async function browser(): Promise<Browser> {
  return chromium.launch({ executablePath: process.env['CONDOTTA_CHROMIUM'] ?? '/usr/bin/chromium', args: FLAGS })
}

/** `pace` is how what others do is played out: at once and with nothing that slides, unless that is what is looked at. */
export async function visit(from: Browser, table: Table, options: BrowserContextOptions = {}, path = '', pace = 'once'): Promise<Watched> {
  // what a page keeps for itself would stand between a test and its table
  const context = await from.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-GB', serviceWorkers: 'block', reducedMotion: pace === 'once' ? 'reduce' : 'no-preference', ...options })
  await context.addInitScript((chosen) => localStorage.getItem('condotta.pace') ?? localStorage.setItem('condotta.pace', chosen), pace)
  const page = await context.newPage()
  const watched: Watched = { page, context, complaints: [], strangers: [] }
  page.on('pageerror', (error) => watched.complaints.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error' && !/WebSocket|Failed to load resource|net::ERR/.test(message.text())) watched.complaints.push(message.text())
  })
  page.on('request', (request) => {
    if (!request.url().startsWith(table.address) && !request.url().startsWith('data:')) watched.strangers.push(request.url())
  })
  await page.goto(`${table.address}?probe${path}`)
  return watched
}

/** What a file of tests has throughout: a table, and visits to it from one browser. */
export interface Seated {
  table: Table
  visit: (options?: BrowserContextOptions, path?: string, pace?: string) => Promise<Watched>
}

/** A table and a browser that are there before the first test of a file and gone after its last. */
export function seated(): Seated {
  const table = new Table()
  let from: Browser
  beforeAll(async () => {
    await table.open()
    from = await browser()
  })
  afterAll(async () => {
    await from.close()
    await table.close()
  })
  return { table, visit: (options = {}, path = '', pace = 'once') => visit(from, table, options, path, pace) }
}

/** Battles that are set up on that page roll dice that are known: what a test says hangs on no luck. */
export async function pinned(page: Page, seed = 'three'): Promise<void> {
  await page.route('**/api/battles', async (route) => {
    const request = route.request()
    if (request.method() !== 'POST') return route.continue()
    return route.continue({ postData: { ...(request.postDataJSON() as object), dice: 'seeded', seed } })
  })
}

/** The table says of itself that it is reached from the network too, as one that listens to it does. */
export async function reachable(page: Page): Promise<void> {
  await page.route('**/api/about', async (route) => {
    const answer = await route.fetch()
    return route.fulfill({ response: answer, json: { ...((await answer.json()) as object), addresses: ['http://192.0.2.7:8701/'] } })
  })
}

/** A battle from a log; at its seats sit these people, all of them at that page. */
export async function brought(page: Page, table: Table, log: string, players: Record<string, string>): Promise<void> {
  const battle = await page.evaluate(async ({ log: text, seats }) => {
    const post = async (where: string, type: string, body: string): Promise<Record<string, string>> => {
      // a door at which many have just tried their code lets the next one in a moment later
      for (let tried = 0; ; tried += 1) {
        const answer = await fetch(`/api/${where}`, { method: 'POST', headers: { 'content-type': type }, body })
        if (answer.status !== 429 || tried > 20) return answer.json() as Promise<Record<string, string>>
        await new Promise((resolve) => setTimeout(resolve, 1000))
      }
    }
    const { battle: made, code } = await post('import', 'application/x-ndjson', text)
    for (const [seat, player] of seats) await post('claims', 'application/json', JSON.stringify({ code, seat, player }))
    return made ?? ''
  }, { log, seats: Object.entries(players) })
  await page.goto(`${table.address}?probe#/battle/${battle}`)
  await question(page).waitFor()
}

export const question = (page: Page): Locator => page.locator('#question')
export const region = (page: Page, name: string | RegExp): Locator => page.getByRole('region', { name })

/** Enter answers the question again, and no longer what was clicked last. */
export async function lookUp(page: Page): Promise<void> {
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
}

/** Where the middle of the first such thing is, in pixels of the window. */
export async function middle(page: Page, what: string): Promise<[number, number]> {
  const box = (await page.locator(what).first().boundingBox())!
  return [box.x + box.width / 2, box.y + box.height / 2]
}

/** The page speaks another language from now on. */
export async function speak(page: Page, language: 'English' | 'Français'): Promise<void> {
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  await page.getByRole('button', { name: language }).click()
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
}

/** What is done on the way by whoever looks at a page on a phone: wait for what must be there, look about. */
interface OnThePhone { first?: () => Promise<void>; then?: () => Promise<void> }

/** What makes the page wider than its screen. */
export async function beyond(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth <= clientWidth) return []
    const wide = [...document.querySelectorAll<HTMLElement>('body *')].filter((one) => one.getBoundingClientRect().right > clientWidth + 1 && !one.closest('svg, .sr'))
    return [`${scrollWidth} of ${clientWidth}`, ...wide.slice(0, 8).map((one) => `${one.tagName} ${one.className} ${Math.round(one.getBoundingClientRect().right)}`)]
  })
}

/** Text that is cut off where nobody can scroll to the rest of it; what ends in an ellipsis too, unless its whole is told. */
export async function cut(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = []
    for (const one of document.querySelectorAll<HTMLElement>('body *')) {
      if (one.closest('svg, .sr, [hidden], [aria-hidden="true"]') || !one.checkVisibility()) continue
      const style = getComputedStyle(one)
      if (style.clipPath !== 'none') continue
      const [across, down] = [/hidden|clip/.test(style.overflowX), /hidden|clip/.test(style.overflowY)]
      if (!across && !down) continue
      const own = document.createRange()
      for (const node of one.childNodes) {
        if (node.nodeType !== Node.TEXT_NODE && !(node instanceof HTMLElement && getComputedStyle(node).display === 'inline')) continue
        if (!node.textContent?.trim()) continue
        own.selectNodeContents(node)
        const [text, box] = [own.getBoundingClientRect(), one.getBoundingClientRect()]
        const over = (across && text.right > box.right + 2) || (down && text.bottom > box.bottom + 4)
        if (over && !one.closest('[title]') && !one.title) found.push(`cut: ${one.tagName}.${one.className} “${one.innerText.slice(0, 50)}”`)
      }
    }
    return [...new Set(found)]
  })
}

/** Controls whose middle lies under something else once they are scrolled to, and texts that lie on each other. */
export async function covered(page: Page): Promise<string[]> {
  const found = await page.evaluate(() => {
    const said: string[] = []
    const [x, y] = [scrollX, scrollY]
    const called = (one: Element): string => `${one.tagName}.${String((one as HTMLElement).className)} “${((one as HTMLElement).innerText || one.getAttribute('aria-label') || '').trim().slice(0, 40)}”`
    // what lies open over the page covers it, and is looked at itself
    const modal = document.querySelector('dialog[open], .menu.card, .about')
    const all = [...(modal ?? document.body).querySelectorAll<HTMLElement>('button, a[href], input, select, summary, textarea')]
    for (const one of all) {
      if (!one.checkVisibility({ visibilityProperty: true }) || one.closest('svg, .sr, .skip, [inert]') || one.classList.contains('sr') || getComputedStyle(one).pointerEvents === 'none') continue
      one.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
      const box = one.getBoundingClientRect()
      if (box.width < 2 || box.height < 2) continue
      const [middleX, middleY] = [box.left + box.width / 2, box.top + box.height / 2]
      const there = document.elementFromPoint(middleX, middleY)
      if (!there) said.push(`out of sight: ${called(one)}`)
      else if (!one.contains(there) && !there.contains(one) && !there.closest('label')?.contains(one)) said.push(`covered: ${called(one)} by ${called(there)}`)
    }
    scrollTo(x, y)
    // texts in one layer: what is fixed or sticky may lie over what scrolls
    const layer = (one: Element): Element | null => {
      for (let up: Element | null = one; up; up = up.parentElement) if (/fixed|sticky/.test(getComputedStyle(up).position)) return up
      return null
    }
    const leaves: { one: Element; box: DOMRect; layer: Element | null }[] = []
    const walker = document.createTreeWalker(modal ?? document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement
      if (!node.textContent?.trim() || !parent || parent.closest('svg, .sr, script, style, select, textarea') || !parent.checkVisibility({ visibilityProperty: true })) continue
      const range = document.createRange()
      range.selectNodeContents(node)
      const clip = parent.closest('[class]')?.getBoundingClientRect()
      for (const box of range.getClientRects()) {
        if (box.width < 3 || box.height < 3 || (clip && (box.bottom > clip.bottom + 60 || box.top < clip.top - 60))) continue
        // what is scrolled out of its box is not seen
        let seen = true
        for (let up: Element | null = parent; up && seen; up = up.parentElement) {
          if (!/auto|scroll|hidden|clip/.test(getComputedStyle(up).overflow)) continue
          const frame = up.getBoundingClientRect()
          seen = box.bottom <= frame.bottom + 2 && box.top >= frame.top - 2 && box.left >= frame.left - 2 && box.right <= frame.right + 2
        }
        if (seen) leaves.push({ one: parent, box, layer: layer(parent) })
      }
    }
    for (let first = 0; first < leaves.length; first++)
      for (let second = first + 1; second < leaves.length; second++) {
        const [a, b] = [leaves[first]!, leaves[second]!]
        if (a.layer !== b.layer || a.one === b.one || a.one.contains(b.one) || b.one.contains(a.one)) continue
        const across = Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left)
        const down = Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top)
        if (across > 3 && down > Math.min(a.box.height, b.box.height) * 0.4) said.push(`overlap: ${called(a.one)} and ${called(b.one)}`)
      }
    return said
  })
  return [...new Set(found)]
}

/** A page on a phone, in the dark and in French, where axe objects to nothing; then wide. */
export async function worn(page: Page, name: string, { first, then }: OnThePhone = {}): Promise<void> {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.emulateMedia({ colorScheme: 'dark' })
  await speak(page, 'Français')
  await first?.()
  await page.waitForTimeout(300)
  expect(await axe(page), 'phone').toEqual([])
  expect(await beyond(page)).toEqual([])
  await picture(page, `${name}-phone-dark-fr`)
  await then?.()
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.evaluate(() => scrollTo(0, 0))
  await picture(page, `${name}-wide-dark-fr`)
}

/** The page is light and English again. */
export async function atHome(page: Page): Promise<void> {
  await speak(page, 'English')
  await page.emulateMedia({ colorScheme: 'light' })
}

interface Violation { id: string; nodes: { target: unknown; failureSummary?: string }[] }

let looked = 0
/** How many pages of a file axe looks at when the whole is not asked for: it takes longer than what is tested. */
const FEW = 2

/** Everything axe finds against a page, with where; of a file's pages the first few unless all are asked for. It is
 * brought once to each document. */
export async function axe(page: Page, every = WHOLE || process.env['CONDOTTA_SCREENS'] === 'all'): Promise<string[]> {
  looked += 1
  if (looked > FEW && !every) return []
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE)
  const found = await page.evaluate(async () => {
    const run = (window as unknown as { axe: { run: (where: Document, how: object) => Promise<{ violations: Violation[] }> } }).axe
    const { violations } = await run.run(document, { resultTypes: ['violations'] })
    return violations.map((one) => ({ id: one.id, nodes: one.nodes.map((node) => ({ target: node.target, failureSummary: node.failureSummary ?? '' })) }))
  })
  return found.flatMap((one) => one.nodes.slice(0, 3).map((node) => `${one.id}: ${String(node.target)} ${node.failureSummary}`))
}

/** Nothing lies on anything else, no text is cut, nothing sticks out, axe objects to nothing. */
export async function sound(page: Page, name: string): Promise<void> {
  await page.waitForTimeout(200)
  await picture(page, name)
  expect(await beyond(page), name).toEqual([])
  expect(await cut(page), name).toEqual([])
  expect(await covered(page), name).toEqual([])
  expect(await axe(page), name).toEqual([])
}

/** The screen in the hall: one of 1080 lines, and one that is smaller, darker and French. */
export const HALL = { width: 1920, height: 1080 }

/** How many players, turn cards and the code lie on one another, or beyond the screen in the hall. */
export const piled = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const boxes = [...document.querySelectorAll('.hall article, .hall .join, .hall .now > .board, .hall .card-of')].map((one) => one.getBoundingClientRect())
    const over = (a: DOMRect, b: DOMRect): boolean => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1
    const beneath = boxes.filter((box) => box.bottom > innerHeight + 1 || box.right > innerWidth + 1)
    return beneath.length + boxes.reduce((sum, box, index) => sum + boxes.slice(index + 1).filter((other) => over(box, other)).length, 0)
  })

/** The battle that a page is at, on the screen in the hall, looked at in both: no player lies under another or under the code. */
export async function inHall(page: Page, name: string): Promise<void> {
  await reachable(page)
  await page.setViewportSize(HALL)
  const there = page.url().replace(/#\/battle\/([\w-]+).*/, '#/battle/$1/screen')
  if (page.url() === there) await page.reload()
  else await page.goto(there)
  await page.getByRole('img', { name: /QR code of http:\/\/192\.0\.2\.7:8701\/#\/join\/\w+/ }).waitFor()
  await page.locator('.hall article .num').first().waitFor()
  await sound(page, `${name}-hall`)
  expect(await piled(page), name).toBe(0)
  await page.getByRole('button', { name: 'FR' }).click()
  await page.getByRole('button', { name: 'Sombre' }).click()
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByText('Rejoindre ou regarder').waitFor()
  await sound(page, `${name}-hall-dark-fr`)
  expect(await piled(page), name).toBe(0)
}

export async function picture(page: Page, name: string): Promise<void> {
  if (PICTURES) await page.screenshot({ path: join(PICTURES, `${name}.png`) })
}

/** What the page's own state is, as far as a test must wait for it. */
export interface Now {
  ended: boolean
  ask: string
  asked: number
  /** The first piece that the question is about. */
  about: string
  mine: boolean
  held: boolean
  judged: boolean
  refused: string[]
  turn: number
  events: number
  link: string
  sending: boolean
}

export async function now(page: Page): Promise<Now> {
  // a table that somebody goes to is loaded first
  if (!(await page.evaluate(() => 'table' in window))) await page.waitForFunction(() => 'table' in window)
  return page.evaluate(() => {
    const table = (window as unknown as { table: Record<string, never> }).table as never as {
      now: { position: { ended: unknown; turn: number } }
      ask: { window: string; id: number; about?: string[] } | null
      hand: { held: { judged: boolean } | null }
      talk: { refused: { reasons: { key: string }[] } | null; sending: boolean }
      chronicle: { events: unknown[] }
      line: { link: string }
    }
    return {
      ended: table.now.position.ended !== null,
      ask: table.ask?.window ?? '',
      asked: table.ask?.id ?? 0,
      about: table.ask?.about?.[0] ?? '',
      mine: table.ask !== null,
      held: table.hand.held !== null,
      judged: table.hand.held?.judged ?? false,
      refused: table.talk.refused?.reasons.map((reason) => reason.key) ?? [],
      turn: table.now.position.turn,
      events: table.chronicle.events.length,
      link: table.line.link,
      sending: table.talk.sending,
    }
  })
}

/** Until that is asked of the page, without an answer to anything else. */
export async function asked(page: Page, window: string): Promise<void> {
  await page.waitForFunction((wanted) => (globalThis as unknown as { table: { ask: { window: string } | null } }).table.ask?.window === wanted, window)
}

/** Answer with Enter, the suggested answer, until something else is to be done. */
export async function play(pages: readonly Page[], until: (now: Now) => boolean, seconds = 110): Promise<Now> {
  const end = Date.now() + seconds * 1000
  let last: Now | null = null
  while (Date.now() < end) {
    for (const page of pages) {
      const state = await now(page)
      last = state
      if (until(state)) return state
      if (state.refused.length) throw new Error(`refused: ${state.refused.join()} at ${state.ask}`)
      if (state.mine && !state.sending && (!state.held || state.judged)) await page.keyboard.press('Enter')
    }
    await new Promise((resolve) => setTimeout(resolve, 60))
  }
  throw new Error(`not there after ${seconds} s: ${JSON.stringify(last)}`)
}
