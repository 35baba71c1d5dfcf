/** z-score of a 95% confidence interval. */
const Z = 1.96

export type Interval = { readonly low: number; readonly high: number }

/** Wilson 95% confidence interval of a share, from 0 to 1: wide if few are counted. */
export function wilsonInterval(hits: number, of: number): Interval {
  if (of <= 0) return { low: 0, high: 1 }
  const share = hits / of
  const spread = Z * Math.sqrt((share * (1 - share)) / of + (Z * Z) / (4 * of * of))
  const middle = share + (Z * Z) / (2 * of)
  const whole = 1 + (Z * Z) / of
  return { low: Math.max(0, (middle - spread) / whole), high: Math.min(1, (middle + spread) / whole) }
}

/** Ranks by the lower end of the confidence interval, so that a small lucky sample does not lead. */
export const rankByLowerBound = <Row>(rows: readonly Row[], of: (row: Row) => { hits: number; of: number }): Row[] =>
  rows.toSorted((one, other) => lowerBound(of(other)) - lowerBound(of(one)) || of(other).of - of(one).of)

const lowerBound = ({ hits, of }: { hits: number; of: number }) => (of > 0 ? wilsonInterval(hits, of).low : -1)
