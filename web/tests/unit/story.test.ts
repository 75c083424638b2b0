import { describe, expect, it } from 'vitest'
import { Chronicle } from '../../src/state/fold'
import { runs } from '../../src/state/names'
import { type Line, Narrator, RAW, summed } from '../../src/state/story'
import { type Golden, read, words } from './golden'

const golden = read<Golden>('battle')
const stories = read<Readonly<Record<string, Golden & { readonly unit: string }>>>('stories')

/** The lines of a battle in a language, as the page tells them. */
function told(lang: string, events = golden.events, unit = 'mu'): Line[] {
  const narrator = new Narrator(words(lang).measured(unit))
  const chronicle = new Chronicle()
  const lines: Line[] = []
  for (const event of events) {
    chronicle.take(event)
    lines.push(...narrator.hear(event))
    if (event.kind === 'Undone') narrator.position = chronicle.view.position
  }
  return [...lines, ...narrator.flush()].filter((line) => line.level < RAW)
}

describe('the story', () => {
  it.each(['en', 'fr'])('is told as Python tells it, in %s', (lang) => {
    const mine = told(lang).map((line) => ({ level: line.level, kind: line.kind, text: line.text, clause: line.clause }))
    expect(mine).toEqual(golden.lines[lang])
    expect(mine.length).toBeGreaterThan(50)
  })

  it.each(Object.keys(stories).flatMap((system) => ['en', 'fr'].map((lang) => [system, lang] as const)))('is told as Python tells it in %s, in %s', (system, lang) => {
    const { events, unit, lines } = stories[system]!
    const mine = told(lang, events, unit).map((line) => ({ level: line.level, kind: line.kind, text: line.text, clause: line.clause }))
    expect(mine).toEqual(lines[lang])
    expect(mine.length).toBeGreaterThan(20)
  })

  it('is whole in French: no key, no brace, no English name of a troop', () => {
    for (const line of told('fr')) {
      expect(line.text).not.toMatch(/[{}]/)
      expect(line.text).not.toMatch(/\b(story|tc|web|factor|outcome)\.[a-z0-9-]+/)
      expect(line.text).not.toMatch(/Heavy Foot|Warband|Knights|Skirmishers/)
    }
  })

  it('writes runs and sums short', () => {
    expect(runs(['R1', 'R2', 'R3', 'R7', 'B1'])).toBe('R1–R3, R7, B1')
    const part = (value: number) => ({ kind: 'Modifier' as const, value, key: 'k', clause: 'c' })
    expect(summed({ kind: 'Tally', who: 'R1', die: 3, parts: [part(5), part(-1)] })).toBe('5 − 1 + 3')
  })
})
