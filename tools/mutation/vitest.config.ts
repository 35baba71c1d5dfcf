import { defineConfig } from 'vitest/config'

/** Tests that run on mutants of the engine: only those of allocation and costing. */
export default defineConfig({
  test: { include: ['domain/src/routing/**/*.test.ts'] },
})
