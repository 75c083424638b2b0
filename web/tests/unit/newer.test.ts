/** A page knows by its first file whether the table has a newer one; whatever else answers changes nothing. */
import { describe, expect, it } from 'vitest'
import { firstOf, Newer } from '../../src/state/newer.svelte'

const page = (file: string): string => `<!doctype html><head><script type="module" crossorigin src="${file}"></script></head>`
const OWN = '/assets/index-AAAAAAAA.js'

async function looked(...answers: (string | Error)[]): Promise<boolean> {
  const newer = new Newer(OWN, () => {
    const next = answers.shift()!
    return next instanceof Error ? Promise.reject(next) : Promise.resolve(next)
  })
  while (answers.length) await newer.look()
  return newer.there
}

describe('a newer page', () => {
  it('is known by the file that it names first', () => {
    expect(firstOf(page(OWN))).toBe(OWN)
    expect(firstOf('<p>Log in to this network</p>')).toBe('')
  })

  it('is there where the table names another file, and not where it names the same', async () => {
    expect(await looked(page(OWN))).toBe(false)
    expect(await looked(page('/assets/index-BBBBBBBB.js'))).toBe(true)
    expect(await looked(page('/assets/index-BBBBBBBB.js'), page(OWN))).toBe(false)
  })

  it('is not claimed where nobody answers, or somebody else does', async () => {
    expect(await looked(new Error('offline'), '<p>Log in to this network</p>', '')).toBe(false)
    expect(await looked(page('/assets/index-BBBBBBBB.js'), new Error('offline'))).toBe(true)
  })
})
