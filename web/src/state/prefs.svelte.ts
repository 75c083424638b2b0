/** What one person chose for this screen: language, theme, size of text. Kept on this machine. */
import { untrack } from 'svelte'
import { MediaQuery } from 'svelte/reactivity'
import { Names } from './names'
import { type Catalogue, Words } from './words'

export type Theme = 'system' | 'light' | 'dark'
export type TextSize = 'normal' | 'large'
/** How what others do is played out: by hand, slowly, quickly, or not at all. */
export const PACES = ['step', 'slow', 'quick', 'once'] as const
export type Pace = (typeof PACES)[number]
export const LANGUAGES: Readonly<Record<string, string>> = { en: 'English', fr: 'Français' }

function kept(name: string, otherwise: string): string {
  try {
    return localStorage.getItem(`condotta.${name}`) ?? otherwise
  } catch {
    return otherwise
  }
}

function keep(name: string, value: string): void {
  try {
    localStorage.setItem(`condotta.${name}`, value)
  } catch {
    // a private window keeps nothing; the choice still holds for this page
  }
}

function spoken(): string {
  const asked = new URLSearchParams(location.search).get('lang')
  const first = (asked ?? navigator.language).slice(0, 2)
  return kept('lang', first in LANGUAGES ? first : 'en')
}

class Prefs {
  lang = $state(spoken())
  theme = $state<Theme>(kept('theme', 'system') as Theme)
  text = $state<TextSize>(kept('text', 'normal') as TextSize)
  player = $state(kept('player', ''))
  snap = $state(kept('snap', 'on') === 'on')
  pace = $state<Pace>(PACES.find((one) => one === kept('pace', 'quick')) ?? 'quick')
  sound = $state(kept('sound', 'off') === 'on')
  /** Whether the browser is to tell when it is one's turn and the page is not in sight. */
  notices = $state(kept('notices', 'off') === 'on')
  /** Whether one is asked about every die that may be rolled again, or only where one or two lie there. */
  asks = $state<'all' | 'few'>(kept('asks', 'all') === 'few' ? 'few' : 'all')
  /** Whether several players share this device, one after the other, with a curtain between them. */
  curtain = $state(kept('curtain', 'off') === 'on')
  words = $state.raw(new Words('en', {}))
  /** Who holds which seat at the table that is open, where a name says who is meant. */
  players = $state.raw<Readonly<Record<string, string>>>({})
  names = $derived(new Names(this.words, this.players))
  ready = $state(false)
  private readonly loaded = new Map<string, Catalogue>()
  private readonly night = new MediaQuery('prefers-color-scheme: dark')

  async speak(lang: string): Promise<void> {
    const known = this.loaded.get(lang)
    const answer = known ? null : await fetch(`/api/words/${lang}`)
    const texts = known ?? ((await answer?.json()) as Catalogue)
    this.loaded.set(lang, texts)
    this.words = new Words(lang, texts, this.words.unit)
    this.lang = lang
    this.ready = true
    document.documentElement.lang = lang
    keep('lang', lang)
  }

  /** Lengths in the unit of the game that is looked at. */
  measure(unit: string): void {
    this.words = this.words.measured(unit)
  }

  /** For as long as it lasts things happen slowly, if no other pace was chosen; what is returned ends it. */
  calm(): () => void {
    const before = untrack(() => this.pace)
    if (kept('pace', '')) return () => undefined
    this.pace = 'slow'
    return () => {
      if (!kept('pace', '')) this.pace = before
    }
  }

  /** Whether the page is dark: as was chosen, or as everything on this machine is. */
  get dark(): boolean {
    return this.theme === 'dark' || (this.theme === 'system' && this.night.current)
  }

  dress(): void {
    document.documentElement.dataset['theme'] = this.dark ? 'dark' : 'light'
    document.documentElement.dataset['text'] = this.text
  }

  set(name: 'theme' | 'text' | 'player' | 'snap' | 'pace' | 'sound' | 'notices' | 'asks' | 'curtain', value: string): void {
    if (name === 'theme') this.theme = value as Theme
    else if (name === 'text') this.text = value as TextSize
    else if (name === 'player') this.player = value
    else if (name === 'pace') this.pace = value as Pace
    else if (name === 'sound') this.sound = value === 'on'
    else if (name === 'notices') this.notices = value === 'on'
    else if (name === 'curtain') this.curtain = value === 'on'
    else if (name === 'asks') this.asks = value === 'few' ? 'few' : 'all'
    else this.snap = value === 'on'
    keep(name, value)
    this.dress()
  }
}

export const prefs = new Prefs()
/** Says a message in the language of whoever looks. */
export const say = (key: string, given: Parameters<Words['say']>[1] = {}): string => prefs.words.say(key, given)
