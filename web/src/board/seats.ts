/** How seats look: colour, shape, the letter that begins the ids of their pieces, and a mark at the rear of their stands. */
export type SeatShape = 'circle' | 'square' | 'triangle' | 'diamond' | 'hexagon' | 'pentagon'

export interface SeatStyle {
  readonly name: string
  readonly letter: string
  readonly shape: SeatShape
}

export const STYLES: readonly SeatStyle[] = [
  { name: 'red', letter: 'R', shape: 'circle' },
  { name: 'blue', letter: 'B', shape: 'square' },
  { name: 'amber', letter: 'A', shape: 'triangle' },
  { name: 'green', letter: 'G', shape: 'diamond' },
  { name: 'rose', letter: 'E', shape: 'hexagon' },
  { name: 'slate', letter: 'S', shape: 'pentagon' },
]

/** The style of each seat: that of its name, else the first that nobody else has. */
export function styles(seats: readonly string[]): Map<string, number> {
  const named = (seat: string): number => STYLES.findIndex((style) => style.name === seat)
  const taken = new Set(seats.map(named))
  const free = STYLES.map((_, index) => index).filter((index) => !taken.has(index))
  return new Map(seats.map((seat) => [seat, named(seat) >= 0 ? named(seat) : (free.shift() ?? 0)]))
}

/** The points of a regular shape around the middle, the first one up. */
export function ngon(corners: number, radius: number): string {
  return Array.from({ length: corners }, (_, index) => {
    const angle = (2 * Math.PI * index) / corners
    return `${(radius * Math.sin(angle)).toFixed(2)},${(-radius * Math.cos(angle)).toFixed(2)}`
  }).join(' ')
}

/** The star of a general. */
export const STAR = Array.from({ length: 10 }, (_, index) => {
  const radius = index % 2 ? 1.7 : 4
  const angle = (Math.PI * index) / 5
  return `${(radius * Math.sin(angle)).toFixed(2)},${(-radius * Math.cos(angle)).toFixed(2)}`
}).join(' ')

/** What marks a seat at the rear edge of its stands, without colour. */
export function rearMark(style: number, width: number, depth: number): { d: string; dash?: string; round?: boolean } | null {
  const half = width / 2
  const y = depth - 1.9
  switch (style) {
    case 0:
      return null
    case 1:
      return { d: `M${1 - half} ${y}H${half - 1}` }
    case 2:
      return { d: `M${2 - half} ${y}H${half - 2}`, dash: '6 4' }
    case 3:
      return { d: `M${3 - half} ${y}H${half - 3}`, dash: '0.1 4', round: true }
    case 4:
      return { d: `M${1.5 - half} ${depth - 6}v4.5h4.5M${half - 1.5} ${depth - 6}v4.5h-4.5` }
    default:
      return { d: `M${-half / 2} ${y}H${half / 2}` }
  }
}
