/** How near one looks at the sheet, and where: plain geometry, in units of the sheet. */

/** A closeness, of which 1 shows all, and the corner of the sheet that is seen first. */
export interface Eye { readonly k: number; readonly mx: number; readonly my: number }
export interface Size { readonly w: number; readonly h: number }
/** The whole sheet with its margin, and the pixels that there are for it. */
export interface Frame { readonly full: Size; readonly margin: number; readonly wide: number; readonly tall: number }
/** Something that stands there: its middle, and how long it is. */
export interface Spot { readonly x: number; readonly y: number; readonly size: number }

export const CLOSEST = 6
const FARTHER = 0.96
/** So many pixels long a thing is when one can tell it from its neighbours. */
export const TELLING = 30
/** What is shown is no nearer to the edge of what is seen. */
const NEAR_EDGE = 44
/** So many pixels more than half of it, with its name, a thing that is looked at needs about its middle. */
const NAMED = 14
/** What is about a thing that is looked at from near belongs to it: who stands beside it. */
const AROUND = 26

/** How much of the sheet is seen at a closeness: as much as the frame has room for, of the sheet alone. */
export function seenAt({ full, wide, tall }: Frame, closeness: number): Size {
  const [w, h] = [full.w / closeness, full.h / closeness]
  return { w: Math.min(full.w, Math.max(w, (h * wide) / tall)), h: Math.min(full.h, Math.max(h, (w * tall) / wide)) }
}

/** How many pixels a unit of the sheet has at a closeness. */
export function pixelsAt(frame: Frame, closeness: number): number {
  const seen = seenAt(frame, closeness)
  return Math.min(frame.wide / seen.w, frame.tall / seen.h)
}

/** The same eye with nothing seen beyond the sheet. */
export function within(frame: Frame, { k, mx, my }: Eye): Eye {
  const { w, h } = seenAt(frame, k)
  return { k, mx: Math.min(Math.max(mx, 0), Math.max(0, frame.full.w - w)), my: Math.min(Math.max(my, 0), Math.max(0, frame.full.h - h)) }
}

/** An eye at a closeness with a place of the sheet in the middle. */
export function upon(frame: Frame, k: number, x: number, y: number): Eye {
  const { w, h } = seenAt(frame, k)
  return within(frame, { k, mx: x + frame.margin - w / 2, my: y + frame.margin - h / 2 })
}

interface Box { readonly left: number; readonly right: number; readonly top: number; readonly low: number }
/** The box about things as they are seen at a closeness: each whole, and no less than so much about its middle. */
function around(frame: Frame, k: number, spots: readonly Spot[], least: number): Box {
  const pixels = pixelsAt(frame, k)
  const rooms = spots.map(({ size }) => Math.max(least, size / 2 + NAMED / pixels))
  const reach = (of: 'x' | 'y', sign: 1 | -1): number => sign * Math.max(...spots.map((spot, index) => sign * spot[of] + rooms[index]!))
  return { left: reach('x', -1), right: reach('x', 1), top: reach('y', -1), low: reach('y', 1) }
}
function sees(frame: Frame, { k, mx, my }: Eye, { left, right, top, low }: Box): boolean {
  const [{ w, h }, x, y] = [seenAt(frame, k), mx - frame.margin, my - frame.margin]
  return left > x && right < x + w && top > y && low < y + h
}
/** An eye with things in the middle, no nearer than so close, and so far off that all of them are seen whole. */
function on(frame: Frame, closeness: number, spots: readonly Spot[], least: number): Eye {
  let [k, box] = [closeness, around(frame, closeness, spots, least)]
  while (k > 1 && (seenAt(frame, k).w < box.right - box.left || seenAt(frame, k).h < box.low - box.top)) {
    k = Math.max(1, k * FARTHER)
    box = around(frame, k, spots, least)
  }
  return upon(frame, k, (box.left + box.right) / 2, (box.top + box.low) / 2)
}

/** The eye that sees all of that: the same where it does, else no nearer, with them in the middle. */
export function framing(frame: Frame, from: Eye, spots: readonly Spot[]): Eye {
  return from.k <= 1 || !spots.length || sees(frame, from, around(frame, from.k, spots, NEAR_EDGE)) ? from : on(frame, from.k, spots, NEAR_EDGE)
}

/** The eye that has come near enough to tell those apart that a thing was about, or as near as all of them can be seen. */
export function nearing(frame: Frame, from: Eye, spots: readonly Spot[]): Eye {
  if (!spots.length) return from
  const least = Math.min(...spots.map(({ size }) => size))
  let k = CLOSEST
  while (k > from.k && pixelsAt(frame, k * FARTHER) * least >= TELLING) k = Math.max(from.k, k * FARTHER)
  return k <= from.k && sees(frame, from, around(frame, k, spots, AROUND)) ? from : on(frame, k, spots, AROUND)
}
