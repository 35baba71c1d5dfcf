import type { RowData } from '@tanstack/react-table'
import type { Columns } from '../features.ts'
import { ExportMenu } from './export-menu.tsx'

type ExportRowsProps<Row extends RowData & object> = {
  /** The name of the table, under which its layout is kept. */
  readonly table: string
  /** What the file is called, before the day. */
  readonly title: string
  readonly columns: Columns<Row>
  /** All rows that match; undefined until they are there. */
  readonly rows: readonly Row[] | undefined
}

/** Exports a list whose rows are all at hand. */
export function ExportRows<Row extends RowData & object>({ table, title, columns, rows }: ExportRowsProps<Row>) {
  return (
    <ExportMenu
      table={table}
      title={title}
      columns={columns}
      total={rows?.length ?? 0}
      fetchRows={(page, size) => Promise.resolve((rows ?? []).slice((page - 1) * size, page * size))}
    />
  )
}
