/** Addresses by which another screen reaches this table. */

/** Whether an address means the machine itself to whoever opens it. */
export function loops(address: string): boolean {
  const host = new URL(address).hostname
  return host === 'localhost' || host.endsWith('.localhost') || /^127\./.test(host) || host === '[::1]' || host === '0.0.0.0' || host === '[::]'
}

/** Those by which others reach it: the one that the page was opened by, unless that means this machine. */
export function reachable(here: string, told: readonly string[]): string[] {
  const own = here.endsWith('/') ? here : `${here}/`
  if (!loops(own)) return [own]
  return told.filter((one) => !loops(one)).map((one) => (one.endsWith('/') ? one : `${one}/`))
}
