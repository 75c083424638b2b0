/**
 * How fast the page is, in a real browser over its own protocol: the first load of a home and of a table, frames
 * while things move with 98 pieces (two armies of 144 points with their camps) and with 208 models, and the time
 * from a key or a pointer to what is seen, and to what the table answers.
 *
 *     node bench/page.mjs [--busy 2] [--seconds 8] [--pictures FOLDER]
 *
 * `--busy` keeps so many processes busy beside it, as a machine of a club does. Goals: 300 kB packed, 60 frames a
 * second, 100 ms for 95 of 100. A frame that came late because this machine was away is told apart by what the
 * page's own thread worked: `work` is milliseconds of it in each frame. Nothing here passes or fails.
 */
import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..')
const { chromium } = createRequire(join(ROOT, 'web/package.json'))('playwright-core')
const PYTHON = process.env.CONDOTTA_PYTHON ?? join(ROOT, '.venv/bin/python')
const env = { ...process.env, PYTHONPATH: join(ROOT, 'src') }
const FLAGS = ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync']
const option = (name, otherwise) => {
  const at = process.argv.indexOf(`--${name}`)
  return at < 0 ? otherwise : process.argv[at + 1]
}
const SECONDS = Number(option('seconds', 8))
const BUSY = Number(option('busy', 0))
const PICTURES = option('pictures', '')
const data = mkdtempSync(join(tmpdir(), 'condotta-bench-'))

const sorted = (all) => [...all].sort((one, other) => one - other)
const share = (all, part) => sorted(all)[Math.min(all.length - 1, Math.floor(all.length * part))] ?? NaN
const told = (all) => `${all.length} times: median ${share(all, 0.5).toFixed(0)} ms, 95 of 100 within ${share(all, 0.95).toFixed(0)} ms, longest ${Math.max(...all).toFixed(0)} ms`

async function opened() {
  const child = spawn(PYTHON, ['-P', '-m', 'condotta', 'play', '--no-browser', '--port', '0', '--data', join(data, 'table')], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const address = await new Promise((resolve, reject) => {
    let said = ''
    child.stdout.on('data', (chunk) => {
      said += chunk
      const found = /open at (http:\/\/127\.0\.0\.1:\d+\/)/.exec(said)
      if (found) resolve(found[1])
    })
    child.on('exit', (code) => reject(new Error(`the table closed with ${code}: ${said}`)))
  })
  return { child, address }
}

/** A page of a new person, and what came over its line. */
async function visitor(browser, pace = 'quick') {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-GB' })
  await context.addInitScript((chosen) => localStorage.setItem('condotta.pace', chosen), pace)
  const page = await context.newPage()
  const line = await context.newCDPSession(page)
  const came = { requests: 0, packed: 0, stream: 0, what: new Map() }
  const names = new Map()
  await line.send('Network.enable')
  line.on('Network.responseReceived', ({ requestId, response }) => names.set(requestId, new URL(response.url).pathname))
  line.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    came.requests += 1
    came.packed += encodedDataLength
    came.what.set(names.get(requestId), encodedDataLength)
  })
  line.on('Network.webSocketFrameReceived', ({ response }) => (came.stream += response.payloadData.length))
  return { context, page, line, came }
}

const kB = (bytes) => `${(bytes / 1000).toFixed(0)} kB`
function load(name, { came }) {
  const most = [...came.what].sort((one, other) => other[1] - one[1]).slice(0, 4)
  console.log(`  ${name}: ${kB(came.packed)} in ${came.requests} requests, ${kB(came.stream)} over the stream; most: ${most.map(([path, bytes]) => `${path} ${kB(bytes)}`).join(', ')}`)
}

/** The battle of a log, with red at this page. */
async function joined({ page }, address, log) {
  const battle = await page.evaluate(async (text) => {
    const post = async (where, type, body) => (await fetch(`/api/${where}`, { method: 'POST', headers: { 'content-type': type }, body })).json()
    const { battle: made, code } = await post('import', 'application/x-ndjson', text)
    await post('claims', 'application/json', JSON.stringify({ code, seat: 'red', player: 'Aude' }))
    return made
  }, log)
  await page.goto(`${address}?probe#/battle/${battle}`)
  await page.locator('#question .btn').first().waitFor()
  await page.waitForTimeout(1500)
}

/** Frames while something is done: how long each took, and what the page's own thread worked in each. */
async function frames({ page, line }, name, doing, sliding = false) {
  await line.send('Performance.enable', { timeDomain: 'timeTicks' })
  const worked = async () => Object.fromEntries((await line.send('Performance.getMetrics')).metrics.map(({ name: key, value }) => [key, value]))
  await page.evaluate(() => {
    window.frames_ = []
    window.looking = true
    const look = (time) => {
      window.frames_.push([time, document.getAnimations().some((one) => one.playState === 'running')])
      if (window.looking) requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })
  const before = await worked()
  await doing()
  const after = await worked()
  const times = await page.evaluate(() => {
    window.looking = false
    return window.frames_
  })
  await page.waitForTimeout(100)
  const all = times.slice(1).map(([time, moving], index) => ({ gap: time - times[index][0], moving }))
  const spent = (key) => (((after[key] ?? 0) - (before[key] ?? 0)) * 1000) / all.length
  // while things slide only those frames count in which they do
  const gaps = all.filter(({ moving }) => moving || !sliding).map(({ gap }) => gap)
  if (!gaps.length) return console.log(`  ${name}: nothing slid`)
  const seconds = gaps.reduce((sum, gap) => sum + gap, 0) / 1000
  console.log(`  ${name}: ${(gaps.length / seconds).toFixed(1)} frames a second over ${seconds.toFixed(1)} s; 95 of 100 within ${share(gaps, 0.95).toFixed(1)} ms, longest ${Math.max(...gaps).toFixed(0)} ms; work ${spent('TaskDuration').toFixed(1)} ms a frame (script ${spent('ScriptDuration').toFixed(1)}, style ${spent('RecalcStyleDuration').toFixed(1)}, layout ${spent('LayoutDuration').toFixed(1)})`)
}

/** What happened is played out anew: bodies slide, one after the other. */
async function played({ page }) {
  await page.keyboard.press('p')
  await page.waitForTimeout(SECONDS * 1000)
}

/** One thing after the other is looked back at. */
async function wentBack({ page }) {
  for (let back = 0; back < 60; back += 1) await page.keyboard.press(',')
}

/** A body is taken and carried about by the mouse, as fast as a hand does it. */
async function carried({ page }, piece) {
  const box = await page.locator(`[data-piece="${piece}"]`).first().boundingBox()
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  const end = Date.now() + (SECONDS * 1000) / 2
  for (let step = 1; Date.now() < end; step += 1) {
    await page.mouse.move(x + 60 * Math.sin(step / 9), y - 40 - 40 * Math.sin(step / 13))
    await page.waitForTimeout(8)
  }
  await page.mouse.up()
}

/** From a key that moves what is in hand to the frame that shows it, and to the table's verdict of just that. */
async function answered({ page }, presses = 60) {
  const seen = []
  const judged = []
  for (let press = 0; press < presses; press += 1) {
    const key = press % 2 ? 'ArrowDown' : 'ArrowUp'
    await page.evaluate(
      () =>
        void (window.seen_ = new Promise((resolve) => {
          addEventListener(
            'keydown',
            (event) => {
              const start = event.timeStamp
              let seen = 0
              const look = () => {
                const now = performance.now()
                if (!seen) seen = now - start
                const held = window.table.hand.held
                if (!held || held.judged || now - start > 4000) resolve({ seen, judged: now - start })
                else requestAnimationFrame(look)
              }
              requestAnimationFrame(() => requestAnimationFrame(look))
            },
            { once: true, capture: true },
          )
        })),
    )
    await page.keyboard.press(key)
    const one = await page.evaluate(() => window.seen_)
    seen.push(one.seen)
    judged.push(one.judged)
    await page.waitForTimeout(140)
  }
  console.log(`  a key to the frame that shows it, ${told(seen)}`)
  console.log(`  a key to the table's verdict, ${told(judged)}`)
}

/** From an answer that is given to the page that shows what came of it. */
async function said({ page }, rounds = 20) {
  const took = []
  for (let round = 0; round < rounds; round += 1) {
    const time = await page.evaluate(
      () =>
        new Promise((resolve) => {
          const { table } = window
          const known = table.chronicle.events.length
          const start = performance.now()
          const look = () => {
            if (table.chronicle.events.length > known) requestAnimationFrame(() => resolve(performance.now() - start))
            else if (performance.now() - start > 5000) resolve(NaN)
            else requestAnimationFrame(look)
          }
          void table.talk.speak('red', `${Math.random()}`)
          look()
        }),
    )
    took.push(time)
    await page.waitForTimeout(120)
  }
  console.log(`  something said to the table that shows it, ${told(took)}`)
}

const spinners = Array.from({ length: BUSY }, () => spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }))
const { child, address } = await opened()
const browser = await chromium.launch({ executablePath: process.env.CONDOTTA_CHROMIUM ?? '/usr/bin/chromium', args: FLAGS })
try {
  const file = join(data, 'moments.json')
  execFileSync(PYTHON, ['-P', join(import.meta.dirname, 'page_moments.py'), file], { env })
  const logs = JSON.parse(readFileSync(file, 'utf8'))
  console.log(`${cpus().length} processors, load ${loadavg()[0].toFixed(1)}, ${BUSY} kept busy, node ${process.version}, ${browser.version()}`)
  console.log('first load')
  const home = await visitor(browser)
  await home.page.goto(address)
  await home.page.getByRole('heading', { level: 1 }).waitFor()
  await home.page.waitForTimeout(1500)
  load('home', home)
  const before = home.came.packed
  await home.page.getByRole('button', { name: /^Begin the guide: TRIUMPH/ }).click()
  await home.page.locator('#question h2').waitFor()
  await home.page.waitForTimeout(1500)
  console.log(`  from there to a table: ${kB(home.came.packed - before)} more`)
  const link = home.page.url()
  await home.context.close()
  const guest = await visitor(browser)
  await guest.page.goto(link)
  await guest.page.locator('#question h2').waitFor()
  await guest.page.waitForTimeout(1500)
  load('a table by its link', guest)
  await guest.context.close()
  for (const name of ['stands', 'models']) {
    console.log(name === 'stands' ? '98 pieces of GRAND TRIUMPH!' : '208 models of a skirmish')
    const one = await visitor(browser, 'quick')
    await one.page.goto(address)
    await joined(one, address, logs[name])
    await frames(one, 'nothing moves', () => one.page.waitForTimeout(2000))
    await frames(one, 'sixty things back', () => wentBack(one))
    await frames(one, 'played out, quickly', () => played(one), true)
    await one.page.evaluate(() => window.table.showing.skip())
    await one.page.waitForTimeout(600)
    // a stand that may move, or a model of the first unit that may
    const mover = await one.page.evaluate(() => {
      const { table } = window
      const units = table.ask.about ?? []
      return [...table.now.position.pieces.values()].find((piece) => piece.pose && (units.length ? units[0] === piece.command : table.movable.has(piece.id))).id
    })
    if (PICTURES) await one.page.screenshot({ path: join(PICTURES, `bench-${name}.png`) })
    await one.page.locator(`[data-piece="${mover}"]`).first().click()
    await frames(one, 'carried by the mouse', () => carried(one, mover))
    if (PICTURES) await one.page.screenshot({ path: join(PICTURES, `bench-${name}-held.png`) })
    if (name === 'stands') await answered(one)
    await said(one)
    await one.context.close()
  }
} finally {
  await browser.close()
  child.removeAllListeners('exit')
  child.kill()
  for (const one of spinners) one.kill()
  rmSync(data, { recursive: true, force: true })
}
