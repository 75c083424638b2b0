/*
 * The page without a network: every file of it is kept once it was loaded, and the words that were read.
 * Nothing that somebody may know is kept here: battles come from the table alone.
 */
const KEPT = 'condotta'
const NAMED = /[\w.-]+-[\w-]{8}\.(?:js|css)\b/g
const PATIENCE = 4000

/** Keep the page with every file that it names, those that they name, and words; what it was made of before goes. */
async function keep(words = []) {
  const cache = await caches.open(KEPT)
  const seen = new Set()
  const load = async (path) => {
    if (seen.has(path)) return
    seen.add(path)
    const had = path.startsWith('/assets/') ? await cache.match(path) : undefined
    const answer = had ?? (await fetch(path, { cache: 'no-cache' }))
    if (!answer.ok) return
    if (path === '/') await renewed(cache, answer.clone())
    if (!had) await cache.put(path, answer.clone())
    if (!/html|javascript|css/.test(answer.headers.get('content-type') ?? '')) return
    const named = (await answer.text()).match(NAMED) ?? []
    await Promise.all([...new Set(named)].map((name) => load(`/assets/${name}`)))
  }
  await Promise.all(['/', '/icon.svg', '/manifest.webmanifest', ...words].map(load))
  for (const { url } of await cache.keys()) {
    const { pathname } = new URL(url)
    if (pathname.startsWith('/assets/') && !seen.has(pathname)) await cache.delete(url)
  }
}

/** Where a page is kept that is not the one before, whoever still looks at that one hears of it. */
async function renewed(cache, answer) {
  const had = await cache.match('/')
  if (!had || (await had.text()) === (await answer.text())) return
  for (const client of await self.clients.matchAll()) client.postMessage({ page: 'newer' })
}

/** From the table, and kept; where it does not answer in time, as it was kept. */
async function fresh(request, kept) {
  const cache = await caches.open(KEPT)
  const waiting = new AbortController()
  const timer = setTimeout(() => waiting.abort(), PATIENCE)
  try {
    const answer = await fetch(request, { signal: waiting.signal })
    if (answer.ok && kept === '/') await renewed(cache, answer.clone())
    if (answer.ok) await cache.put(kept, answer.clone())
    return answer
  } catch (why) {
    const had = await cache.match(kept)
    if (had) return had
    throw why
  } finally {
    clearTimeout(timer)
  }
}

async function once(request) {
  const cache = await caches.open(KEPT)
  return (await cache.match(request)) ?? fetch(request)
}

self.addEventListener('install', (event) => event.waitUntil(keep().then(() => self.skipWaiting())))
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))
self.addEventListener('message', (event) => event.data.words && event.waitUntil(keep(event.data.words.map((lang) => `/api/words/${lang}`))))
self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return
  if (pathname.startsWith('/assets/')) event.respondWith(once(request))
  else if (request.mode === 'navigate' && !pathname.startsWith('/api/') && !pathname.startsWith('/open/')) event.respondWith(fresh(request, '/'))
  else if (pathname.startsWith('/api/words/')) event.respondWith(fresh(request, pathname))
})
