import { IMPORT_COLUMNS, RESULT_COLUMNS } from '@despatch/contract/administration/users/user'
import { plainCell } from '@despatch/domain/text/csv-cell'
import { placesOfColumns, type Places } from '@despatch/domain/administration/multiple-users/import-row'
import { isTurnUsedUp, nextTurn } from '../../process/loop-budget.ts'
import { AppError } from '../../process/app-error.ts'
import type { Sheet, SheetRow } from './import-sheet.ts'

type Column = (typeof IMPORT_COLUMNS)[number]

/** A row of a file by column, and what is wrong with it before anyone has asked what the cells mean. */
export type GivenRow = {
  readonly line: number
  readonly given: Readonly<Record<Column, string>>
  readonly faults: readonly { readonly column: Column | ''; readonly reason: string }[]
}

/** The columns that have to be there; the others may be left out. */
const REQUIRED = IMPORT_COLUMNS.slice(0, 6)

const FORMULA = 'A formula is not read: put in the value itself'

/** The rows by column, letting others have their turn in between. Throws an AppError (unprocessable) for a header that cannot be used. */
export async function givenRows({ header, rows }: Sheet): Promise<GivenRow[]> {
  const found = placesOfColumns(header.cells, {
    known: IMPORT_COLUMNS,
    required: REQUIRED,
    passedOver: RESULT_COLUMNS,
  })
  if (found.fault !== undefined) throw new AppError('unprocessable', found.fault)
  const given: GivenRow[] = []
  for (const row of rows) {
    given.push(givenRow(row, found.places, header.cells))
    if (isTurnUsedUp()) await nextTurn()
  }
  return given
}

function givenRow(
  { line, cells, fault, formulas = [] }: SheetRow,
  places: Places<Column>,
  header: readonly string[],
): GivenRow {
  const placed = IMPORT_COLUMNS.map((column) => [column, plainCell(cells[places[column] ?? -1] ?? '')] as const)
  const columnAt = (place: number) => IMPORT_COLUMNS.find((column) => places[column] === place)
  const nameless = cells.findIndex((cell, place) => cell !== '' && (header[place] ?? '').trim() === '')
  return {
    line,
    given: Object.fromEntries(placed) as GivenRow['given'],
    faults: [
      ...(fault === undefined ? [] : [{ column: '' as const, reason: fault }]),
      ...(nameless === -1 || fault !== undefined
        ? []
        : [{ column: '' as const, reason: `There is something in cell ${nameless + 1}, whose column has no name` }]),
      ...formulas.map((place) => ({ column: columnAt(place) ?? ('' as const), reason: FORMULA })),
    ],
  }
}
