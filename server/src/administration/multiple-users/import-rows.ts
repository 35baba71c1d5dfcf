import { IMPORT_COLUMNS, RESULT_COLUMNS } from '@despatch/contract/administration/users/user'
import { plainCell } from '@despatch/domain/text/csv-cell'
import { placesOfColumns, type Places } from '@despatch/domain/administration/multiple-users/import-row'
import { isTurnUsedUp, nextTurn } from '../../process/loop-budget.ts'
import { AppError } from '../../process/app-error.ts'
import type { Sheet, SheetRow } from './import-sheet.ts'

type Column = (typeof IMPORT_COLUMNS)[number]

/** A row of a file by column, with the problems found before its cells are interpreted. */
export type ImportRow = {
  readonly line: number
  readonly values: Readonly<Record<Column, string>>
  readonly faults: readonly { readonly column: Column | ''; readonly reason: string }[]
}

/** Required columns; the others may be left out. */
const REQUIRED = IMPORT_COLUMNS.slice(0, 6)

const FORMULA = 'Enter a value instead of a formula'

/**
 * Splits a sheet's rows into columns, in chunks that let other requests run. Throws an AppError (unprocessable) for an
 * unusable header.
 */
export async function readImportRows({ header, rows }: Sheet): Promise<ImportRow[]> {
  const found = placesOfColumns(header.cells, {
    known: IMPORT_COLUMNS,
    required: REQUIRED,
    passedOver: RESULT_COLUMNS,
  })
  if (found.fault !== undefined) throw new AppError('unprocessable', found.fault)
  const values: ImportRow[] = []
  for (const row of rows) {
    values.push(readImportRow(row, found.places, header.cells))
    if (isTurnUsedUp()) await nextTurn()
  }
  return values
}

function readImportRow(
  { line, cells, fault, formulas = [] }: SheetRow,
  places: Places<Column>,
  header: readonly string[],
): ImportRow {
  const placed = IMPORT_COLUMNS.map((column) => [column, plainCell(cells[places[column] ?? -1] ?? '')] as const)
  const columnAt = (place: number) => IMPORT_COLUMNS.find((column) => places[column] === place)
  const nameless = cells.findIndex((cell, place) => cell !== '' && (header[place] ?? '').trim() === '')
  return {
    line,
    values: Object.fromEntries(placed) as ImportRow['values'],
    faults: [
      ...(fault === undefined ? [] : [{ column: '' as const, reason: fault }]),
      ...(nameless === -1 || fault !== undefined
        ? []
        : [{ column: '' as const, reason: `Cell ${nameless + 1} has a value, but its column has no name` }]),
      ...formulas.map((place) => ({ column: columnAt(place) ?? ('' as const), reason: FORMULA })),
    ],
  }
}
