const LOOK_MS = 50
/** What one look adds at most: a process that did not come round to look has not waited. */
const MAX_MS = 250

/**
 * Counts the seconds in which this process came round to what it waits for. A machine that holds it up for a while adds
 * next to nothing, as it adds nothing to the time limits that the process itself keeps. Gives the seconds so far, and
 * what ends the counting.
 */
export function countAttentiveSeconds(): { seconds(): number; stop(): void } {
  let counted = 0
  let last = performance.now()
  const timer = setInterval(() => {
    const now = performance.now()
    counted += Math.min(now - last, MAX_MS)
    last = now
  }, LOOK_MS)
  return { seconds: () => counted / 1000, stop: () => clearInterval(timer) }
}
