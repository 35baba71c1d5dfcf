import { Button, Menu } from '@mantine/core'
import { formatCount } from '@despatch/domain/money/money'
import { useDisclosure } from '@mantine/hooks'
import { IconDownload } from '@tabler/icons-react'
import { session } from '../../session/session-store.ts'
import { useStore } from '../../browser/store.ts'
import { exportColumns } from './export-columns.ts'
import type { Columns } from '../features.ts'
import { usePaletteActions } from '../../navigation/palette-actions.ts'
import { useTableLayout } from '../columns/table-layout.ts'
import { PrintList, type ShownPage } from '../print/print-list.tsx'
import { type ExportKind, runExport, runningExports } from './run-export.ts'
import styles from './export-menu.module.css'

type ExportMenuProps<Row extends object> = {
  /** The name of the table. Its visible columns are exported in their order. */
  readonly table: string
  /** The file name, without the day. */
  readonly title: string
  /** The button’s label, 'Export' by default. */
  readonly label?: string
  readonly columns: Columns<Row>
  /** Number of matching rows; undefined until they are counted. */
  readonly total: number | undefined
  /** The page on the screen, of a list that has pages. */
  readonly page?: ShownPage
  /** Fetches a page of the matching rows, counted from 1, in the order shown. A page that is not full is the last. */
  readonly fetchRows: (page: number, size: number, signal: AbortSignal) => Promise<readonly Row[]>
}

const KINDS: readonly { readonly kind: ExportKind; readonly label: string }[] = [
  { kind: 'csv', label: 'CSV' },
  { kind: 'xlsx', label: 'Excel (XLSX)' },
]

/**
 * A menu that exports the visible columns and all matching rows, or prints them. While an export runs it shows the
 * progress and a cancel button.
 */
export function ExportMenu<Row extends object>({
  table,
  title,
  label: name = 'Export',
  columns,
  total,
  page,
  fetchRows,
}: ExportMenuProps<Row>) {
  const [layout] = useTableLayout(table)
  const client = useStore(session.store, (state) => state.client)
  const running = useStore(runningExports, (exports) => exports.get(table))
  const isEmpty = total === 0
  const [isPrinting, printing] = useDisclosure()
  const exportTo = (kind: ExportKind) =>
    void runExport({ table, title, kind, columns: exportColumns(columns, layout), fetchRows })
  usePaletteActions(() =>
    running || isEmpty
      ? []
      : [
          ...KINDS.map(({ kind, label }) => ({
            id: `export ${table} ${kind}`,
            label: `Export this list to ${label}`,
            run: () => exportTo(kind),
          })),
          { id: `print ${table}`, label: 'Print this list', run: printing.open },
        ].map((action) => ({ ...action, group: 'On this screen', description: title })),
  )
  if (running) {
    const of = total === undefined || running.client !== client ? '' : ` of ${formatCount(total)}`
    return (
      <span className={styles.exporting}>
        <span role="status">
          {formatCount(running.rows)}
          {of} rows
        </span>
        <Button variant="default" onClick={running.cancel}>
          Cancel the export
        </Button>
      </span>
    )
  }
  return (
    <>
      <Menu position="bottom-end" disabled={isEmpty}>
        <Menu.Target>
          <Button
            variant="default"
            ml="auto"
            leftSection={<IconDownload size={16} aria-hidden />}
            disabled={isEmpty}
            title={isEmpty ? 'There is nothing to export' : undefined}
          >
            {name}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {KINDS.map(({ kind, label }) => (
            <Menu.Item key={kind} onClick={() => exportTo(kind)}>
              {label}
            </Menu.Item>
          ))}
          <Menu.Divider />
          <Menu.Item onClick={printing.open}>Print</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <PrintList
        {...{ title, columns, layout, total, page, fetchRows }}
        opened={isPrinting}
        onOpen={printing.open}
        onClose={printing.close}
      />
    </>
  )
}
