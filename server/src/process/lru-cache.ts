/**
 * Caches expensive values up to a total of `max` values or, with `sizeOf`, of their sizes, and discards those used longest ago.
 * Failures are not cached. Two callers at once may both create the value.
 */
export function makeLruCache<Value>(
  max: number,
  sizeOf: (value: Value) => number = () => 1,
): (name: string, make: () => Promise<Value>) => Promise<Value> {
  const cached = new Map<string, Value>()
  let size = 0
  return async (name, make) => {
    const value = cached.get(name) ?? (await make())
    const before = cached.get(name)
    if (before !== undefined) size -= sizeOf(before)
    // The map is in order of use: the most recent is last.
    cached.delete(name)
    cached.set(name, value)
    size += sizeOf(value)
    for (const [oldest, discarded] of cached) {
      if (size <= max) break
      cached.delete(oldest)
      size -= sizeOf(discarded)
    }
    return value
  }
}
