import { GCProfiler } from 'node:v8'

/**
 * Measures the longest turn of this thread's event loop, in milliseconds of its own processor time, so that a busy machine does
 * not count. Garbage collection does not count either, because it depends on earlier tests. The returned function stops the
 * measurement and returns the result.
 */
export function measureLongestTurn(): () => number {
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

/** Milliseconds spent on garbage collection. */
function msOf(collecting: GCProfiler): number {
  return collecting.stop().statistics.reduce((ms, { cost }) => ms + cost / 1000, 0)
}
