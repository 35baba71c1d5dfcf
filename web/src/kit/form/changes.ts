/** The names of the fields whose values differ. Values must be JSON. */
export function changedFields(
  before: Readonly<Record<string, unknown>>,
  now: Readonly<Record<string, unknown>>,
): string[] {
  return Object.keys({ ...before, ...now }).filter(
    (field) => JSON.stringify(before[field] ?? '') !== JSON.stringify(now[field] ?? ''),
  )
}

/**
 * The fields of `now` that the user changed after `sent` was sent. For a field that is a map: its entries in `base`, with
 * those that changed since.
 *
 * @param base the form's initial values once `sent` is saved
 */
export function typedSince<Values extends Fields>(sent: Fields, now: Values, base: Fields): Partial<Values> {
  const later = changedFields(sent, now).filter((field) => field in now)
  return Object.fromEntries(
    later.map((field) => [field, laterValue(sent[field], now[field], base[field])]),
  ) as Partial<Values>
}

function laterValue(sent: unknown, now: unknown, base: unknown): unknown {
  if (!isMap(sent) || !isMap(now)) return now
  const baseMap = isMap(base) ? base : {}
  const isRemoved = (entry: string) => entry in sent && !(entry in now)
  const rest = Object.entries(baseMap).filter(([entry]) => !isRemoved(entry))
  return { ...Object.fromEntries(rest), ...typedSince(sent, now, baseMap) }
}

const isMap = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * The kind of a value, as far as components depend on it. One field may have a text, a number or null by turns: a weight is
 * null until it is typed, and text while it cannot be parsed. If a draft of an older form has another kind, the component
 * that reads it would fail.
 */
function kindOf(value: unknown): 'list' | 'object' | 'single' {
  if (Array.isArray(value)) return 'list'
  return isMap(value) ? 'object' : 'single'
}

/** The initial values, overwritten with those of a draft that still fit the form. */
export function draftOf<Values extends Readonly<Record<string, unknown>>>(initial: Values, draft: unknown): Values {
  if (typeof draft !== 'object' || draft === null) return initial
  const fitting = Object.entries(draft).filter(([field, value]) => {
    const was = initial[field]
    return field in initial && (was === null || was === undefined || kindOf(value) === kindOf(was))
  })
  return { ...initial, ...Object.fromEntries(fitting) }
}

type Fields = Readonly<Record<string, unknown>>
/** `base` are the values with which the form began when the draft was typed. */
export type StoredDraft = { readonly values: Fields; readonly base: Fields }

/**
 * The values with which a form begins if it has a draft: the user's changes, on top of the current record. If the record has
 * another version by now, the whole draft is restored: saving it is refused, and the conflict shows the changes of others. For
 * records without versions, `alsoChanged` names the fields that others changed too.
 */
export function restoreDraft<Values extends Fields>(
  initial: Values,
  { values, base }: StoredDraft,
): { readonly values: Values; readonly alsoChanged: readonly string[] } {
  if (base['version'] !== initial['version']) {
    // JSON drops undefined, so a field that the user emptied is missing from the values.
    const emptied = Object.fromEntries(Object.keys(base).map((field) => [field, undefined]))
    return { values: draftOf(initial, { ...emptied, ...values }), alsoChanged: [] }
  }
  const mine = changedFields(base, values)
  const restored = draftOf(initial, Object.fromEntries(mine.map((field) => [field, values[field]])))
  const theirs = new Set(changedFields(base, initial))
  const differing = changedFields(initial, restored)
  return { values: restored, alsoChanged: differing.filter((field) => theirs.has(field)) }
}
