import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vitest/config'

/** Units of the page. CONDOTTA_GOLDEN names the folder of what Python says of the same things. */
export default defineConfig({
  plugins: [svelte()],
  test: { include: ['tests/unit/*.test.ts'], environment: 'node' },
})
