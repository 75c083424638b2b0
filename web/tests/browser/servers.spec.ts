/**
 * Two servers over one PostgreSQL are killed without warning, in turn, while four browsers play one battle: nobody
 * sees a gap or a repeat, and what each page has put together is what a page puts together that comes anew.
 *
 * CONDOTTA_KILLS=20 kills twenty times; by itself it is twice.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { createServer, connect, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import type { Browser, Page, WebSocket } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { browser, now, picture, PROGRAM, PYTHON, Table, visit, type Watched } from './table'

const KILLS = Number(process.env['CONDOTTA_KILLS'] ?? '2')
const ROOT = join(import.meta.dirname, '../../..')
const ENV = { ...process.env, PYTHONPATH: `${ROOT}:${PROGRAM}` }
/** In so long everybody must have heard more after a kill, and each step before and after it must be done. */
const LONG = 90_000
const PEOPLE = ['Aude', 'Bren', 'Cleo', 'Dani'] as const
const ROSTERS = ['syracusan-310-bc-any-other', 'midianites-and-early-arabs-906-bc', 'later-sargonid-assyrian-645-bc', 'celtiberians-130-bc']

/** What a process says on its first lines, once it matches. */
function said(child: ChildProcess, wanted: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    child.stdout!.on('data', (chunk: Buffer) => {
      text += chunk.toString()
      const found = wanted.exec(text)
      if (found?.[1]) resolve(found[1])
    })
    child.once('exit', (code) => reject(new Error(`it ended with ${code}: ${text}`)))
  })
}

/** A server that may be killed, and is begun again where it was. */
class Killed {
  port = 0
  private process: ChildProcess | null = null

  async start(base: string): Promise<void> {
    const words = ['-P', '-m', 'condotta', 'serve', '--store', base, '--port', String(this.port), '--workers', '1']
    this.process = spawn(PYTHON, words, { env: ENV, stdio: ['ignore', 'pipe', 'inherit'] })
    this.port = Number(await said(this.process, /open at http:\/\/127\.0\.0\.1:(\d+)\//))
  }

  async kill(): Promise<void> {
    const child = this.process
    this.process = null
    if (!child) return
    const gone = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGKILL')
    await gone
  }
}

/** What stands before the servers, as plain as it can be: each line goes to the next server that takes it. */
class Proxy {
  port = 0
  private turn = 0
  private readonly listening: Server
  private readonly lines = new Set<Socket>()

  constructor(private readonly servers: readonly Killed[]) {
    this.listening = createServer((line) => this.lead(line, this.servers.length))
  }

  async open(): Promise<void> {
    await new Promise<void>((resolve) => this.listening.listen(0, '127.0.0.1', resolve))
    this.port = (this.listening.address() as { port: number }).port
  }

  private lead(line: Socket, tries: number): void {
    if (!tries) return void line.destroy()
    const { port } = this.servers[(this.turn += 1) % this.servers.length]!
    const there = connect(port, '127.0.0.1')
    there.once('connect', () => {
      this.lines.add(line)
      there.removeAllListeners('error')
      for (const [one, other] of [[line, there], [there, line]] as const) {
        one.pipe(other)
        one.on('error', () => other.destroy())
        one.on('close', () => other.destroy())
      }
      line.once('close', () => this.lines.delete(line))
    })
    there.once('error', () => this.lead(line, tries - 1))
  }

  close(): void {
    for (const line of this.lines) line.destroy()
    this.listening.close()
  }
}

/** Somebody at the table, and all that came to the page in the order in which it came. */
class Person {
  readonly heard: object[] = []
  readonly wrong: string[] = []
  calls = 0
  commands = 0

  constructor(readonly watched: Watched, readonly name: string, readonly seat: string) {
    watched.page.on('websocket', (line) => this.listen(line))
  }

  get page(): Page {
    return this.watched.page
  }

  private listen(line: WebSocket): void {
    this.calls += 1
    line.on('framesent', ({ payload }) => {
      if (payload.toString().includes('"kind":"command"')) this.commands += 1
    })
    line.on('framereceived', ({ payload }) => {
      const message = JSON.parse(payload.toString()) as { kind: string; from: number; events: object[]; events_from: number; set_back: boolean }
      const next = this.heard.length + 1
      if (message.kind === 'welcome' && (message.events_from !== next || message.set_back)) this.wrong.push(`told again from ${message.events_from}, ${next} was to come`)
      if (message.kind === 'events') {
        if (message.from !== next) this.wrong.push(`heard ${message.from}, ${next} was to come`)
        this.heard.push(...message.events)
      }
    })
  }
}

/** What a page has put together, and how much it has heard. */
const folded = (page: Page): Promise<{ events: number; now: string }> =>
  page.evaluate(() => {
    const { table } = window as unknown as { table: { chronicle: { events: unknown[] }; now: { position: object; asks: unknown } } }
    const plain = (_: string, value: unknown): unknown => (value instanceof Map ? [...value.entries()] : value instanceof Set ? [...value] : value)
    const { position, asks } = table.now
    return { events: table.chronicle.events.length, now: JSON.stringify({ position, asks }, plain) }
  })

const servers = [new Killed(), new Killed()]
const proxy = new Proxy(servers)
const table = new Table()
const people: Person[] = []
let database: ChildProcess
let base = ''
let from: Browser
let battle = ''
let paused = false
let stopped = false

beforeAll(async () => {
  database = spawn(PYTHON, ['-m', 'tests.browser.database'], { cwd: ROOT, env: ENV, stdio: ['pipe', 'pipe', 'inherit'] })
  base = await said(database, /(postgresql:\/\/\S+)\n/)
  for (const one of servers) await one.start(base)
  await proxy.open()
  table.address = `http://127.0.0.1:${proxy.port}/`
  from = await browser()
}, LONG)

afterAll(async () => {
  stopped = true
  await from.close()
  proxy.close()
  for (const one of servers) await one.kill()
  const gone = new Promise((resolve) => database.once('exit', resolve))
  database.stdin!.end()
  await gone
}, LONG)

/** Everybody answers with what is suggested, whoever is asked. */
async function played(): Promise<void> {
  while (!stopped) {
    for (const { page, name } of people) {
      if (paused || stopped) break
      const state = await now(page)
      if (state.refused.length) throw new Error(`${name} was refused: ${state.refused.join()} at ${state.ask}`)
      if (state.ended) throw new Error('the battle was over before all was tried')
      if (state.mine && !state.sending && (!state.held || state.judged)) await page.keyboard.press('Enter')
    }
    await new Promise((resolve) => setTimeout(resolve, 40))
  }
}

/** Until everybody has heard so much more. */
async function onward(more: number): Promise<void> {
  const before = people.map(({ heard }) => heard.length)
  const look = (): number => Math.min(...people.map(({ heard }, index) => heard.length - before[index]!))
  await expect.poll(look, { timeout: LONG, interval: 30, message: 'the battle goes on' }).toBeGreaterThanOrEqual(more)
}

/** What that page has put together is what one puts together that comes now, out of nothing. */
async function same({ page, watched, seat, heard }: Person): Promise<void> {
  const fresh = await watched.context.newPage()
  try {
    await fresh.goto(`${table.address}?probe#/battle/${battle}`)
    await fresh.waitForFunction(() => 'table' in window)
    const both = async (): Promise<string[]> => {
      const [old, young] = [await folded(page), await folded(fresh)]
      return old.events === heard.length && old.events === young.events ? [old.now, young.now] : [String(old.events), String(young.events)]
    }
    await expect.poll(async () => { const [old, young] = await both(); return old === young }, { timeout: LONG, message: `${seat}: ${(await both()).join(' ')}` }).toBe(true)
  } finally {
    await fresh.close()
  }
}

it('four people sit down at one battle, at one server or the other', async () => {
  const host = await visit(from, table)
  const made = await host.page.evaluate(async ({ names, rosters }) => {
    const seats = names.map((player, index) => ({ held_by: index ? 'open' : 'you', roster: rosters[index], ...(index ? {} : { player }) }))
    const answer = await fetch('/api/battles', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ system: 'treachery+triumph', seats }) })
    return (await answer.json()) as { battle: string; code: string; key?: string }
  }, { names: PEOPLE, rosters: ROSTERS })
  expect(made.key ?? '').toBe('')
  battle = made.battle
  const seats = await host.page.evaluate(async (one) => ((await (await fetch(`/api/battles/${one}`)).json()) as { seats: { seat: string }[] }).seats.map(({ seat }) => seat), battle)
  expect(seats.length).toBe(4)
  for (const [index, name] of PEOPLE.entries()) {
    const watched = index ? await visit(from, table) : host
    if (index) await watched.page.evaluate(async (claim) => fetch('/api/claims', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(claim) }), { code: made.code, seat: seats[index], player: name })
    const person = new Person(watched, name, seats[index]!)
    people.push(person)
    await watched.page.goto(`${table.address}?probe#/battle/${battle}`)
    await expect.poll(async () => (await now(watched.page)).link).toBe('open')
  }
}, LONG)

it(`a server is killed ${KILLS} times, each in turn: nobody sees a gap or a repeat`, async () => {
  let failed: unknown = null
  const playing = played().catch((why: unknown) => (failed = why))
  const sound = (): void => {
    if (failed) throw failed
    for (const { wrong, name } of people) expect(wrong, name).toEqual([])
  }
  for (let kill = 0; kill < KILLS; kill += 1) {
    await onward(4)
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 400))
    const victim = servers[kill % 2]!
    await victim.kill()
    // half of the times it comes back at once, else the other goes on alone
    if (kill % 4 < 2) await victim.start(base)
    await onward(1)
    if (kill % 4 >= 2) await victim.start(base)
    sound()
    paused = true
    await same(people[kill % people.length]!)
    paused = false
    sound()
    console.log(`${kill + 1} kills; ${people.map(({ name, heard, calls, commands }) => `${name} heard ${heard.length} in ${calls} calls and said ${commands}`).join(', ')}`)
  }
  await onward(4)
  paused = true
  for (const one of people) await same(one)
  stopped = true
  await playing
  sound()
}, LONG * (KILLS + 2))

it('has kept what everybody heard, and each of them nothing else', async () => {
  for (const { page, heard, seat, name, watched } of people) {
    const text = await page.evaluate(async (path) => (await fetch(path)).text(), `/api/battles/${battle}/log?seat=${seat}`)
    const kept = text.trim().split('\n').slice(1).map((line) => JSON.parse(line) as object)
    expect(heard, name).toEqual(kept)
    await picture(page, `servers-${name}`)
    expect(watched.complaints, name).toEqual([])
  }
}, LONG)
