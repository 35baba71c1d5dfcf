import { setPriority } from 'node:os'
import { isMainThread } from 'node:worker_threads'

/** A nice(1) value: beside the server's own thread it gets a tenth of a contended processor. */
const NICENESS = 10

/**
 * Gives calls priority over the work of this thread. Only on Linux does a thread have its own priority; elsewhere this would
 * slow down the whole server.
 */
export function lowerPriority(): void {
  if (process.platform === 'linux' && !isMainThread) setPriority(NICENESS)
}
