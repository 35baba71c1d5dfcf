import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Takes five times as long as any other of the browser tests, small as it is. */
const LONGEST = 'e2e/src/shell/screens.test.ts'

/**
 * The longest first, of what is run beside each other: a fresh clone, which knows of no times yet, goes by the size of
 * files, and would come to this one last, with every other worker at rest.
 */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const longest = sorted.find(({ moduleId }) => moduleId.endsWith(LONGEST))
    if (!longest) return sorted
    const others = sorted.filter((file) => file !== longest)
    const first = others.findIndex(({ project }) => project === longest.project)
    return first < 0 ? sorted : others.toSpliced(first, 0, longest)
  }
}

export default defineConfig({
  test: {
    // One more than the cores that this is tried on: many a test waits for a clock or another process.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
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
          // Most of the time of most files went into loading the same modules again.
          isolate: false,
          include: [
            'domain/src/**/*.test.ts',
            'contract/src/**/*.test.ts',
            'tools/**/*.test.ts',
            'bench/src/**/*.test.ts',
          ],
          // For what hangs: properties over many cases take longer where much else runs.
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
      {
        test: {
          // Apart from the others: the browser's modules keep who is signed in, and what was asked.
          name: 'web',
          // A process for each file cost four times what its tests take; `new-page.ts` gives it modules of its own.
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
          // One page for all files of a worker: what they share is loaded once.
          isolate: false,
          // Elements and events live shortly, and are many: fewer, larger looks for garbage.
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
          // Half of the time of most files went into loading the server again.
          isolate: false,
          include: ['server/src/**/*.test.ts'],
          globalSetup: ['server/src/testing/global-setup.ts'],
          setupFiles: ['server/src/testing/setup-file.ts'],
          // For what hangs. What is slow says so itself, beside something else: a machine may be busy with much.
          testTimeout: 180_000,
          hookTimeout: 180_000,
          // Less than a test has, so that what hangs is named.
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
          // As long as the browser waits for what it is told to press: a page may be slow where much runs.
          expect: { poll: { timeout: 120_000 } },
        },
      },
    ],
  },
})
