import type { FirstRow } from './first-row.ts'

type Cells = Pick<FirstRow, 'cells'>

/** Fewer names than these know no file again, and fewer headings above them may be a label with its value. */
const LEAST_NAMES = 3
const LEAST_HEADINGS = 2

/**
 * Whether a row of headings ('Shipment', then nothing) is completed by the header below it ('Date', 'Weight'), behind which
 * the rows of figures begin: both have words alone, and each heading stands over names of its own. A name that stands in the
 * upper row alone would not be found again.
 */
export function isCompleted(above: Cells | undefined, header: Cells | undefined, behind: Cells | undefined): boolean {
  if (!above || !header || !behind || !isOfWords(above) || !isOfWords(header) || isOfWords(behind)) return false
  const headings = placesOfHeadings(above.cells)
  const names = new Set(placesFilled(header.cells))
  if (names.size < LEAST_NAMES || headings.length < LEAST_HEADINGS || !headings.every((place) => names.has(place)))
    return false
  const counts = headings.map((place, index) => namesBetween(names, place, headings[index + 1] ?? Infinity))
  // 'Customer' and then 'Acme' is a label with its value, and no two headings.
  return headings.length > LEAST_HEADINGS ? counts.some((count) => count > 1) : counts.every((count) => count > 1)
}

/** The names of a header's columns, with the heading that each stands under. */
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

/** Where headings begin: some files repeat one over each of its columns. */
const placesOfHeadings = (cells: readonly string[]): number[] =>
  placesFilled(cells).filter((place) => place === 0 || cells[place]?.trim() !== cells[place - 1]?.trim())

const placesFilled = (cells: readonly string[]): number[] =>
  [...cells.keys()].filter((place) => cells[place]?.trim() !== '')

/** Names of columns, and no label of a value behind it. */
function isOfWords({ cells }: Cells): boolean {
  const texts = cells.map((cell) => cell.trim()).filter((text) => text !== '')
  return texts.length > 0 && texts.every((text) => /\p{L}{2}/u.test(text) && !/\d/.test(text) && !text.endsWith(':'))
}
