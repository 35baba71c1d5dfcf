import type { KeyboardEvent } from 'react'

const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }

/**
 * The arrow keys of a picture made of buttons: they move the focus, which shows the tooltip, to the next or previous
 * one; in a table up and down stay in the column.
 */
export function moveByArrows(event: KeyboardEvent<HTMLElement>): void {
  const step = STEPS[event.key]
  const focused = document.activeElement
  if (step === undefined || !(focused instanceof HTMLButtonElement)) return
  event.preventDefault()
  const cell = focused.closest('td')
  const isUpOrDown = event.key === 'ArrowUp' || event.key === 'ArrowDown'
  const buttons = [...event.currentTarget.querySelectorAll('button')]
  const along = cell && isUpOrDown ? buttons.filter((one) => one.closest('td')?.cellIndex === cell.cellIndex) : buttons
  along[along.indexOf(focused) + step]?.focus()
}
