/**
 * Keeps what is costly to make, up to `max` of them, and forgets the ones used longest ago. A failed making is not
 * kept, and two that ask at once may both make it.
 */
export function keepLastUsed<Value>(max: number): (name: string, make: () => Promise<Value>) => Promise<Value> {
  const kept = new Map<string, Value>()
  return async (name, make) => {
    const value = kept.get(name) ?? (await make())
    // The last used stand last.
    kept.delete(name)
    kept.set(name, value)
    for (const oldest of kept.keys()) {
      if (kept.size <= max) break
      kept.delete(oldest)
    }
    return value
  }
}
