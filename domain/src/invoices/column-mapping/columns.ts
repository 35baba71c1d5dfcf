import type { Column } from './layout.ts'

/**
 * Normalises a column's name for comparison: ' Billed_Weight ' is 'billed weight'. Distinguishing signs stay: 'Weight
 * (kg)' is not 'Weight'.
 */
export function headerName(name: string): string {
  const known = compared.get(name)
  if (known !== undefined) return known
  if (compared.size >= MAX_COMPARED) compared.clear()
  const text = name.length > MAX_NAME_LENGTH ? name.slice(0, MAX_NAME_LENGTH) : name
  const found = text
    .normalize('NFKC')
    .replaceAll(/[\uFEFF\u00AD\u200B]/g, '')
    .replaceAll(/[\s_]+/g, ' ')
    .trim()
    .toLowerCase()
  if (name.length <= MAX_NAME_LENGTH) compared.set(name, found)
  return found
}

/** A cache, because each file is compared with the names of all layouts. */
const compared = new Map<string, string>()
const MAX_COMPARED = 10_000
const MAX_NAME_LENGTH = 200

/** The positions of a header's columns by name; a repeated name has several. */
export type HeaderPlaces = ReadonlyMap<string, readonly number[]>

export function placesOf(header: readonly string[]): HeaderPlaces {
  const places = new Map<string, number[]>()
  for (const [place, cell] of header.entries()) {
    const name = headerName(cell)
    if (name === '') continue
    const known = places.get(name)
    if (known) known.push(place)
    else places.set(name, [place])
  }
  return places
}

/** The position of a column, from 0; -1 if it is missing. */
export function placeOf(column: Column, places: HeaderPlaces | null): number {
  if ('position' in column) return column.position - 1
  for (const name of column.names) {
    const found = places?.get(headerName(name))
    const place = found?.[(column.nth ?? 1) - 1]
    if (place !== undefined) return place
  }
  return -1
}

/** A column's name for users. */
export function columnTitle(column: Column): string {
  if ('position' in column) return `column ${column.position}`
  const [name = ''] = column.names
  return column.nth === undefined || column.nth === 1 ? name : `${name} (the ${column.nth}th of that name)`
}
