/** SHA-256. Browsers give theirs to pages over https alone, and a table in a hall speaks plain http. */

const K = new Uint32Array(64)
const H = new Uint32Array(8)
{
  let found = 0
  const part = (root: number): number => ((root - Math.floor(root)) * 2 ** 32) >>> 0
  for (let number = 2; found < 64; number += 1) {
    let prime = true
    for (let low = 2; low * low <= number; low += 1) if (number % low === 0) prime = false
    if (!prime) continue
    if (found < 8) H[found] = part(Math.sqrt(number))
    K[found++] = part(Math.cbrt(number))
  }
}

const turned = (word: number, bits: number): number => (word >>> bits) | (word << (32 - bits))

export function sha256(data: Uint8Array): Uint8Array {
  const length = ((data.length + 72) >> 6) << 6
  const padded = new Uint8Array(length)
  padded.set(data)
  padded[data.length] = 128
  const view = new DataView(padded.buffer)
  view.setUint32(length - 4, data.length * 8)
  const state = H.slice()
  const w = new Uint32Array(64)
  for (let start = 0; start < length; start += 64) {
    for (let i = 0; i < 16; i += 1) w[i] = view.getUint32(start + 4 * i)
    for (let i = 16; i < 64; i += 1) {
      const [old, near] = [w[i - 15]!, w[i - 2]!]
      w[i] = w[i - 16]! + (turned(old, 7) ^ turned(old, 18) ^ (old >>> 3)) + w[i - 7]! + (turned(near, 17) ^ turned(near, 19) ^ (near >>> 10))
    }
    let [a, b, c, d, e, f, g, h] = state as unknown as [number, number, number, number, number, number, number, number]
    for (let i = 0; i < 64; i += 1) {
      const one = (h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g)) + K[i]! + w[i]!) >>> 0
      const two = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) >>> 0
      ;[h, g, f, e, d, c, b, a] = [g, f, e, (d + one) >>> 0, c, b, a, (one + two) >>> 0]
    }
    ;[a, b, c, d, e, f, g, h].forEach((word, i) => (state[i] = state[i]! + word))
  }
  const found = new Uint8Array(32)
  const out = new DataView(found.buffer)
  state.forEach((word, i) => out.setUint32(4 * i, word))
  return found
}

export const hex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
export const bytesOf = (digits: string): Uint8Array => Uint8Array.from(digits.match(/../g) ?? [], (pair) => parseInt(pair, 16))
