/** The army on the bench: every change is asked of the server, shown, kept as a draft, and taken back. */
import { post, sentence } from '../state/api'
import { prefs, say } from '../state/prefs.svelte'
import type { ArmiesRead, ArmyAsked, ArmyDrawn, ArmyShown, Param, SidesShown, Written } from '../wire'
import { drop, fresh, keepDraft, type Kept, keptRosters, put, type Selection } from './kept'

export const FORMS = ['json', 'text', 'markdown', 'csv', 'service'] as const
export type Form = (typeof FORMS)[number]
interface Step { readonly roster: Selection; readonly cap: number }
type Counts = Record<string, Record<string, number>>
export interface Division { readonly number: number; readonly kind?: string; readonly stands?: Counts; readonly general?: { option: string; troopTypeCode: string; overallCommander?: boolean } | null; readonly commandPointModifier?: number }

export class Workshop {
  shown = $state.raw<ArmyShown | null>(null)
  lists = $state.raw<readonly unknown[]>([])
  /** How the table reads prices: it holds for every army that is built here. */
  settings = $state.raw<Readonly<Record<string, unknown>>>({})
  past = $state.raw<readonly Step[]>([])
  at = $state(-1)
  id = $state(fresh())
  kept = $state.raw(keptRosters())
  note = $state('')
  wrong = $state('')
  sides = $state.raw<SidesShown | null>(null)
  private number = 0

  readonly name = $derived(this.shown ? String(this.shown.roster['label'] ?? '') || `${this.shown.list?.name ?? ''} · ${prefs.words.points(this.shown.total)}` : '')
  get asked(): ArmyAsked | null {
    return this.shown && { roster: this.shown.roster, cap: this.shown.cap, lists: this.lists as unknown[], settings: this.settings }
  }
  get divisions(): readonly Division[] {
    return (this.shown?.roster['commands'] ?? []) as readonly Division[]
  }
  private cap(): { cap?: number } {
    return this.shown ? { cap: this.shown.cap } : {}
  }

  /** An answer, unless a later question was asked meanwhile; a refusal is shown. */
  private async told<T>(ask: Promise<T>): Promise<T | null> {
    const mine = (this.number += 1)
    try {
      const got = await ask
      if (mine !== this.number) return null
      this.wrong = this.note = ''
      return got
    } catch (why) {
      this.wrong = sentence(why)
      return null
    }
  }
  private show(next: ArmyShown | null): void {
    if (!next) return
    this.shown = next
    this.sides = null
    this.past = [...this.past.slice(0, this.at + 1), { roster: next.roster, cap: next.cap }]
    this.at = this.past.length - 1
    this.draft()
  }
  private draft(): void {
    const one = this.shown
    const safe = keepDraft(one?.list ? { id: this.id, name: this.name, roster: one.roster, lists: this.lists, cap: one.cap } : null)
    if (!safe && one) this.note = say('builder.draft.none')
  }
  private ask(roster: Selection, more: Partial<ArmyAsked> = {}): Promise<ArmyShown | null> {
    return this.told(post<ArmyShown>('armoury/army', { roster, lists: this.lists, settings: this.settings, ...this.cap(), ...more }))
  }

  async change(part: Selection): Promise<void> {
    if (this.shown) this.show(await this.ask({ ...this.shown.roster, ...part }, { follow: true }))
  }
  async whole(roster: Selection): Promise<void> {
    this.show(await this.ask(roster, { follow: true }))
  }
  async points(cap: number): Promise<void> {
    if (this.shown) this.show(await this.ask(this.shown.roster, { cap }))
  }
  /** The choice holds at once, whatever is done next; the army stays as it is and its prices are told anew. */
  async readAs(settings: Readonly<Record<string, unknown>>): Promise<void> {
    this.settings = settings
    const got = this.shown && (await this.ask(this.shown.roster))
    if (!got) return
    ;[this.shown, this.sides] = [got, null]
  }
  async step(by: number): Promise<void> {
    const one = this.past[this.at + by]
    const got = one && (await this.ask(one.roster, { cap: one.cap }))
    if (!got) return
    this.shown = got
    this.at += by
    this.sides = null
    this.draft()
  }
  /** Another army of a list: by lot with a seed, else its minimums. */
  async draw(key: string, more: Partial<ArmyDrawn> = {}): Promise<void> {
    this.show(await this.told(post<ArmyShown>('armoury/draw', { key, lists: this.lists, settings: this.settings, ...this.cap(), ...more })))
  }
  async begin(one: Kept): Promise<void> {
    const got = await this.told(post<ArmyShown>('armoury/army', { roster: one.roster, lists: one.lists, settings: this.settings, ...(one.cap ? { cap: one.cap } : {}) }))
    if (!got) return
    ;[this.lists, this.id, this.past, this.at] = [one.lists, one.id, [], -1]
    this.show(got)
  }
  leave(): void {
    ;[this.shown, this.past, this.at, this.lists, this.id, this.sides] = [null, [], -1, [], fresh(), null]
    keepDraft(null)
  }
  async read(text: string): Promise<void> {
    const got = await this.told(post<ArmiesRead>('armoury/read', { text }))
    if (!got) return
    const [first, ...others] = got.armies
    for (const one of others) put({ id: fresh(), name: String(one.roster['label'] ?? one.roster['armyListName'] ?? ''), roster: one.roster, lists: one.lists ?? [] })
    this.kept = keptRosters()
    if (first) await this.begin({ id: fresh(), name: '', roster: first.roster, lists: first.lists ?? [] })
    if (first?.missed?.length) this.note = say('builder.missed', { lines: [...first.missed] })
    if (!first) this.wrong = (got.findings ?? []).map((one) => one.text).join(' ')
  }
  keep(): void {
    const one = this.shown
    if (!one) return
    const kept = put({ id: this.id, name: this.name, roster: one.roster, lists: this.lists, cap: one.cap })
    this.note = say(kept ? 'builder.kept-now' : 'builder.not-kept')
    this.kept = keptRosters()
  }
  /** The army as it is stays kept; a copy goes on. */
  copy(): void {
    this.keep()
    this.id = fresh()
    this.keep()
    this.draft()
  }
  drop(id: string): void {
    drop(id)
    this.kept = keptRosters()
  }
  async save(form: Form): Promise<void> {
    const asked = this.asked
    const file = asked && (await this.told(post<Written>('armoury/text', { ...asked, form, lang: prefs.lang })))
    if (!file) return
    const address = URL.createObjectURL(new Blob([file.text], { type: file.type }))
    Object.assign(document.createElement('a'), { href: address, download: file.name }).click()
    setTimeout(() => URL.revokeObjectURL(address), 1000)
  }
  async compare(other: Kept | undefined): Promise<void> {
    const asked = this.asked
    this.sides = asked && other ? await this.told(post<SidesShown>('armoury/sides', { one: asked, other: { ...asked, roster: other.roster, lists: other.lists as unknown[], cap: other.cap ?? asked.cap } })) : null
  }

  // ── single changes ─────────────────────────────────────────────────────────
  stands(key: string, type: string, count: number): void {
    const all = (this.shown?.roster['stands'] ?? {}) as Counts
    void this.change({ stands: { ...all, [key]: { ...all[key], [type]: count } } })
  }
  lead(option: string, troopTypeCode: string): void {
    void this.change({ general: { option, troopTypeCode } })
  }
  async card(code: string, where: string, amount: number, on: Readonly<Record<string, readonly number[]>> | null = null): Promise<void> {
    if (this.shown) this.show(await this.ask(this.shown.roster, { card: { code, where, amount, on }, follow: true }))
  }
  contingent(key: string): void {
    const taken = (this.shown?.roster['contingents'] ?? []) as string[]
    void this.change({ contingents: taken.includes(key) ? taken.filter((one) => one !== key) : [...taken, key] })
  }
  division(number: number, part: Partial<Division>): void {
    void this.change({ commands: this.divisions.map((one) => (one.number === number ? { ...one, ...part } : one)) })
  }
  divided(number: number, key: string, type: string, count: number): void {
    const all = this.divisions.find((one) => one.number === number)?.stands ?? {}
    const counts = Object.fromEntries(Object.entries({ ...all[key], [type]: count }).filter(([, many]) => many))
    const { [key]: _, ...others } = all
    this.division(number, { stands: Object.keys(counts).length ? { ...others, [key]: counts } : others })
  }
  /** One general leads the whole army: the others then do not. */
  overall(number: number): void {
    void this.change({ commands: this.divisions.map((one) => ({ ...one, general: one.general && { ...one.general, overallCommander: one.number === number } })) })
  }
}

export const params = (given: Readonly<Record<string, unknown>>): Record<string, Param> => Object.fromEntries(Object.entries(given).map(([key, value]) => [key, Array.isArray(value) ? value.map(String) : typeof value === 'number' ? value : String(value)]))
export const year = (value: number): string => (value < 0 ? say('web.year.bc', { year: -value }) : say('web.year.ad', { year: value }))
export const cardName = (code: string): string => prefs.words.first([`card.${code}.name`], code)
