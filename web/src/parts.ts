/** Where one is in the page, and the parts of it: each is loaded when somebody goes there. */
export const PARTS = {
  home: () => import('./lobby/Home.svelte'),
  new: () => import('./lobby/NewBattle.svelte'),
  room: () => import('./lobby/Room.svelte'),
  armies: () => import('./lobby/Armies.svelte'),
  army: () => import('./builder/Builder.svelte'),
  referee: () => import('./referee/Referee.svelte'),
  hall: () => import('./hall/Hall.svelte'),
  battle: () => import('./table/Joined.svelte'),
}

/** What a table shows to some, or when it is asked for. */
export const WITHIN = {
  dice: () => import('./table/Dice.svelte'),
  guide: () => import('./table/Guide.svelte'),
  help: () => import('./table/Help.svelte'),
  muster: () => import('./reported/Muster.svelte'),
}

/** The words of the address after the #. */
export const where = (): string[] =>
  location.hash.replace(/^#\/?/, '').split('?')[0]!.split('/').filter(Boolean).map(decodeURIComponent)

/** The referee's desk with a moment of a battle, as whoever sits at this screen sees it. */
export const deskOf = (battle: string, you: readonly string[]): string =>
  `#/referee/${encodeURIComponent(battle)}?seat=${you.length > 1 ? '' : encodeURIComponent(you[0] ?? 'spectators')}`

/** The part of the page at an address. */
export function partAt([kind = '', name = '']: readonly string[]): keyof typeof PARTS {
  if (kind === 'join') return 'room'
  if (kind === 'battle' && !name) return 'home'
  return Object.hasOwn(PARTS, kind) ? (kind as keyof typeof PARTS) : 'home'
}
