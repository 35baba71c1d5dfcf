import { isNeeded } from '../reading/read-plan.ts'
import { columnTitle, headerName, placeOf } from './columns.ts'
import type { FirstRow } from './first-row.ts'
import { fitsContent } from './fits.ts'
import { guessLayout } from './guess/guess-layout.ts'
import { labelsAbove } from './labels-above.ts'
import type { Column, ColumnContent, Layout } from './layout.ts'
import { type ColumnUse, mapColumns } from './map-columns.ts'
import { bestHeader } from './recognise.ts'

/** A known layout as a file that is like it can be read by it. */
export type Adopted = {
  /** The layout with the columns that the file has: by their names, never by their places. */
  readonly layout: Layout
  /** Where the header of the file stands, from 0. */
  readonly headerRow: number
  /** In words, what the layout reads and the file does not have. */
  readonly missing: readonly string[]
  /** Columns of the layout, and what the file seems to call them. */
  readonly renamed: readonly Renamed[]
}
type Renamed = { readonly from: string; readonly to: string }

/**
 * What a file has of a known layout that it is like. A column that is not there, or holds something else, is left out and
 * named; where one of the file's own columns is plainly the same under another name, that one is taken, and named. Null for a
 * layout without a header: its columns are known by their places alone.
 */
export function adoptLayout(like: Layout, rows: readonly FirstRow[]): Adopted | null {
  if (like.header === null) return null
  const { index: headerRow, places } = bestHeader(rows, like)
  const behind = rows.slice(headerRow + 1)
  const fits = (column: Column, holds: ColumnContent) => {
    const place = placeOf(column, places)
    return place !== -1 && fitsContent(behind, place, holds)
  }
  const lost: Lost[] = []
  mapColumns(like, (column, use) => {
    const isThere = placeOf(column, places) !== -1
    if (!fits(column, use.holds) && (isThere || isNeeded(column))) lost.push({ column, isThere, ...use })
    return column
  })
  const renamed = namesFor(lost, { like, rows, headerRow })
  const layout = mapColumns(like, (column, { holds }) => {
    const name = renamed.get(columnTitle(column))
    const named: Column =
      name !== undefined && 'names' in column ? { ...column, names: [...column.names, name] } : column
    return fits(named, holds) || (placeOf(named, places) === -1 && !isNeeded(named)) ? named : undefined
  })
  return {
    layout,
    headerRow,
    missing: [
      ...new Set(lost.flatMap(({ column, isThere }) => lackText(column, { isThere, renamed }))),
      ...unstated(like, rows, headerRow),
    ],
    renamed: [...renamed].map(([from, to]) => ({ from, to })),
  }
}

type Lost = ColumnUse & { readonly column: Column; readonly isThere: boolean }

function lackText(
  column: Column,
  { isThere, renamed }: { isThere: boolean; renamed: ReadonlyMap<string, string> },
): string[] {
  const title = columnTitle(column)
  if (renamed.has(title)) return []
  return [isThere ? `${title} holds something else` : `${title} is not there`]
}

/** The number of the invoice that should stand above the columns, and does not. */
function unstated({ preamble = [] }: Layout, rows: readonly FirstRow[], headerRow: number): string[] {
  const above = new Set(labelsAbove(rows, headerRow).map(({ label }) => headerName(label)))
  return preamble
    .filter(({ label, field }) => field === 'invoiceNumber' && !above.has(headerName(label)))
    .map(({ label }) => `${label} does not stand above the columns`)
}

/**
 * What the file calls columns that are not there: the only one that the layout does not know for the only one that is
 * missing, else the one that its name and contents tell alone.
 */
function namesFor(
  lost: readonly Lost[],
  { like, rows, headerRow }: { like: Layout; rows: readonly FirstRow[]; headerRow: number },
): Map<string, string> {
  const found = new Map<string, string>()
  const missing = lost.filter(({ column, isThere }) => !isThere && 'names' in column && (column.nth ?? 1) === 1)
  const known = new Set(knownNames(like))
  const header = rows[headerRow]?.cells ?? []
  const own = [...header.entries()].filter(([, name]) => {
    const compared = headerName(name)
    return compared !== '' && !known.has(compared) && header.filter((one) => headerName(one) === compared).length === 1
  })
  if (missing.length === 0 || own.length === 0) return found
  const behind = rows.slice(headerRow + 1)
  const titles = new Set(missing.map(({ column }) => columnTitle(column)))
  const { columns } = guessLayout(rows, { headerRow, carrier: like.carrier })
  const taken = new Set<string>()
  for (const { column, holds, field, category } of missing) {
    const title = columnTitle(column)
    if (found.has(title)) continue
    const alike = own.filter(([place, name]) => {
      if (taken.has(name) || !fitsContent(behind, place, holds)) return false
      if (titles.size === 1 && own.length === 1) return true
      const guess = columns[place]
      return field === undefined
        ? category !== undefined && guess?.field === 'charge' && guess.category === category
        : guess?.field === field
    })
    const [only, another] = alike
    if (!only || another) continue
    found.set(title, only[1].trim())
    taken.add(only[1])
  }
  return found
}

function knownNames(layout: Layout): string[] {
  const names = [...(layout.header ?? [])]
  mapColumns(layout, (column) => {
    if ('names' in column) names.push(...column.names)
    return column
  })
  return names.map(headerName)
}
