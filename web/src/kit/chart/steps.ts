/** Steps of the sequential colours (`--step-1` to `--step-5`). */
export const STEPS = 5

/** The colours of a shaded part: of its step, and of text on it. */
export const stepColours = (step: number) => ({
  background: `var(--step-${step})`,
  color: step >= 4 ? 'var(--on-step)' : 'var(--mantine-color-text)',
})

/** The step of a value between the lowest and the highest, from 1; a single value has the first. */
export function stepOf(value: number, low: number, high: number): number {
  if (high <= low) return 1
  return Math.min(STEPS, 1 + Math.floor(((value - low) / (high - low)) * STEPS))
}
