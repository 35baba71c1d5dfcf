/** What was typed before a field had the focus: the text, and then a key that does something with it. */
export type TypedAhead = { readonly text: string; readonly key: string | undefined }

/** The mark of the field that what is typed ahead is for. */
export const TAKES_TYPING = { 'data-takes-typing': true }
/** Should the field never come, the keyboard is given back after this long. */
const LONGEST_MS = 5000

let caught: { text: string; key: string | undefined; began: number } | undefined

/**
 * From now on keys are kept from the screen, until the field takes what was typed with {@link takeTyped}. A scanner types
 * as soon as its key is pressed, and what it types would otherwise do something else there.
 */
export function catchTyping(): void {
  if (caught) return
  caught = { text: '', key: undefined, began: performance.now() }
  window.addEventListener('keydown', onKeyDown, true)
}

/** Gives what was typed, and lets keys through again. */
export function takeTyped(): TypedAhead {
  window.removeEventListener('keydown', onKeyDown, true)
  const { text, key } = caught ?? { text: '', key: undefined }
  caught = undefined
  return { text, key }
}

function onKeyDown(event: KeyboardEvent) {
  const hasArrived = document.activeElement?.matches('[data-takes-typing]') ?? false
  if (!caught || hasArrived || performance.now() - caught.began > LONGEST_MS) return void takeTyped()
  if (event.ctrlKey || event.metaKey || (event.altKey && event.key.length > 1)) return
  event.preventDefault()
  event.stopImmediatePropagation()
  // What comes after Enter or Esc is for nothing that is there yet.
  if (caught.key) return
  if (event.key.length === 1) caught.text += event.key
  else if (event.key === 'Backspace') caught.text = caught.text.slice(0, -1)
  else if (event.key === 'Enter' || event.key === 'Escape') caught.key = event.key
}
