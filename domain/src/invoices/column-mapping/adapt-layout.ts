import { isNeeded } from '../reading/read-plan.ts'
import { columnTitle, headerName, placeOf } from './columns.ts'
import type { FirstRow } from './first-row.ts'
import { fitsContent } from './fits.ts'
import { guessLayout } from './guess/guess-layout.ts'
import { labelsAbove } from './labels-above.ts'
import type { Column, ColumnContent, Layout } from './layout.ts'
import { type ColumnUse, mapColumns } from './map-columns.ts'
import { bestHeader } from './recognise.ts'

/** A known layout, adapted to a similar file. */
export type AdaptedLayout = {
  /** The layout with the columns of the file, by name and never by position. */
  readonly layout: Layout
  /** The row of the file's header, from 0. */
  readonly headerRow: number
  /** Texts that name what the layout reads and the file lacks. */
  readonly missing: readonly string[]
  /** Columns of the layout with their new names in the file. */
  readonly renamed: readonly Renamed[]
}
type Renamed = { readonly from: string; readonly to: string }

/**
 * Adapts a known layout to a similar file. A column that is missing or has different content is left out and named; if
 * one of the file's columns is plainly the same under a new name, it is used, and named.
 *
 * @returns null for a layout without a header, whose columns are known only by position
 */
export function adaptLayout(like: Layout, rows: readonly FirstRow[]): AdaptedLayout | null {
  if (like.header === null) return null
  const { index: headerRow, places } = bestHeader(rows, like)
  const behind = rows.slice(headerRow + 1)
  const fits = (column: Column, holds: ColumnContent) => {
    const place = placeOf(column, places)
    return place !== -1 && fitsContent(behind, place, holds)
  }
  const lost: MissingColumn[] = []
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

type MissingColumn = ColumnUse & { readonly column: Column; readonly isThere: boolean }

function lackText(
  column: Column,
  { isThere, renamed }: { isThere: boolean; renamed: ReadonlyMap<string, string> },
): string[] {
  const title = columnTitle(column)
  if (renamed.has(title)) return []
  return [isThere ? `${title} has different content` : `${title} is missing`]
}

/** Names the invoice number if it should stand above the columns and does not. */
function unstated({ preamble = [] }: Layout, rows: readonly FirstRow[], headerRow: number): string[] {
  const above = new Set(labelsAbove(rows, headerRow).map(({ label }) => headerName(label)))
  return preamble
    .filter(({ label, field }) => field === 'invoiceNumber' && !above.has(headerName(label)))
    .map(({ label }) => `${label} is missing above the columns`)
}

/**
 * Finds the file's names for missing columns: the only unknown column for the only missing one, otherwise the one
 * that fits by name and content.
 */
function namesFor(
  lost: readonly MissingColumn[],
  { like, rows, headerRow }: { like: Layout; rows: readonly FirstRow[]; headerRow: number },
): Map<string, string> {
  const found = new Map<string, string>()
  const missing = lost.filter(({ column, isThere }) => !isThere && 'names' in column && (column.nth ?? 1) === 1)
  const names = new Set(knownNames(like))
  const header = rows[headerRow]?.cells ?? []
  const own = [...header.entries()].filter(([, name]) => {
    const compared = headerName(name)
    return compared !== '' && !names.has(compared) && header.filter((one) => headerName(one) === compared).length === 1
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
