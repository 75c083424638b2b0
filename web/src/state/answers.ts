/** Answers in words at a table, for questions whose answers are listed. */
import type { Action } from '../wire'
import { Labels } from './labels'
import { prefs } from './prefs.svelte'
import type { Table } from './table.svelte'

export { named } from './labels'

/** What the answers at a table are called, in the language of this screen. */
export const labels = (table: Table): Labels => new Labels(prefs.words, prefs.names, table.position)

/** What an answer is called. */
export const answer = (table: Table, action: Action, slug: string): string => labels(table).action(action, slug)
