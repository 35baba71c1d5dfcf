import { UNDO_MINUTES } from '@despatch/domain/orders/commands/command-text'
import { z } from 'zod'
import { inWindow } from '../../kit/browser/storage.ts'
import type { CommandRun } from './command-run.ts'

/** Of this window only; what another shape of it left behind is forgotten. */
const KEY = 'despatch.order-commands.2'
const kept = z.array(
  z.custom<CommandRun>((run) => z.object({ commandId: z.string(), givenAt: z.number() }).safeParse(run).success),
)

/**
 * The commands that this window gave before it was loaded again, as far as something can still be done about them. Of one
 * that was under way nobody here knows how far it got: trying again goes on from there.
 */
export function readRuns(now = Date.now()): readonly CommandRun[] {
  const { data = [] } = kept.safeParse(inWindow.read(KEY))
  return data
    .filter(({ givenAt, endedAt = givenAt }) => now - endedAt < UNDO_MINUTES * 60_000)
    .map((run) =>
      // Leaving the page may have broken the call off already, as if the server were away.
      run.state === 'running' || run.state === 'broken'
        ? { ...run, state: 'broken', problem: 'This page was loaded again before the answer came.' }
        : run.state === 'undoing'
          ? { ...run, state: 'ended' }
          : run,
    )
}

/** Keeps commands for when this window is loaded again. */
export function keepRuns(runs: readonly CommandRun[]): void {
  inWindow.keep(KEY, runs.length > 0 ? runs : undefined)
}
