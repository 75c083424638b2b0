/** Small sounds, made as they are needed: nothing is loaded, and nothing sounds unless it was asked for. */
import type { BeatKind } from './beats'

let context: AudioContext | null = null

/** So many clicks, this high and this loud. */
const SOUNDS: Partial<Record<BeatKind, readonly [clicks: number, pitch: number, loud: number]>> = {
  roll: [4, 1900, 0.12], move: [1, 220, 0.1], setup: [1, 320, 0.06], loss: [2, 110, 0.2], turn: [1, 520, 0.08], end: [3, 330, 0.15],
}

export function sound(kind: BeatKind): void {
  const made = SOUNDS[kind]
  if (!made || typeof AudioContext === 'undefined') return
  context ??= new AudioContext()
  const [clicks, pitch, loud] = made
  for (let index = 0; index < clicks; index++) {
    const at = context.currentTime + index * 0.07
    const [tone, gain] = [context.createOscillator(), context.createGain()]
    tone.type = 'triangle'
    tone.frequency.setValueAtTime(pitch * (1 + 0.13 * (index % 3)), at)
    tone.frequency.exponentialRampToValueAtTime(pitch * 0.6, at + 0.06)
    gain.gain.setValueAtTime(loud, at)
    gain.gain.exponentialRampToValueAtTime(0.001, at + 0.09)
    tone.connect(gain).connect(context.destination)
    tone.start(at)
    tone.stop(at + 0.1)
  }
}
