/**
 * Watches for how long this thread works without coming round to what else waits for it: the longest turn, in milliseconds
 * of its own processor time, for what a busy machine adds is nobody's fault. Gives what ends it and says so.
 */
export function watchTurns(): () => number {
  const worked = () => {
    const { user, system } = process.threadCpuUsage()
    return (user + system) / 1000
  }
  let longest = 0
  let last = worked()
  const look = () => {
    const now = worked()
    longest = Math.max(longest, now - last)
    last = now
  }
  const timer = setInterval(look, 5)
  return () => {
    clearInterval(timer)
    look()
    return longest
  }
}
