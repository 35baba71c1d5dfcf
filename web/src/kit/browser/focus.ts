/** Whether no usable element has the focus: its element was removed, or is a button that was disabled. */
function isLost(): boolean {
  const { activeElement, body } = document
  return activeElement === null || activeElement === body || activeElement.matches(':disabled')
}

export function focusIfLost(element: HTMLElement | null | undefined): void {
  if (isLost()) element?.focus({ preventScroll: true })
}

/** If the focus was lost, moves it to the current row, else to the table, else to the screen. */
export function restoreFocus(): void {
  if (document.querySelector('[aria-modal="true"]')) return
  const places = ['[data-rows] tr[tabindex="0"]', '[data-rows]', '[role="tabpanel"]']
  const elements = places.map((selector) => document.querySelector<HTMLElement>(selector))
  focusIfLost(elements.find((element) => element !== null))
}

/** Moves the focus to the filter that the key `/` opens, for controls beside it that remove themselves. */
export function focusFilter(): void {
  document.querySelector<HTMLElement>('[data-filter]')?.focus()
}
