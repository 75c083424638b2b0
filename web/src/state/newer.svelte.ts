/** Whether the table has a newer page than this one: its first file is named by what is in all of them. */
const FIRST = /<script[^>]* type="module"[^>]* src="([^"]+)"/

/** The first file that a page names; nothing where it is no page of ours. */
export const firstOf = (page: string): string => FIRST.exec(page)?.[1] ?? ''

export class Newer {
  there = $state(false)
  private looking = false

  /** `own` is the first file of this page, `fetched` brings the page that the table has now. */
  constructor(
    private readonly own: string,
    private readonly fetched: () => Promise<string>,
  ) {}

  /** Look once more. Whoever does not answer, or answers something else, changes nothing. */
  async look(): Promise<void> {
    if (this.looking) return
    this.looking = true
    const now = await this.fetched().then(firstOf, () => '')
    this.looking = false
    if (now && this.own) this.there = now !== this.own
  }
}

const own = (): string => globalThis.document?.querySelector?.('script[type="module"][src]')?.getAttribute('src') ?? ''

export const newer = new Newer(own(), async () => (await fetch('/', { cache: 'no-cache' })).text())
