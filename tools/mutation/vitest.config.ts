import { defineConfig } from 'vitest/config'

/** What the mutants of the engine are tried by: the tests of allocation and costing alone. */
export default defineConfig({
  test: { include: ['domain/src/routing/**/*.test.ts'] },
})
