import { formatCount } from '@despatch/domain/money/money'

const oneDecimal = new Intl.NumberFormat('en-GB', { minimumFractionDigits: 1, maximumFractionDigits: 1 })

/** Numerator and denominator. */
export type Share = { readonly hits: number; readonly of: number }
/** '+1.2 points' for a share; '' without a value before. */
export function pointsText(now: Share, before: Share): string {
  if (now.of === 0 || before.of === 0) return ''
  const points = (now.hits / now.of - before.hits / before.of) * 100
  if (Math.abs(points) < 0.05) return 'No change'
  return `${points > 0 ? '+' : '−'}${oneDecimal.format(Math.abs(points))} points`
}

/** '96.2%'; '–' without a denominator. */
export const shareText = (hits: number, of: number): string =>
  of > 0 ? `${oneDecimal.format((hits / of) * 100)}%` : '–'

/** A share as a point of a line: null without a denominator. */
export const sharePoint = ({ hits, of }: Share): number | null => (of > 0 ? hits / of : null)

/** '+12%', '−3%', 'No change'; '' without a value before. */
export function changeText(now: number, before: number): string {
  if (before === 0) return now === 0 ? 'No change' : ''
  const percent = Math.round(((now - before) / before) * 100)
  if (percent === 0) return 'No change'
  return `${percent > 0 ? '+' : '−'}${formatCount(Math.abs(percent))}%`
}

/** Below this, percentages exaggerate: 2 after 1 is no '+100%'. */
const MIN_FOR_PERCENT = 10

/** '+12%' for a count, '+1' for small ones, 'No change'. */
export function countChange(now: number, before: number): string {
  if (before >= MIN_FOR_PERCENT || now === before) return changeText(now, before)
  return `${now > before ? '+' : '−'}${formatCount(Math.abs(now - before))}`
}
