/** What some work gives, and how many milliseconds of processor time this process took for it: no other one adds to that. */
export async function withProcessorTime<Result>(work: () => Promise<Result>): Promise<{ result: Result; ms: number }> {
  const before = process.cpuUsage()
  const result = await work()
  const { user, system } = process.cpuUsage(before)
  return { result, ms: (user + system) / 1000 }
}
