import { useKeys } from './keys.ts'

/** A control that a single letter presses, as screen readers say it too. */
export const actKey = (key: string) => ({ 'aria-keyshortcuts': key })

/**
 * Single letters that press the control of the screen that has them ({@link actKey}): of the row that has the focus, else
 * outside of all rows; of several the last, because the bar of what is selected stands behind the screen's own.
 */
export function useActKeys(...letters: readonly string[]): void {
  useKeys(Object.fromEntries(letters.map((letter) => [letter, () => press(letter)])))
}

function press(letter: string): void {
  const selector = `[aria-keyshortcuts="${letter}"]`
  const row = document.activeElement?.closest('tr')
  const [ofRow] = row?.querySelectorAll<HTMLElement>(selector) ?? []
  const ofScreen = [...document.querySelectorAll<HTMLElement>(selector)]
  const control = ofRow ?? ofScreen.findLast((one) => !one.closest('tr') && isUsable(one))
  control?.focus()
  control?.click()
}

const isUsable = (control: HTMLElement) =>
  !control.matches(':disabled, [data-disabled]') && (!('checkVisibility' in control) || control.checkVisibility())

/** `j` and `k` go from link to link of what is marked `data-walk`: a list that is no table of rows; Enter opens. */
export function useWalkKeys(): void {
  const walk = (step: 1 | -1) => {
    const stops = [...document.querySelectorAll<HTMLElement>('[data-walk] :is(a, button):not(:disabled)')]
    const at = stops.findIndex((stop) => stop === document.activeElement)
    const next = at < 0 ? 0 : Math.max(0, Math.min(stops.length - 1, at + step))
    stops[next]?.focus()
  }
  useKeys({ j: () => walk(1), k: () => walk(-1) })
}
