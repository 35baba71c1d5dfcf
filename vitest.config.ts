import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // One more than the cores of our machine: many tests wait for a clock or another process.
    maxWorkers: 3,
    tags: [
      {
        name: 'corner',
        description: 'A rare corner of a browser journey, which npm test leaves to npm run test:browser',
      },
    ],
    projects: [
      {
        test: {
          name: 'unit',
          // With isolation, most files spend most of their time on loading the same modules again.
          isolate: false,
          include: [
            'domain/src/**/*.test.ts',
            'contract/src/**/*.test.ts',
            'tools/**/*.test.ts',
            'bench/src/**/*.test.ts',
          ],
          // For hangs only: properties over many cases take longer on a busy machine.
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
      {
        test: {
          // Separate, because the browser's modules remember the user and earlier calls.
          name: 'web',
          // A process per file would take four times as long as its tests. `new-page.ts` loads fresh modules instead.
          isolate: false,
          setupFiles: ['web/src/testing/new-page.ts'],
          include: ['web/src/**/*.test.ts'],
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
      {
        test: {
          name: 'component',
          environment: 'happy-dom',
          // One page for all files of a worker, so that shared modules are loaded once.
          isolate: false,
          // Many elements and events are short-lived: collect garbage less often.
          execArgv: ['--max-semi-space-size=32'],
          include: ['web/src/**/*.test.tsx'],
          setupFiles: ['web/src/testing/setup-file.ts'],
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
      {
        test: {
          name: 'server',
          // With isolation, most files spend half of their time on loading the server again.
          isolate: false,
          include: ['server/src/**/*.test.ts'],
          globalSetup: ['server/src/testing/global-setup.ts'],
          setupFiles: ['server/src/testing/setup-file.ts'],
          // For hangs only: a machine may be busy. Tests of speed compare with a second measurement.
          testTimeout: 180_000,
          hookTimeout: 180_000,
          // Less than testTimeout, so that the message names the expectation that hangs.
          expect: { poll: { timeout: 120_000 } },
        },
      },
      {
        test: {
          name: 'e2e',
          isolate: false,
          include: ['e2e/src/**/*.test.ts'],
          globalSetup: ['server/src/testing/global-setup.ts', 'e2e/src/support/global-setup.ts'],
          setupFiles: ['server/src/testing/setup-file.ts'],
          testTimeout: 300_000,
          hookTimeout: 300_000,
          // As long as the browser's own timeout: a page may be slow on a busy machine.
          expect: { poll: { timeout: 120_000 } },
        },
      },
    ],
  },
})
