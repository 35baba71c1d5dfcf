/** Steps of the sequential colours (`--step-1` to `--step-5`). */
export const STEPS = 5

/** The step of a value between the lowest and the highest, from 1; a single value has the first. */
export function stepOf(value: number, low: number, high: number): number {
  if (high <= low) return 1
  return Math.min(STEPS, 1 + Math.floor(((value - low) / (high - low)) * STEPS))
}
