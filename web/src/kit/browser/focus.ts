/** Whether what had the focus has gone with it, or can have it no longer, as a button at work. */
function isLost(): boolean {
  const { activeElement, body } = document
  return activeElement === null || activeElement === body || activeElement.matches(':disabled')
}

/** Gives the focus to an element where it was lost. */
export function focusIfLost(element: HTMLElement | null | undefined): void {
  if (isLost()) element?.focus({ preventScroll: true })
}

/** Where the focus was lost, gives it to the row that one was at, else to the table, else to the screen. */
export function keepFocus(): void {
  if (document.querySelector('[aria-modal="true"]')) return
  const places = ['[data-rows] tr[tabindex="0"]', '[data-rows]', '[role="tabpanel"]']
  const elements = places.map((selector) => document.querySelector<HTMLElement>(selector))
  focusIfLost(elements.find((element) => element !== null))
}

/** Goes to the filter that `/` goes to: the one near what is about to vanish from the row of filters, or of the list. */
export function focusFilter(): void {
  document.querySelector<HTMLElement>('[data-filter]')?.focus()
}
