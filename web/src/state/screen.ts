/** What the screen is that one looks at. */
import { MediaQuery } from 'svelte/reactivity'

/** Whether it is as narrow as a telephone's: where `current` is read it stays so. */
export const phone = new MediaQuery('max-width: 720px')
