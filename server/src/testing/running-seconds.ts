const TICK_MS = 50
/** The most that one tick adds: a process that did not run has not waited. */
const MAX_MS = 250

/**
 * Counts the seconds in which this process was running. Time in which the machine held it up adds almost nothing, as it adds
 * nothing to the process's own timeouts.
 */
export function countRunningSeconds(): { seconds(): number; stop(): void } {
  let counted = 0
  let last = performance.now()
  const timer = setInterval(() => {
    const now = performance.now()
    counted += Math.min(now - last, MAX_MS)
    last = now
  }, TICK_MS)
  return { seconds: () => counted / 1000, stop: () => clearInterval(timer) }
}
