import type { Day } from '@despatch/domain/calendar/day'
import type { Permission } from '@despatch/contract/route/route'
import type pg from 'pg'
import type { z } from 'zod'
import type { FiguresQuery } from '../figures/waiting-days.ts'
import type { Statement } from './statement.ts'
import type { WrittenCell } from '../files/workbook/write-workbook.ts'
import type { StreamedPart } from '../files/workbook/zip-parts.ts'

/** A report's cells hold no headings; the writer adds those. */
export type Cell = Exclude<WrittenCell, { readonly heading: string }>

/** A cell as text, for CSV files and the checksum. */
export function textOf(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell !== 'object') return String(cell)
  if ('amount' in cell) return String(cell.amount)
  if ('day' in cell) return cell.day
  if ('month' in cell) return cell.month.slice(0, 7)
  if ('at' in cell) return cell.at.toISOString()
  return `${(cell.share * 100).toFixed(1)}%`
}

/** A cell for a day that may be missing. */
export const dayCell = (day: Day | null): Cell => (day ? { day } : null)

export type Sheet = {
  readonly name: string
  readonly header: readonly string[]
  readonly rows: readonly (readonly Cell[])[]
}

type MakeTables = (connection: pg.ClientBase, clients: readonly string[]) => Promise<readonly [Sheet, ...Sheet[]]>

/** A report that can be exported: who may have the file, its rows, and its manifest. */
export type ExportedReport<Input = unknown> = {
  readonly report: string
  readonly title: string
  /** Without its extension. */
  readonly fileName: string
  readonly permission: Permission
  /** Everything the file depends on: `startDate`, `endDate` and the screen's filters. */
  readonly choice: z.ZodType<Input>
  /** The name of the sheet with the rows, and its columns. */
  layoutOf(input: Input): { readonly rowsName: string; readonly header: readonly string[] }
  /** Definitions of the figures, and the chosen filters in words. */
  manifestOf(input: Input): { definitions: [string, string][]; filters: [string, string][] }
  /** Counts the rows before they are read, for the progress. */
  count(connection: pg.ClientBase, clients: readonly string[], input: Input): Promise<number>
  /** The query of the rows, in order. */
  query(clients: readonly string[], input: Input): Statement
  /**
   * Turns rows into cells as they arrive, and returns the sheets in front of the rows at the end. Comparison figures
   * are read in the same transaction.
   */
  reader(input: Input): {
    cellsOf(row: Record<string, unknown>): readonly Cell[]
    sheets(connection: pg.ClientBase, clients: readonly string[]): readonly Sheet[] | Promise<readonly Sheet[]>
  }
  /**
   * For files of figures that are computed together: makes their sheets; undefined for files with the rows of `query`.
   * A CSV file has the first sheet only.
   */
  tables?(input: Input): MakeTables | undefined
  /** Stored figures that the file uses, if any: the export waits until they are counted. */
  figures?(input: Input): FiguresQuery | undefined
  /** Files that a ZIP archive has beside the workbook, read one after the other. */
  files?(connection: pg.ClientBase, clients: readonly string[], input: Input): AsyncIterable<StreamedPart>
}

/** The manifest of a file. */
export type Manifest = {
  readonly report: string
  readonly definitions: readonly (readonly [string, string])[]
  readonly filters: readonly (readonly [string, string])[]
  readonly timeZone: string
  readonly asOf: string
  readonly rows: number
  /** The number of rows on the screen, if the file has a different one. */
  readonly changedFrom?: number
  /** Days whose figures were still being counted; usually none. */
  readonly waitingDays?: number
  /** SHA-256 of the rows in UTF-8: cells separated by tabs, each row ended by a line feed. */
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
