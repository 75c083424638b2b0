/**
 * Who passes until the phase is over is answered for after as long as a person might take, by lot:
 * neither what is in the hand nor that nobody looked at it shows in the time. So are dice that are kept.
 */
import type { Table } from '../state/table.svelte'

const [LEAST, SPREAD] = [700, 1_800]

/** Called while the table is set up; it passes as long as that lives. */
export function passInTime(table: Table): void {
  const waits = new Map<number, ReturnType<typeof setTimeout>>()
  $effect(() => {
    for (const ask of table.talk.passed) {
      const id = ask.id ?? 0
      if (waits.has(id)) continue
      const wait = setTimeout(() => {
        waits.delete(id)
        void table.talk.pass(ask)
      }, LEAST + Math.random() * SPREAD)
      waits.set(id, wait)
    }
  })
  // whoever leaves the table passes no more; another question leaves those that wait alone
  $effect(() => () => waits.forEach((wait) => clearTimeout(wait)))
}
