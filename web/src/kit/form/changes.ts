/** The fields whose values differ, by name. Values are what JSON can hold. */
export function changedFields(
  before: Readonly<Record<string, unknown>>,
  now: Readonly<Record<string, unknown>>,
): string[] {
  return Object.keys({ ...before, ...now }).filter(
    (field) => JSON.stringify(before[field] ?? '') !== JSON.stringify(now[field] ?? ''),
  )
}

/** The values to begin with: a draft's, as far as it fits the form of today, over the initial ones. */
export function draftOf<Values extends Readonly<Record<string, unknown>>>(initial: Values, draft: unknown): Values {
  if (typeof draft !== 'object' || draft === null) return initial
  const fitting = Object.entries(draft).filter(([field, value]) => {
    const was = initial[field]
    return field in initial && typeof value === typeof was && Array.isArray(value) === Array.isArray(was)
  })
  return { ...initial, ...Object.fromEntries(fitting) }
}
