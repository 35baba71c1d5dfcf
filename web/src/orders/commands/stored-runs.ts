import { UNDO_MINUTES } from '@despatch/domain/orders/commands/command-text'
import { z } from 'zod'
import { windowStorage } from '../../kit/browser/storage.ts'
import type { CommandRun } from './command-run.ts'

/** For this window only; the number changes with the stored shape, so that old data is ignored. */
const KEY = 'despatch.order-commands.3'
const storedRuns = z.array(
  z.custom<CommandRun>((run) => z.object({ commandId: z.string(), givenAt: z.number() }).safeParse(run).success),
)

/**
 * Commands sent before a reload that the user can still act on. The progress of running ones is unknown; retrying
 * resumes them.
 */
export function readRuns(now = Date.now()): readonly CommandRun[] {
  const { data = [] } = storedRuns.safeParse(windowStorage.read(KEY))
  return data
    .filter(({ givenAt, endedAt = givenAt }) => now - endedAt < UNDO_MINUTES * 60_000)
    .map((run) =>
      // Leaving the page may already have cancelled the call.
      run.state === 'running' || run.state === 'broken'
        ? { ...run, state: 'broken', problem: 'The page reloaded before the result arrived.' }
        : run.state === 'undoing'
          ? { ...run, state: 'ended' }
          : run,
    )
}

export function storeRuns(runs: readonly CommandRun[]): void {
  windowStorage.write(KEY, runs.length > 0 ? runs : undefined)
}
