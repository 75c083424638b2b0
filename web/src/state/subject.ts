/** Of whom a sentence speaks first: read from what it calls them, in whatever language. */

const LETTER = /\p{L}|\p{N}/u

/** The key of whoever is called first in a text; nothing where nobody is. */
export function subject(text: string, called: ReadonlyMap<string, string>): string {
  let [first, at, far] = ['', text.length, 0]
  for (const [key, name] of called) {
    const place = whole(text, name)
    // where two begin alike the longer name is meant
    if (place >= 0 && (place < at || (place === at && name.length > far))) [first, at, far] = [key, place, name.length]
  }
  return first
}

/** Where a name stands in a text by itself, not within a longer word. */
function whole(text: string, name: string): number {
  for (let place = name ? text.indexOf(name) : -1; place >= 0; place = text.indexOf(name, place + 1))
    if (!LETTER.test(text.charAt(place - 1)) && !LETTER.test(text.charAt(place + name.length))) return place
  return -1
}
