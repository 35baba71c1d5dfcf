import type { Column } from './layout.ts'

/**
 * A column's name as names are compared: '  Billed_Weight ' is 'billed weight'. Signs that tell columns apart stay:
 * 'Weight (kg)' is not 'Weight'.
 */
export function headerName(name: string): string {
  const known = compared.get(name)
  if (known !== undefined) return known
  if (compared.size >= MAX_COMPARED) compared.clear()
  const text = name.length > LONGEST_NAME ? name.slice(0, LONGEST_NAME) : name
  const found = text
    .normalize('NFKC')
    .replaceAll(/[\uFEFF\u00AD\u200B]/g, '')
    .replaceAll(/[\s_]+/g, ' ')
    .trim()
    .toLowerCase()
  if (name.length <= LONGEST_NAME) compared.set(name, found)
  return found
}

/** Each file is compared with the names of all layouts. */
const compared = new Map<string, string>()
const MAX_COMPARED = 10_000
const LONGEST_NAME = 200

/** Where the columns of a header stand, by their names; one that repeats has several places. */
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

/** Where a column stands, from 0; -1 where it is not there. */
export function placeOf(column: Column, places: HeaderPlaces | null): number {
  if ('position' in column) return column.position - 1
  for (const name of column.names) {
    const found = places?.get(headerName(name))
    const place = found?.[(column.nth ?? 1) - 1]
    if (place !== undefined) return place
  }
  return -1
}

/** What people call a column. */
export function columnTitle(column: Column): string {
  if ('position' in column) return `column ${column.position}`
  const [name = ''] = column.names
  return column.nth === undefined || column.nth === 1 ? name : `${name} (the ${column.nth}th of that name)`
}
