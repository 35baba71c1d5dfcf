import { GCProfiler } from 'node:v8'

/**
 * Watches for how long this thread works without coming round to what else waits for it: the longest turn, in milliseconds
 * of its own processor time, for what a busy machine adds is nobody's fault. Nor is the collecting of garbage, which
 * takes as long as all that the tests before have left. Gives what ends it and says so.
 */
export function watchTurns(): () => number {
  const worked = () => {
    const { user, system } = process.threadCpuUsage()
    return (user + system) / 1000
  }
  let collecting = startCollecting()
  let longest = 0
  let last = worked()
  const look = () => {
    const now = worked()
    longest = Math.max(longest, now - last - msOf(collecting))
    collecting = startCollecting()
    last = worked()
  }
  const timer = setInterval(look, 5)
  return () => {
    clearInterval(timer)
    look()
    collecting.stop()
    return longest
  }
}

function startCollecting(): GCProfiler {
  const profiler = new GCProfiler()
  profiler.start()
  return profiler
}

/** How long garbage was collected, in milliseconds. */
function msOf(collecting: GCProfiler): number {
  return collecting.stop().statistics.reduce((ms, { cost }) => ms + cost / 1000, 0)
}
