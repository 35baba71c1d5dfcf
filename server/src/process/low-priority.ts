import { setPriority } from 'node:os'
import { isMainThread } from 'node:worker_threads'

/** As nice(1) has it: of two that want the same processor, it has a tenth of the time of the server's own thread. */
const NICENESS = 10

/**
 * Lets the work of this thread wait for the calls that the server answers meanwhile. Only on Linux has a thread a priority of its
 * own; elsewhere it would be that of the whole server.
 */
export function lowerPriority(): void {
  if (process.platform === 'linux' && !isMainThread) setPriority(NICENESS)
}
