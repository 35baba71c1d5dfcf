import type { RowData } from '@tanstack/react-table'
import type { Columns } from '../features.ts'
import { ExportMenu } from './export-menu.tsx'

type ExportRowsProps<Row extends RowData & object> = {
  /** The name under which the table’s layout is stored. */
  readonly table: string
  /** The file name, without the day. */
  readonly title: string
  readonly columns: Columns<Row>
  /** All matching rows; undefined until they are loaded. */
  readonly rows: readonly Row[] | undefined
}

/** Exports a list whose rows are all loaded. */
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
