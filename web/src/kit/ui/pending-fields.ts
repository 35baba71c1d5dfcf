const underWay = new Set<Promise<unknown>>()

/**
 * Registers work that a field has not finished, such as looking up a SKU after Enter, so that a save waits for it.
 */
export function trackPendingField<Value>(work: Promise<Value>): Promise<Value> {
  underWay.add(work)
  const end = () => void underWay.delete(work)
  work.then(end, end)
  return work
}

export const hasPendingFields = (): boolean => underWay.size > 0

/** Resolves when all pending fields have finished or failed. */
export async function waitForPendingFields(): Promise<void> {
  while (hasPendingFields()) await Promise.allSettled(underWay)
}
