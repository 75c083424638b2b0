/** Coins that go from purse to purse over the page, for whoever does not want things still. */
import { coinsOf, type Payment } from '../state/stakes'
import type { CoinShown } from '../wire'

const MOST = 5
const STEP = 70
const LOOKS: Readonly<Record<string, string>> = { ingot: '#e5b84b', gold: '#e5b84b', silver: '#d3dae0', copper: '#d98a58' }

/** The middle of a purse as it is seen; the bank's is where payments are told. */
function place(seat: string): [number, number] | null {
  const at = [...document.querySelectorAll(`[data-purse="${CSS.escape(seat)}"]`)].map((node) => node.getBoundingClientRect()).find((box) => box.width > 0)
  return at ? [at.left + Math.min(at.width / 2, 40), at.top + at.height / 2] : seat ? null : [innerWidth / 2, 60]
}

/** Each payment flies at most so many coins, in so many milliseconds; nothing flies where motion is unwanted. */
export function fly(paid: readonly Payment[], coins: readonly CoinShown[], time: number): void {
  if (time <= 0 || matchMedia('(prefers-reduced-motion: reduce)').matches) return
  for (const one of paid.slice(-6)) {
    const [from, to] = [place(one.from), place(one.to)]
    if (!from || !to) continue
    const lying = coinsOf(one.tokens, coins).flatMap((coin) => Array.from({ length: coin.count }, () => coin)).slice(0, MOST)
    lying.forEach((coin, index) => {
      const node = document.createElement('div')
      node.className = 'flying-coin'
      node.setAttribute('aria-hidden', 'true')
      node.textContent = String(coin.value)
      node.style.background = LOOKS[coin.name] ?? '#e5b84b'
      document.body.append(node)
      const [dx, dy] = [to[0] - from[0], to[1] - from[1]]
      const lift = -Math.min(90, 30 + Math.hypot(dx, dy) / 8)
      const at = (share: number, up: number): string => `translate(${from[0] + dx * share - 13}px, ${from[1] + dy * share - 13 + up}px)`
      const way = node.animate(
        [{ transform: `${at(0, 0)} scale(.6)`, opacity: 0.2 }, { transform: `${at(0.15, lift * 0.5)} scale(1.1)`, opacity: 1, offset: 0.15 }, { transform: `${at(0.5, lift)} scale(1.25)`, offset: 0.5 }, { transform: `${at(1, 0)} scale(.8)`, opacity: 1 }],
        { duration: time, delay: index * STEP, easing: 'ease-in-out', fill: 'both' },
      )
      way.onfinish = way.oncancel = () => node.remove()
    })
  }
}
