import type { BookItemKind } from '@despatch/domain/allocation/book-items'

type Given = {
  /** Items that the screen can mend. */
  readonly kinds: readonly BookItemKind[]
  /** Of one item alone: its key. */
  readonly of?: string
}

/** What the check of the rule book finds in what a screen can mend: each with the consignment that would fall into it. */
export function FindingsOf(_given: Given) {
  return null
}
