import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vite'

/** The page is built into the package, so that one wheel serves everything. */
export default defineConfig({
  base: '/',
  plugins: [svelte()],
  build: {
    outDir: process.env['CONDOTTA_PAGE'] ?? '../src/condotta/server/page',
    emptyOutDir: true,
    target: 'es2022',
    sourcemap: false,
    assetsInlineLimit: 0,
  },
  server: {
    proxy: { '/api': { target: process.env['CONDOTTA_SERVER'] ?? 'http://127.0.0.1:8631', ws: true } },
  },
})
