import { useKeys } from './keys.ts'

/** Props of a control that a single letter activates. Screen readers announce the letter. */
export const actKey = (key: string) => ({ 'aria-keyshortcuts': key })

/**
 * Makes letters activate the control that has them ({@link actKey}): the one in the focused row, else the last one
 * outside all rows, because the selection bar comes after the screen’s own buttons.
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

/** `j` and `k` move between the links inside `data-walk`, for lists that are not tables. Enter opens. */
export function useLinkKeys(): void {
  const walk = (step: 1 | -1) => {
    const stops = [...document.querySelectorAll<HTMLElement>('[data-walk] :is(a, button):not(:disabled)')]
    const at = stops.findIndex((stop) => stop === document.activeElement)
    const next = at < 0 ? 0 : Math.max(0, Math.min(stops.length - 1, at + step))
    stops[next]?.focus()
  }
  useKeys({ j: () => walk(1), k: () => walk(-1) })
}
