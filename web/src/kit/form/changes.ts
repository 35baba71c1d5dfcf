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

type Fields = Readonly<Record<string, unknown>>
/** A draft as it is kept: what was typed, over the values that the form began with then. */
export type KeptDraft = { readonly values: Fields; readonly base: Fields }

/**
 * The values to begin with where a draft is kept: what the user changed, over the record as it is now. Where the record has
 * another version by now, the draft is restored whole, because saving it is refused and says what others did; where it has none,
 * `alsoChanged` names the fields that others changed too.
 */
export function restoreDraft<Values extends Fields>(
  initial: Values,
  { values, base }: KeptDraft,
): { readonly values: Values; readonly alsoChanged: readonly string[] } {
  if (base['version'] !== initial['version']) return { values: draftOf(initial, values), alsoChanged: [] }
  const mine = changedFields(base, values)
  const restored = draftOf(initial, Object.fromEntries(mine.map((field) => [field, values[field]])))
  const theirs = new Set(changedFields(base, initial))
  const differing = changedFields(initial, restored)
  return { values: restored, alsoChanged: differing.filter((field) => theirs.has(field)) }
}
