import type { FirstRow } from './first-row.ts'

type Cells = Pick<FirstRow, 'cells'>

/** A file with fewer names cannot be recognised, and fewer headings may be a label with its value. */
const MIN_NAMES = 3
const MIN_HEADINGS = 2

/**
 * Whether the header below completes a row of headings: 'Shipment' above 'Date' and 'Weight', with rows of figures
 * below. Both rows have only words, and each heading stands above names of its own. A name that is only in the upper
 * row could not be found again.
 */
export function isCompleted(above: Cells | undefined, header: Cells | undefined, behind: Cells | undefined): boolean {
  if (!above || !header || !behind || !isOfWords(above) || !isOfWords(header) || isOfWords(behind)) return false
  const headings = placesOfHeadings(above.cells)
  const names = new Set(placesFilled(header.cells))
  if (names.size < MIN_NAMES || headings.length < MIN_HEADINGS || !headings.every((place) => names.has(place)))
    return false
  const counts = headings.map((place, index) => namesBetween(names, place, headings[index + 1] ?? Infinity))
  // 'Customer' followed by 'Acme' is a label with its value, not two headings.
  return headings.length > MIN_HEADINGS ? counts.some((count) => count > 1) : counts.every((count) => count > 1)
}

/** Joins the names of a header's columns with the heading above each. */
export function joinHeadings(above: readonly string[], header: readonly string[]): string[] {
  let heading = ''
  return header.map((cell, place) => {
    heading = above[place]?.trim() || heading
    const name = cell.trim()
    return name === '' ? '' : [heading, name].filter((text) => text !== '').join(' ')
  })
}

const namesBetween = (names: ReadonlySet<number>, from: number, to: number): number =>
  [...names].filter((place) => place >= from && place < to).length

/** The positions where headings begin; some files repeat a heading above each of its columns. */
const placesOfHeadings = (cells: readonly string[]): number[] =>
  placesFilled(cells).filter((place) => place === 0 || cells[place]?.trim() !== cells[place - 1]?.trim())

const placesFilled = (cells: readonly string[]): number[] =>
  [...cells.keys()].filter((place) => cells[place]?.trim() !== '')

/** Whether a row has names of columns, rather than a label with a value. */
function isOfWords({ cells }: Cells): boolean {
  const texts = cells.map((cell) => cell.trim()).filter((text) => text !== '')
  return texts.length > 0 && texts.every((text) => /\p{L}{2}/u.test(text) && !/\d/.test(text) && !text.endsWith(':'))
}
