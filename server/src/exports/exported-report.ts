import type { Day } from '@despatch/domain/calendar/day'
import type { Permission } from '@despatch/contract/route/route'
import type pg from 'pg'
import type { z } from 'zod'
import type { FiguresQuery } from '../figures/waiting-days.ts'
import type { Statement } from './statement.ts'
import type { WrittenCell } from '../files/workbook/write-workbook.ts'
import type { StreamedPart } from '../files/workbook/zip-parts.ts'

/** A heading is none of a report's cells: the writer makes them. */
export type Cell = Exclude<WrittenCell, { readonly heading: string }>

/** A cell as a text: of a file of text, and of the sum over all rows. */
export function textOf(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell !== 'object') return String(cell)
  if ('amount' in cell) return String(cell.amount)
  if ('day' in cell) return cell.day
  if ('month' in cell) return cell.month.slice(0, 7)
  if ('at' in cell) return cell.at.toISOString()
  return `${(cell.share * 100).toFixed(1)}%`
}

/** A cell of a day that may be missing. */
export const dayCell = (day: Day | null): Cell => (day ? { day } : null)

export type Sheet = {
  readonly name: string
  readonly header: readonly string[]
  readonly rows: readonly (readonly Cell[])[]
}

type MakeTables = (connection: pg.ClientBase, clients: readonly string[]) => Promise<readonly [Sheet, ...Sheet[]]>

/** What is written of a file: who may have it, what it says, and what is said of it in its manifest. */
export type ExportedReport<Input = unknown> = {
  readonly report: string
  readonly title: string
  /** Without its extension. */
  readonly fileName: string
  readonly permission: Permission
  /** What `startDate`, `endDate` and the filters of its screen make together; all that it is made of. */
  readonly choice: z.ZodType<Input>
  /** The name of the sheet of its rows, and their columns. */
  layoutOf(input: Input): { readonly rowsName: string; readonly header: readonly string[] }
  /** What each figure is, and what was chosen, in words. */
  manifestOf(input: Input): { definitions: [string, string][]; filters: [string, string][] }
  /** How many rows there are going to be. */
  count(connection: pg.ClientBase, clients: readonly string[], input: Input): Promise<number>
  /** A query that gives the rows, in their order. */
  query(clients: readonly string[], input: Input): Statement
  /**
   * Makes cells of its rows as they come, and at last the sheets that stand before them, with what the rows are compared with:
   * read in their transaction.
   */
  reader(input: Input): {
    cellsOf(row: Record<string, unknown>): readonly Cell[]
    sheets(connection: pg.ClientBase, clients: readonly string[]): readonly Sheet[] | Promise<readonly Sheet[]>
  }
  /**
   * Gives the sheets of a file that has figures in place of rows, which are worked out together; undefined where it has the
   * rows of `query`. A file of text has the first of them.
   */
  tables?(input: Input): MakeTables | undefined
  /** The kept figures that it is made of, where it is: the file waits until they are counted. */
  figures?(input: Input): FiguresQuery | undefined
  /** What an archive has beside the workbook of its rows, read one after the other. */
  files?(connection: pg.ClientBase, clients: readonly string[], input: Input): AsyncIterable<StreamedPart>
}

/** What a file says of itself. */
export type Manifest = {
  readonly report: string
  readonly definitions: readonly (readonly [string, string])[]
  readonly filters: readonly (readonly [string, string])[]
  readonly timeZone: string
  readonly asOf: string
  readonly rows: number
  /** How many rows the screen had shown, where the file has another number. */
  readonly changedFrom?: number
  /** Days whose figures were still to be counted when it was made; none in most files. */
  readonly waitingDays?: number
  /** SHA-256 of the rows: their cells with tabs between them, each row with a line feed behind it, in UTF-8. */
  readonly checksum: string
}

/** The manifest as rows of two columns. */
export const manifestRows = (manifest: Manifest): [string, Cell][] => [
  ['Report', manifest.report],
  ...manifest.filters.map(([name, value]): [string, Cell] => [name, value]),
  ...manifest.definitions.map(([name, words]): [string, Cell] => [name, words]),
  ['Time zone', manifest.timeZone],
  ['As of', { at: new Date(manifest.asOf) }],
  ['Rows', manifest.rows],
  ...(manifest.changedFrom === undefined
    ? []
    : [['Changed since', changeText(manifest.changedFrom, manifest.rows)] satisfies [string, Cell]]),
  ...(manifest.waitingDays === undefined
    ? []
    : [
        [
          'Figures still being counted',
          manifest.waitingDays === 1 ? 'Of 1 day' : `Of ${manifest.waitingDays} days`,
        ] satisfies [string, Cell],
      ]),
  ['Checksum of the rows (SHA-256)', manifest.checksum],
]

const changeText = (from: number, to: number) => `${from.toLocaleString('en-GB')} → ${to.toLocaleString('en-GB')} rows`
