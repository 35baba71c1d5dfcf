/**
 * Keeps what is costly to make, up to `max` of them (or of their sizes, where `sizeOf` tells them), and forgets the ones used
 * longest ago. A failed making is not kept, and two that ask at once may both make it.
 */
export function keepLastUsed<Value>(
  max: number,
  sizeOf: (value: Value) => number = () => 1,
): (name: string, make: () => Promise<Value>) => Promise<Value> {
  const kept = new Map<string, Value>()
  let size = 0
  return async (name, make) => {
    const value = kept.get(name) ?? (await make())
    const before = kept.get(name)
    if (before !== undefined) size -= sizeOf(before)
    // The last used stand last.
    kept.delete(name)
    kept.set(name, value)
    size += sizeOf(value)
    for (const [oldest, forgotten] of kept) {
      if (size <= max) break
      kept.delete(oldest)
      size -= sizeOf(forgotten)
    }
    return value
  }
}
