import type { PrintedForm, PrintedSection } from './printed-form.ts'

/** A4, landscape, in points. */
export const PAGE = { width: 841.89, height: 595.28, margin: 36 }
const HEIGHTS = { title: 26, fact: 13, heading: 26, head: 18, row: 14, note: 13 }
/** What is repeated at the top of every page but the first takes so much. */
const RUNNING_HEAD = 20
const FOOT = 18

export type PlacedItem =
  | { readonly kind: 'title'; readonly y: number }
  | { readonly kind: 'fact' | 'note'; readonly y: number; readonly index: number }
  | { readonly kind: 'heading'; readonly y: number; readonly section: PrintedSection }
  /** The names of the columns; again at the top of a page where a table goes on. */
  | { readonly kind: 'head'; readonly y: number; readonly section: PrintedSection; readonly isAgain: boolean }
  | { readonly kind: 'row'; readonly y: number; readonly section: PrintedSection; readonly index: number }

/** Where everything of a form goes, page by page: known before the first is drawn, so that each says of how many it is. */
export function layOut(form: PrintedForm): readonly (readonly PlacedItem[])[] {
  const pages: PlacedItem[][] = [[]]
  const bottom = PAGE.height - PAGE.margin - FOOT
  let y = PAGE.margin
  function breakUnless(room: number): boolean {
    if (y + room <= bottom) return false
    pages.push([])
    y = PAGE.margin + RUNNING_HEAD
    return true
  }
  function place(item: PlacedItem, height: number): void {
    pages.at(-1)?.push(item)
    y += height
  }

  place({ kind: 'title', y }, HEIGHTS.title)
  for (const index of form.facts.keys()) place({ kind: 'fact', y, index }, HEIGHTS.fact)
  for (const section of form.sections) {
    // A heading never stands at the foot of a page without a row beneath it.
    breakUnless(HEIGHTS.heading + HEIGHTS.head + HEIGHTS.row)
    place({ kind: 'heading', y, section }, HEIGHTS.heading)
    place({ kind: 'head', y, section, isAgain: false }, HEIGHTS.head)
    for (const index of section.rows.keys()) {
      if (breakUnless(HEIGHTS.row)) place({ kind: 'head', y, section, isAgain: true }, HEIGHTS.head)
      place({ kind: 'row', y, section, index }, HEIGHTS.row)
    }
  }
  y += HEIGHTS.note
  for (const index of form.notes.keys()) {
    breakUnless(HEIGHTS.note)
    place({ kind: 'note', y, index }, HEIGHTS.note)
  }
  return pages
}
