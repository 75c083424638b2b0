/** What is written on a body in ranks: more from nearer, in letters of one size on the screen. */
import type { Piece } from '../wire'
import { marked } from '../state/fold'
import type { Words } from '../state/words'
import { level, SCALE, sizeOf, upright } from './paper'

export type Detail = 'far' | 'middle' | 'near'
/** Pixels: of letters, of a line; and what a letter is wide of its height. */
export const FONT = 11
export const LINE = 13
const LETTER = 0.58
const BAR = 4.2
/** Pixels that a file must have for the id of the character who stands in it. */
const FILE = 22
/** Pixels of a body across which not even an id is written level, from near and from farther off. */
const [NARROW, SLIM] = [20, 0]
const LEADERS = ['champion', 'standard', 'musician'] as const

export interface Body {
  piece: Piece
  name: string
  /** Degrees that it is turned on the sheet. */
  angle: number
  models: number
  files: number
  /** Those that lie on the one in front, who has more than one. */
  wounds?: number
  joined: readonly Piece[]
  profile: string
  /** Units of the sheet to a pixel. */
  letter: number
  detail: Detail
  words: Words
}

/** What is written on it, and how far it is turned against the body so that it reads level. */
export interface Written { readonly heroes: readonly string[]; readonly lines: readonly string[]; readonly turn: number }

/**
 * The ids of the characters in it where there is room, and the lines of the body: level, however it
 * faces. Only where a shallow one stands upright, and not even its id is level, does it run along it.
 */
export function written(body: Body): Written {
  const { angle, piece, letter, detail } = body
  const [, d] = sizeOf(piece.shape).map((side) => side / SCALE) as [number, number]
  const turn = level(angle) - angle
  const across = Math.round(turn / 90) % 2 !== 0
  const narrow = across && (d - BAR) / letter < (detail === 'near' ? NARROW : SLIM)
  return lines(body, narrow ? upright(angle) - angle : turn)
}

function lines({ piece, name, models, files, wounds = 0, joined, profile, letter, detail, words }: Body, turn: number): Written {
  const [w, d] = sizeOf(piece.shape).map((side) => side / SCALE) as [number, number]
  const across = Math.round(turn / 90) % 2 !== 0
  const [room, high] = across ? [(d - BAR) / letter, w / letter] : [w / letter, (d - BAR) / letter]
  const most = Math.max(1, Math.floor(high / LINE))
  const fits = (text: string): boolean => text.length * LETTER * FONT <= room
  /** Words in as few lines as there is room for; none where one word is too long. */
  const wrapped = (text: string): string[] => {
    const found: string[] = []
    for (const word of text.split(' ')) {
      const longer = `${found.at(-1) ?? ''} ${word}`.trim()
      if (found.length && fits(longer)) found[found.length - 1] = longer
      else found.push(word)
    }
    return found.every(fits) ? found : []
  }
  const near = detail === 'near' && w / Math.max(1, files) / letter > FILE ? joined.map((one) => one.id) : []
  const [id = ''] = /^[A-Z]*\d+$/.exec(piece.id) ?? []
  const total = models + joined.length
  const ranks = Math.max(1, Math.ceil(total / Math.max(1, files)))
  const hurt = wounds ? words.say('web.toll.short', { count: wounds }) : ''
  const counts = (total > 1 ? [...(detail === 'far' ? [] : [`${models} · ${files}×${ranks}`]), String(models)] : ['']).flatMap((one) => (hurt ? [[one, hurt].filter(Boolean).join(' · '), one] : [one]))
  /** How many there are, as fully as there is room for. */
  const count = counts.find((one) => one && fits(one)) ?? ''
  const [word = ''] = name.split(' ')
  const shorter = id ? [wrapped(`${word} ${id}`), wrapped(`${name.slice(0, 4)}. ${id}`)] : []
  const names = [wrapped(`${name} ${id}`.trim()), ...shorter].filter((some) => some.length)
  const called = names.find((some) => some.length <= most - Number(!!count)) ?? names.find((some) => some.length <= most) ?? [id || name]
  const leaders = LEADERS.filter((one) => marked(piece, one))
  const led = [leaders.map((one) => words.say(`about.mark.${one}`)).join(', '), leaders.map((one) => words.say(`web.leader.${one}`)).join(' ')].find(fits) ?? ''
  // where there is room for one line alone, the count stands beside the name
  const flat = most <= called.length && counts[0] ? [name, word, `${name.slice(0, 4)}.`].map((one) => `${one} ${id}`.trim()).flatMap((one) => counts.filter(Boolean).map((each) => `${one} · ${each}`)).find(fits) : undefined
  if (flat) return { heroes: near, lines: [flat], turn }
  const more = [count, ...(detail === 'near' ? [...wrapped(profile), led] : [])].filter(Boolean)
  return { heroes: near, lines: [...called, ...more].slice(0, most), turn }
}
