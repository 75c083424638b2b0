/** The link that holds a whole army, and its QR code if it is short enough for one. */
import { encode } from 'uqr'

/** An address others can reach: not the one that means "this machine". */
export function reachable(addresses: readonly string[]): string {
  const here = `${location.origin}${location.pathname}`
  const own = /localhost|127\.0\.0\.1|\[::1\]/
  const other = own.test(location.hostname) ? addresses.find((one) => !own.test(one)) : undefined
  return other ? `${other.replace(/\/$/, '')}/` : here
}

export function qrOf(link: string): { size: number; path: string } {
  try {
    const made = encode(link, { ecc: 'L', border: 2 })
    const path = made.data.map((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')).join('')).join('')
    return { size: made.size, path }
  } catch {
    return { size: 0, path: '' }
  }
}
