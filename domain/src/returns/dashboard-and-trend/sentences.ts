/** A value with its label. */
export type Named = { readonly name: string; readonly value: number }

/** Smaller changes count as 'about the same'. */
const STEADY = 0.05
/** One or two names are mentioned only if they make up this share of the total. */
const MAJORITY = 0.5
/** Values this many scaled deviations from the median stand out. */
const OUT_OF_ORDINARY = 3.5

const whole = (value: number) => Math.round(value).toLocaleString('en-GB')
/** Small averages are shown to one decimal place. */
const average = (value: number) => (value < 10 ? Number(value.toFixed(1)).toLocaleString('en-GB') : whole(value))
const percent = (share: number) => `${Math.round(share * 100)}%`

/**
 * Compares a period with the average of the periods before it, in a heading's few words. `units` are the singular and
 * the plural.
 *
 * @returns the finding, or '' if there is nothing to compare
 */
export function levelAndChange(
  { name, value }: Named,
  before: readonly number[],
  [one, many]: readonly [string, string],
): string {
  const level = `${name}: ${whole(value)} ${Math.round(value) === 1 ? one : many}`
  if (before.length === 0) return value > 0 ? level : ''
  const usual = before.reduce((sum, one) => sum + one, 0) / before.length
  if (usual === 0) return value > 0 ? `${name}: ${whole(value)}, up from none` : ''
  if (Math.round(value) === 0) return `${name}: no ${many}, usually ${average(usual)}`
  const change = (value - usual) / usual
  const compared = before.length === 1 ? 'the week before' : 'average'
  if (Math.abs(change) < STEADY) return `${name}: ${whole(value)}, about ${compared}`
  return `${name}: ${percent(Math.abs(change))} ${change > 0 ? 'above' : 'below'} ${compared}`
}

/** What {@link levelAndChange} compares with: 'average of the 8 weeks before: 256'; '' if nothing. */
export function comparedLevel(before: readonly number[]): string {
  if (before.length === 0) return ''
  const usual = average(before.reduce((sum, one) => sum + one, 0) / before.length)
  return before.length === 1 ? `week before: ${usual}` : `average of the ${before.length} weeks before: ${usual}`
}

/**
 * Compares a period with one earlier period, in a heading's few words. `units` are the singular and the plural.
 *
 * @returns the finding, or '' if both are zero
 */
export function levelAgainst(
  { name, value }: Named,
  before: Named | undefined,
  [one, many]: readonly [string, string],
): string {
  if (!before || before.value === 0)
    return value > 0 ? `${name}: ${whole(value)} ${Math.round(value) === 1 ? one : many}` : ''
  if (Math.round(value) === 0) return `${name}: no ${many}, ${before.name}: ${whole(before.value)}`
  const change = (value - before.value) / before.value
  if (Math.abs(change) < STEADY) return `${name}: about as in ${before.name}`
  return `${name}: ${percent(Math.abs(change))} ${change > 0 ? 'above' : 'below'} ${before.name}`
}

/** A longer finding is no heading. */
const MAX_WORDS = 8

/**
 * Names the one or two parts that make up most of the total; '' if no such few do. If the names of two are too long for
 * a heading, only the larger is named.
 */
export function behindMost(parts: readonly Named[], unit: string): string {
  const total = parts.reduce((sum, { value }) => sum + value, 0)
  const [first, second] = parts.toSorted((one, other) => other.value - one.value)
  if (!first || total === 0 || parts.length < 2) return ''
  if (first.value / total >= MAJORITY) return `${first.name}: ${percent(first.value / total)} of ${unit}`
  if (!second || parts.length < 4) return ''
  const both = (first.value + second.value) / total
  if (both < MAJORITY) return ''
  const finding = `${first.name} and ${second.name}: ${percent(both)} of ${unit}`
  return finding.split(' ').length <= MAX_WORDS ? finding : `${first.name}: ${percent(first.value / total)} of ${unit}`
}

/** The index of the period that stands out most from the median; −1 if none does, or fewer than eight are known. */
function standsOut(periods: readonly Named[]): number {
  if (periods.length < 8) return -1
  const middle = median(periods.map(({ value }) => value))
  const usual = median(periods.map(({ value }) => Math.abs(value - middle))) * 1.4826
  // Without a minimum scale, one extra piece would stand out among equal periods.
  const scale = Math.max(usual, Math.sqrt(middle), 1)
  const distances = periods.map(({ value }) => Math.abs(value - middle))
  const furthest = Math.max(...distances)
  return furthest / scale < OUT_OF_ORDINARY ? -1 : distances.indexOf(furthest)
}

/** Names the period that stands out most from the median; '' if none does. */
export function outOfOrdinary(periods: readonly Named[]): string {
  const furthest = periods[standsOut(periods)]
  if (!furthest) return ''
  const middle = median(periods.map(({ value }) => value))
  return `${furthest.name}: ${whole(furthest.value)}, usually ${whole(middle)}`
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  const half = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1 ? (sorted[half] ?? 0) : ((sorted[half - 1] ?? 0) + (sorted[half] ?? 0)) / 2
}
