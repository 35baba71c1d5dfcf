import type { PaletteAction } from '../../kit/navigation/palette-source.ts'

/** The screen's controls: buttons, links that look like buttons, and segmented controls. */
const OF_SCREEN = [
  '[role="tabpanel"] button',
  '[role="tabpanel"] a.mantine-Button-root',
  '[role="tabpanel"] .mantine-SegmentedControl-root input',
].join()
const OF_FRAME = '[data-palette] button'
/** Options that are already selected would do nothing. */
const CHOSEN = ':checked, [role="tab"][aria-selected="true"]'
/** Excludes controls of rows, which the user finds by the row, and headings that sort. Others can opt out with data-no-palette. */
const WITHIN_ROWS = 'table, [role="grid"], [role="row"], [aria-hidden="true"], [data-no-palette]'

/** The screen's controls first, then those of the frame, which every screen has. */
const buttons = (): readonly HTMLElement[] =>
  [OF_SCREEN, OF_FRAME].flatMap((selector) => [...document.querySelectorAll<HTMLElement>(selector)])

/** The enabled controls on the screen as palette actions, with the same labels. */
export function actionsOnScreen(): readonly PaletteAction[] {
  const named = new Map<string, PaletteAction>()
  for (const button of buttons()) {
    const label = labelOf(button)
    if (label === '' || named.has(label) || !isUsable(button)) continue
    named.set(label, {
      id: `here ${label}`,
      group: 'On this screen',
      label,
      run: () => press(button, label),
    })
  }
  return [...named.values()]
}

const isUsable = (button: HTMLElement) =>
  !button.matches(`:disabled, [aria-disabled="true"], ${CHOSEN}`) && !isOfRow(button) && isShown(button)
const isOfRow = (button: HTMLElement) => !button.matches('[data-palette]') && button.closest(WITHIN_ROWS) !== null
/** Without checkVisibility in the browser, assume that it is. */
const isShown = (button: HTMLElement) =>
  !('checkVisibility' in button) || button.checkVisibility() || filterMenuOf(button) !== null
/** The button whose menu has a filter that is off, or null. */
const filterMenuOf = (button: HTMLElement) =>
  button.closest('[data-chip]')?.closest('[role="group"]')?.querySelector<HTMLElement>('[data-filter-menu]') ?? null

/** The label of a button, with the name of its group if only its place tells what it filters or shows. */
function labelOf(button: HTMLElement): string {
  const [shown = button] = button instanceof HTMLInputElement ? (button.labels ?? []) : []
  const name = (button.getAttribute('aria-label') ?? shown.textContent).replaceAll(/\s+/g, ' ').trim()
  if (name === '') return ''
  const group = button.closest('[role="group"], [role="radiogroup"]')?.getAttribute('aria-label')
  if (group === 'Filters') {
    if (name === 'Clear') return 'Clear the filters'
    return button.matches('[aria-label], [data-filter-menu]') ? name : `Filter by ${name}`
  }
  return group ? `${group}: ${name}` : name
}

/** Presses a button. If React has replaced it since, presses the one with the same label. */
function press(button: HTMLElement, label: string): void {
  const now = button.isConnected ? button : buttons().find((one) => labelOf(one) === label && isUsable(one))
  const isHidden = now && 'checkVisibility' in now && !now.checkVisibility()
  // The editor of a hidden filter returns the focus to the button that has it in its menu.
  const focused = isHidden ? filterMenuOf(now) : now
  focused?.focus()
  now?.click()
}
