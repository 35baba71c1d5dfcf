/** What was typed before a field had the focus: the text, and then the keys that do something with it, in their order. */
export type TypedAhead = { readonly text: string; readonly keys: readonly string[] }

/** The mark of the field that what is typed ahead is for. */
export const TAKES_TYPING = { 'data-takes-typing': true }
/** Should the field never come, the keyboard is given back after this long. */
const LONGEST_MS = 5000

const LAST = ['Enter', 'Escape']

let caught: { text: string; keys: string[]; began: number } | undefined

/**
 * From now on keys are kept from the screen, until the field takes what was typed with {@link takeTyped}. A scanner types
 * as soon as its key is pressed, and what it types would otherwise do something else there.
 */
export function catchTyping(): void {
  if (caught) return
  caught = { text: '', keys: [], began: performance.now() }
  window.addEventListener('keydown', onKeyDown, true)
}

/** Gives what was typed, and lets keys through again. */
export function takeTyped(): TypedAhead {
  window.removeEventListener('keydown', onKeyDown, true)
  const { text, keys } = caught ?? { text: '', keys: [] }
  caught = undefined
  return { text, keys }
}

function onKeyDown(event: KeyboardEvent) {
  const hasArrived = document.activeElement?.matches('[data-takes-typing]') ?? false
  if (!caught || hasArrived || performance.now() - caught.began > LONGEST_MS) return void takeTyped()
  if (event.ctrlKey || event.metaKey || (event.altKey && event.key.length > 1)) return
  event.preventDefault()
  event.stopImmediatePropagation()
  // What comes after Enter or Esc is for nothing that is there yet.
  if (LAST.includes(caught.keys.at(-1) ?? '')) return
  if (event.key.length === 1) setText(caught, caught.text + event.key)
  else if (event.key === 'Backspace' && caught.text) setText(caught, caught.text.slice(0, -1))
  else if (['ArrowDown', 'ArrowUp', ...LAST].includes(event.key)) caught.keys.push(event.key)
}

/** Another text is another list, whose first is selected: where the arrows had led in the one before is past. */
function setText(typed: { text: string; keys: string[] }, text: string) {
  typed.text = text
  typed.keys = []
}
