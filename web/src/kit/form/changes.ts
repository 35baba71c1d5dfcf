/** The fields whose values differ, by name. Values are what JSON can hold. */
export function changedFields(
  before: Readonly<Record<string, unknown>>,
  now: Readonly<Record<string, unknown>>,
): string[] {
  return Object.keys({ ...before, ...now }).filter(
    (field) => JSON.stringify(before[field] ?? '') !== JSON.stringify(now[field] ?? ''),
  )
}

/**
 * Of the values of now, the fields that were typed after others were sent. Of a field that is a map, the entries that were typed
 * since, in those that it has in `base`: the values that a form begins with once what was sent is saved.
 */
export function typedSince<Values extends Fields>(sent: Fields, now: Values, base: Fields): Partial<Values> {
  const later = changedFields(sent, now).filter((field) => field in now)
  return Object.fromEntries(
    later.map((field) => [field, laterValue(sent[field], now[field], base[field])]),
  ) as Partial<Values>
}

function laterValue(sent: unknown, now: unknown, base: unknown): unknown {
  if (!isMap(sent) || !isMap(now)) return now
  const begun = isMap(base) ? base : {}
  const isTaken = (entry: string) => entry in sent && !(entry in now)
  const rest = Object.entries(begun).filter(([entry]) => !isTaken(entry))
  return { ...Object.fromEntries(rest), ...typedSince(sent, now, begun) }
}

const isMap = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * What a component can take a value as. A field may hold text, a number or nothing by turns: a weight is null until it is typed,
 * and text for as long as it cannot be read. A list or an object in place of those, or the other way round, was written by an
 * older version of the form, and a component that reads it would fail.
 */
function kindOf(value: unknown): 'list' | 'object' | 'single' {
  if (Array.isArray(value)) return 'list'
  return isMap(value) ? 'object' : 'single'
}

/** The values to begin with: a draft's, as far as it fits the form of today, over the initial ones. */
export function draftOf<Values extends Readonly<Record<string, unknown>>>(initial: Values, draft: unknown): Values {
  if (typeof draft !== 'object' || draft === null) return initial
  const fitting = Object.entries(draft).filter(([field, value]) => {
    const was = initial[field]
    return field in initial && (was === null || was === undefined || kindOf(value) === kindOf(was))
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
  if (base['version'] !== initial['version']) {
    // JSON leaves undefined out: a field that was emptied so is not among the values.
    const emptied = Object.fromEntries(Object.keys(base).map((field) => [field, undefined]))
    return { values: draftOf(initial, { ...emptied, ...values }), alsoChanged: [] }
  }
  const mine = changedFields(base, values)
  const restored = draftOf(initial, Object.fromEntries(mine.map((field) => [field, values[field]])))
  const theirs = new Set(changedFields(base, initial))
  const differing = changedFields(initial, restored)
  return { values: restored, alsoChanged: differing.filter((field) => theirs.has(field)) }
}
