/** Rates of fewer cases than this say too little to be drawn. */
export const MIN_CASES = 30

/** An axis of shares from 0 to 1 that begins where the data do. */
export type ShareAxis = { readonly from: number; readonly to: number; readonly ticks: readonly number[] }

const STEPS = [0.01, 0.02, 0.05, 0.1, 0.2, 0.25]
const MAX_LINES = 4
const WHOLE: ShareAxis = { from: 0, to: 1, ticks: [0, 0.25, 0.5, 0.75, 1] }

/** The axis for some shares, with at most four grid lines. */
export function shareAxis(shares: readonly number[]): ShareAxis {
  if (shares.length === 0) return WHOLE
  const [low, high] = [Math.min(...shares), Math.max(...shares)]
  for (const step of STEPS) {
    const to = Math.max(Math.ceil(high / step - 1e-9), 1)
    const from = Math.min(Math.floor(low / step + 1e-9), to - 1)
    if (to - from > MAX_LINES) continue
    const ticks = Array.from({ length: to - from + 1 }, (_, at) => Number(((from + at) * step).toFixed(2)))
    return { from: ticks[0] ?? 0, to: ticks.at(-1) ?? 1, ticks }
  }
  return WHOLE
}

/** The place of a share on an axis, in percent. */
export const placeOf = (share: number, { from, to }: ShareAxis): number => ((share - from) / (to - from)) * 100

/** '90'; the last tick has the unit: '100%'. */
export const tickText = (tick: number, { ticks }: ShareAxis): string =>
  `${Math.round(tick * 100)}${tick === ticks.at(-1) ? '%' : ''}`
