import { IMPORT_COLUMNS, type ImportVerdict, RESULT_COLUMNS } from '@despatch/contract/administration/users/user'
import { csvCell } from '@despatch/domain/text/csv-cell'

const BOM = '\uFEFF'
const csvOf = (rows: readonly (readonly string[])[]) =>
  new Blob([BOM, rows.map((row) => `${row.map(csvCell).join(',')}\r\n`).join('')], { type: 'text/csv;charset=utf-8' })

/** The rule and an example for each column. */
export const COLUMN_NOTES: readonly {
  readonly column: (typeof IMPORT_COLUMNS)[number]
  readonly isNeeded: boolean
  readonly note: string
  readonly example: string
}[] = [
  {
    column: 'username',
    isNeeded: true,
    note: '1 to 100 letters, digits, dots, hyphens, underscores, + or @. Must be unique, ignoring case.',
    example: 'ann.example',
  },
  { column: 'first_name', isNeeded: true, note: 'Up to 60 characters.', example: 'Ann' },
  { column: 'last_name', isNeeded: true, note: 'Up to 60 characters.', example: 'Example' },
  {
    column: 'role',
    isNeeded: true,
    note: 'Code or title (code: name) of an active role. The client’s own roles come first.',
    example: 'CLERK',
  },
  {
    column: 'client',
    isNeeded: true,
    note: 'Client code. Separate several with ; or |. Leave empty for internal roles.',
    example: 'ACME',
  },
  {
    column: 'email',
    isNeeded: true,
    note: 'Where the link to choose a password is sent. The column is required; its cells can be empty.',
    example: 'ann@example.com',
  },
  {
    column: 'phone_number',
    isNeeded: false,
    note: 'Up to 30 characters. In a spreadsheet, as text.',
    example: '01632 960001',
  },
  { column: 'power_bi_username', isNeeded: false, note: 'Up to 100 characters.', example: '' },
  { column: 'domain_username', isNeeded: false, note: 'Up to 100 characters.', example: '' },
  {
    column: 'active',
    isNeeded: false,
    note: 'yes, true, y, 1 or no, false, n, 0. Leave empty for no (activate the user later).',
    example: 'no',
  },
]

/** The template as CSV: the header and an example row. */
export function csvTemplate(): Blob {
  return csvOf([COLUMN_NOTES.map(({ column }) => column), COLUMN_NOTES.map(({ example }) => example)])
}

/** The template as a workbook, with a sheet of the columns' rules. */
export async function xlsxTemplate(): Promise<Blob> {
  const { writeXlsx } = await import('hucre/xlsx')
  const head = { font: { bold: true as const } }
  const bold = (count: number) =>
    new Map(Array.from({ length: count }, (_, column) => [`0,${column}`, { style: head }] as const))
  const bytes = await writeXlsx({
    sheets: [
      {
        name: 'Users',
        columns: COLUMN_NOTES.map(({ column }) => ({ width: Math.max(16, column.length + 2) })),
        rows: [COLUMN_NOTES.map(({ column }) => column), COLUMN_NOTES.map(({ example }) => example)],
        cells: bold(COLUMN_NOTES.length),
        freezePane: { rows: 1 },
      },
      {
        name: 'Accepted values',
        columns: [{ width: 22 }, { width: 10 }, { width: 110 }],
        rows: [
          ['Column', 'Needed', 'Accepted values'],
          ...COLUMN_NOTES.map(({ column, isNeeded, note }) => [column, isNeeded ? 'yes' : 'no', note]),
        ],
        cells: bold(3),
        freezePane: { rows: 1 },
      },
    ],
  })
  return new Blob([new Uint8Array(bytes)], {
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  })
}

/** All problems of a row, as one text. */
export function reasonsLabel({ reasons }: Pick<ImportVerdict, 'reasons'>): string {
  return reasons.map(({ column, reason }) => (column ? `${column}: ${reason}` : reason)).join('; ')
}

/**
 * The result of every row, as CSV; `good` is the label of accepted rows. The original cells follow (contract
 * RESULT_COLUMNS), so that the file can be corrected and uploaded again.
 */
export function resultFile(rows: readonly ImportVerdict[], good: string): Blob {
  return csvOf([
    [...RESULT_COLUMNS, ...IMPORT_COLUMNS],
    ...rows.map((row) => [
      String(row.line),
      row.verdict === 'good' ? good : 'refused',
      reasonsLabel(row),
      ...row.cells,
    ]),
  ])
}
