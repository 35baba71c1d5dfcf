/** Keys typed before the search field had the focus: the text, and then the control keys in order. */
export type TypeAhead = { readonly text: string; readonly keys: readonly string[] }

/** Marks the field that receives the captured keys. */
export const RECEIVES_TYPE_AHEAD = { 'data-takes-typing': true }
/** If the field never appears, the screen receives keys again after this time. */
const MAX_CAPTURE_MS = 5000

const FINAL_KEYS = ['Enter', 'Escape']

let captured: { text: string; keys: string[]; began: number } | undefined

/**
 * Captures all keys until the field takes them with {@link takeTypeAhead}. A barcode scanner types at once after the key that
 * opens the field, and its keys would otherwise trigger shortcuts of the screen.
 */
export function captureTyping(): void {
  if (captured) return
  captured = { text: '', keys: [], began: performance.now() }
  window.addEventListener('keydown', onKeyDown, true)
}

/** Returns the captured keys, and stops capturing. */
export function takeTypeAhead(): TypeAhead {
  window.removeEventListener('keydown', onKeyDown, true)
  const { text, keys } = captured ?? { text: '', keys: [] }
  captured = undefined
  return { text, keys }
}

function onKeyDown(event: KeyboardEvent) {
  const hasArrived = document.activeElement?.matches('[data-takes-typing]') ?? false
  if (!captured || hasArrived || performance.now() - captured.began > MAX_CAPTURE_MS) return void takeTypeAhead()
  if (event.ctrlKey || event.metaKey || (event.altKey && event.key.length > 1)) return
  event.preventDefault()
  event.stopImmediatePropagation()
  // Enter and Esc close the field, so later keys have no target yet.
  if (FINAL_KEYS.includes(captured.keys.at(-1) ?? '')) return
  if (event.key.length === 1) setText(captured, captured.text + event.key)
  else if (event.key === 'Backspace' && captured.text) setText(captured, captured.text.slice(0, -1))
  else if (['ArrowDown', 'ArrowUp', ...FINAL_KEYS].includes(event.key)) captured.keys.push(event.key)
}

/** Changes the text and drops the arrow keys: a new text has a new list, with the first action selected. */
function setText(typed: { text: string; keys: string[] }, text: string) {
  typed.text = text
  typed.keys = []
}
