import { defineConfig } from 'vitest/config'

/** Whole battles through the real page, in a real browser, against a real table. */
export default defineConfig({
  test: {
    include: ['tests/browser/*.spec.ts'],
    environment: 'node',
    testTimeout: 260_000,
    hookTimeout: 60_000,
    // as long as the browser itself waits for an element: a busy machine is no failure
    expect: { poll: { timeout: 30_000 } },
    fileParallelism: false,
  },
})
