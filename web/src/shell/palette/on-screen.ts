import type { PaletteAction } from '../../kit/navigation/palette-source.ts'

/** What one acts with: buttons, links that look like them, parts of the screen, and choices of which one always is on. */
const OF_SCREEN = [
  '[role="tabpanel"] button',
  '[role="tabpanel"] a.mantine-Button-root',
  '[role="tabpanel"] .mantine-SegmentedControl-root input',
].join()
const OF_FRAME = '[data-palette] button'
/** What is chosen already would do nothing. */
const CHOSEN = ':checked, [role="tab"][aria-selected="true"]'
/** What belongs to a row is found by the row; a heading sorts. What acts on a whole table from within it says so itself. */
const WITHIN_ROWS = 'table, [role="grid"], [role="row"], [aria-hidden="true"], [data-no-palette]'

/** What one came for stands before what is there on every screen. */
const buttons = (): readonly HTMLElement[] =>
  [OF_SCREEN, OF_FRAME].flatMap((which) => [...document.querySelectorAll<HTMLElement>(which)])

/** Every action that the screen shows and that can be used now, under the names that it has there. */
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
/** Where a browser cannot say, it is. */
const isShown = (button: HTMLElement) =>
  !('checkVisibility' in button) || button.checkVisibility() || moreOf(button) !== null
/** The button that shows filters that wait behind it. */
const moreOf = (button: HTMLElement) =>
  button.closest('[data-some]')?.querySelector<HTMLElement>('[data-row-button][aria-expanded="false"]') ?? null

/** What a button is called: with what it narrows or shows, where only its place says so. */
function labelOf(button: HTMLElement): string {
  const [shown = button] = button instanceof HTMLInputElement ? (button.labels ?? []) : []
  const name = (button.getAttribute('aria-label') ?? shown.textContent).replaceAll(/\s+/g, ' ').trim()
  if (name === '') return ''
  const group = button.closest('[role="group"], [role="radiogroup"]')?.getAttribute('aria-label')
  if (group === 'Filters') {
    if (name === 'Clear') return 'Clear the filters'
    return button.matches('[aria-label], [data-row-button]') ? name : `Filter by ${name}`
  }
  return group ? `${group}: ${name}` : name
}

/** The screen may have been drawn again since: then it is the button of that name. */
function press(button: HTMLElement, label: string): void {
  const now = button.isConnected ? button : buttons().find((one) => labelOf(one) === label && isUsable(one))
  const isWaiting = now && 'checkVisibility' in now && !now.checkVisibility()
  const more = isWaiting ? moreOf(now) : null
  if (!more) return act(now)
  more.click()
  // It opens beneath itself, once it is there.
  requestAnimationFrame(() => act(now))
}

function act(button: HTMLElement | undefined): void {
  button?.focus()
  button?.click()
}
