/** Every text people read: a key of the catalogue, with its parameters written in. */
import type { Param } from '../wire'

export type Catalogue = Readonly<Record<string, string>>
export type Given = Readonly<Record<string, Param | undefined>>

/** How a message is said. */
export type Say = (key: string, given?: Given) => string

/** A parameter: its name, then its form, group and unlike, or the halves and the words for one and many. */
const SLOT = /\{(\w+)(?::(?:(\w+)(?:\.(\w+))?(?:>(\w+))?|(?:(points):)?([^{}|]*)\|([^{}|]*)))?\}/g
/** How a word begins before which a short word gives its vowel up, where a language does that. */
const VOWEL = /^(?:[aeiouàâäéèêëîïôöùûüæœ]|y(?![aeiou]))/i
const QUANTUM_DIGITS = 4
const MINUS = '−'

/** Says messages of one language, lengths in the unit of one game. */
export class Words {
  constructor(
    readonly lang: string,
    private readonly texts: Catalogue,
    /** The name of the unit, as the server tells it. */
    readonly unit = 'mu',
  ) {
    const short = (texts['number.elided'] ?? '').split(' ').filter(Boolean)
    this.slots = short.length ? new RegExp(`(?:(?<!\\w)(${short.join('|')}) )?${SLOT.source}`, 'gi') : new RegExp(`((?!))?${SLOT.source}`, 'g')
  }

  /** A parameter, with the word before it where the language shortens that before a vowel. */
  private readonly slots: RegExp

  /** The same texts for a game that measures otherwise. */
  measured(unit: string): Words {
    return unit === this.unit ? this : new Words(this.lang, this.texts, unit)
  }

  has(key: string): boolean {
    return key in this.texts
  }

  /** The text of a key; a key nobody wrote is shown as it is. */
  say = (key: string, given: Given = {}): string => {
    const text = this.texts[key]
    if (text === undefined) return key
    return text.replace(this.slots, (slot, lead: string | undefined, name: string, ...parts: (string | undefined)[]) => {
      const [form, group, other, halves, one, many] = parts
      const value = given[name]
      if (value === undefined) return slot
      const written = many !== undefined ? ((this.single(value, halves) ? one : many) ?? '') : group ? this.under(group, value) : this.written(value, form, other ? given[other] : undefined)
      if (!lead) return written
      return VOWEL.test(written) ? `${lead.slice(0, -1)}’${written}` : `${lead} ${written}`
    })
  }

  /** The first of the keys that there is a text for, else the last word. */
  first(keys: readonly string[], otherwise: string): string {
    const key = keys.find((one) => this.has(one))
    return key ? this.say(key) : otherwise
  }

  private written(value: Param, form: string | undefined, other: Param | undefined): string {
    switch (form) {
      case 'mu':
        return this.mu(Number(value), other === undefined ? undefined : Number(other))
      case 'whole':
        return this.withUnit(String(value))
      case 'points':
        return this.points(Number(value))
      case 'signed':
        return this.signed(Number(value))
      case 'tenths':
        return this.tenths(Number(value))
      case 'gained':
        return `${Number(value) > 0 ? '+' : ''}${this.tenths(Number(value))}`
      case 'say':
        return Array.isArray(value) ? this.list(value.map((key) => this.say(key))) : this.say(String(value))
      default:
        return Array.isArray(value) ? this.list(value) : String(value)
    }
  }

  /** Whether the singular goes with a number or a list; a text that is no number is many. */
  private single(value: Param, halves: string | undefined): boolean {
    const count = Array.isArray(value) ? value.length : /^-?\d+$/.test(String(value)) ? Number(value) : Number.NaN
    if (Number.isNaN(count)) return false
    const written = this.points(Math.abs(count) * (halves ? 1 : 2))
    return (this.texts['number.singular'] ?? '1').split(' ').includes(written)
  }

  /** Words of the code, or English names, as the language has them. */
  private under(group: string, value: Param): string {
    const words = Array.isArray(value) ? value : [String(value)]
    return this.list(words.map((word) => this.first([`${group}.${word.toLowerCase().replaceAll(' ', '-')}`], word)))
  }

  /** A length with one decimal, two for one like 0.75 MU, more where two lengths must differ. */
  mu(quanta: number, unlike?: number): string {
    return this.withUnit(this.length(quanta, unlike))
  }

  /** A number of units; a sign like that of inches stands close to it. */
  private withUnit(number: string): string {
    const unit = this.texts[`number.${this.unit}`] ?? this.unit
    return `${number}${/^\p{L}+$/u.test(unit) ? ' ' : ''}${unit}`
  }

  /** The same without its unit. */
  length(quanta: number, unlike?: number): string {
    let digits = quanta % 500 === 0 && quanta % 1000 ? 2 : 1
    if (unlike !== undefined && unlike !== quanta)
      while (digits < QUANTUM_DIGITS && this.decimal(quanta, digits) === this.decimal(unlike, digits)) digits += 1
    return this.decimal(quanta, digits)
  }

  private decimal(quanta: number, digits: number): string {
    const scale = 10 ** (QUANTUM_DIGITS - digits)
    const steps = Math.floor((2 * Math.abs(quanta) + scale) / (2 * scale))
    const format = new Intl.NumberFormat(this.lang, {
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
      useGrouping: false,
    })
    return `${quanta < 0 && steps ? MINUS : ''}${format.format(steps / 10 ** digits)}`
  }

  /** Points with the half as a fraction. */
  points(halves: number): string {
    const size = Math.abs(halves)
    const whole = Math.floor(size / 2)
    const half = size % 2 ? '½' : ''
    return `${halves < 0 ? MINUS : ''}${whole || (half ? '' : 0)}${half}`
  }

  signed(value: number): string {
    return value > 0 ? `+${value}` : value < 0 ? `${MINUS}${-value}` : '0'
  }

  /** A number that is given in tenths. */
  tenths(value: number): string {
    const format = new Intl.NumberFormat(this.lang, { minimumFractionDigits: 1, maximumFractionDigits: 1, useGrouping: false })
    return `${value < 0 ? MINUS : ''}${format.format(Math.abs(value) / 10)}`
  }

  /** A share in per cent, as the language writes it: none and all only where it is so. */
  percent(share: number): string {
    const shown = share > 0 && share < 1 ? Math.max(0.01, Math.min(0.99, share)) : share
    return new Intl.NumberFormat(this.lang, { style: 'percent', maximumFractionDigits: 0 }).format(shown)
  }

  list(names: readonly string[]): string {
    if (names.length < 2) return names.join('')
    return `${names.slice(0, -1).join(', ')} ${this.texts['number.and'] ?? 'and'} ${names[names.length - 1]}`
  }
}

/** A length as a person types it, in quanta: 3,5 and 3.5 are the same. NaN if it is none. */
export function typedLength(text: string): number {
  const plain = text.trim().replace(',', '.').replace('½', '.5').replace(/^[−–]/, '-')
  return /^[-+]?(\d+\.?\d*|\.\d+)$/.test(plain) ? Math.round(Number(plain) * 10 ** QUANTUM_DIGITS) : Number.NaN
}
