/** What Python says of a battle, written by tests/browser/golden.py. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Ask, Event, Line, Position } from '../../src/wire'
import { Words } from '../../src/state/words'

const folder = process.env['CONDOTTA_GOLDEN'] ?? ''

export interface Golden {
  readonly events: readonly Event[]
  readonly lines: readonly Line[]
  /** After so many events, the position and the questions that are open. */
  readonly views: readonly { readonly after: number; readonly position: Position; readonly asks: readonly Ask[] }[]
  readonly said: readonly { readonly key: string; readonly params: Record<string, never>; readonly lang: string; readonly text: string }[]
  readonly lengths: readonly { readonly quanta: number; readonly unlike: number | null; readonly lang: string; readonly unit: string; readonly text: string }[]
}

export const read = <T>(name: string): T => JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8')) as T
export const words = (lang: string): Words => new Words(lang, read<Record<string, string>>(`words-${lang}`))
