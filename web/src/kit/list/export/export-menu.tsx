import { Button, Menu } from '@mantine/core'
import { formatCount } from '@despatch/domain/money/money'
import { useDisclosure } from '@mantine/hooks'
import { IconDownload } from '@tabler/icons-react'
import { Fragment } from 'react'
import { session } from '../../session/session-store.ts'
import { useStore } from '../../browser/store.ts'
import { exportColumns } from './export-columns.ts'
import type { Columns } from '../features.ts'
import { usePaletteActions } from '../../navigation/palette-actions.ts'
import { type TableLayout, useTableLayout } from '../columns/table-layout.ts'
import { PrintList, type ShownPage } from '../print/print-list.tsx'
import { type ExportKind, runExport, type RunningExport, runningExports } from './run-export.ts'
import styles from './export-menu.module.css'

/** A list to export. */
export type ExportedList<Row extends object> = {
  /** The name of the table. Its visible columns are exported in their order. */
  readonly table: string
  /** The file name, without the day. */
  readonly title: string
  readonly columns: Columns<Row>
  /** Fetches a page of the matching rows, counted from 1, in the order shown. A page that is not full is the last. */
  readonly fetchRows: (page: number, size: number, signal: AbortSignal) => Promise<readonly Row[]>
}

type ExportMenuProps<Row extends object, Other extends object> = ExportedList<Row> & {
  /** The button’s label, 'Export' by default. */
  readonly label?: string
  /** Number of matching rows; undefined until they are counted. */
  readonly total: number | undefined
  /** The page on the screen, of a list that has pages. */
  readonly page?: ShownPage
  /** Another list in the same menu, with the labels of both. */
  readonly also?: {
    readonly labels: readonly [own: string, other: string]
    readonly list: ExportedList<Other>
    readonly total: number
  }
}

const KINDS: readonly { readonly kind: ExportKind; readonly label: string }[] = [
  { kind: 'csv', label: 'CSV' },
  { kind: 'xlsx', label: 'Excel (XLSX)' },
]

/** One of the lists of a menu, whatever its rows are. */
type Offered = {
  readonly label: string | undefined
  readonly table: string
  readonly title: string
  readonly total: number | undefined
  readonly exportTo: (kind: ExportKind) => void
}

/**
 * A menu that exports the visible columns and all matching rows, or prints them. While an export runs it shows the
 * progress and a cancel button.
 */
export function ExportMenu<Row extends object, Other extends object = Row>({
  label: name = 'Export',
  total,
  page,
  also,
  ...list
}: ExportMenuProps<Row, Other>) {
  const { table, title } = list
  const [layout] = useTableLayout(table)
  const [otherLayout] = useTableLayout(also?.list.table ?? table)
  const client = useStore(session.store, (state) => state.client)
  const exports = useStore(runningExports)
  const offered: Offered[] = [{ label: also?.labels[0], table, title, total, exportTo: exportOf(list, layout) }]
  if (also) {
    const { table: other, title: titleOfOther } = also.list
    const exportTo = exportOf(also.list, otherLayout)
    offered.push({ label: also.labels[1], table: other, title: titleOfOther, total: also.total, exportTo })
  }
  const isEmpty = offered.every((one) => one.total === 0)
  const [isPrinting, printing] = useDisclosure()
  const busy = offered.find((one) => exports.has(one.table))
  const running = busy && exports.get(busy.table)
  const print = { ...PALETTE, id: `print ${table}`, label: 'Print this list', description: title, run: printing.open }
  usePaletteActions(() => (running || isEmpty ? [] : [...offered.flatMap(palettesOf), print]))
  if (running) return <Progress of={running} total={running.client === client ? busy.total : undefined} />
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
          {offered.map((one) => (
            <Fragment key={one.table}>
              {one.label !== undefined && <Menu.Label>{one.label}</Menu.Label>}
              {KINDS.map(({ kind, label }) => (
                <Menu.Item key={kind} disabled={one.total === 0} onClick={() => one.exportTo(kind)}>
                  {label}
                </Menu.Item>
              ))}
            </Fragment>
          ))}
          <Menu.Divider />
          <Menu.Item onClick={printing.open}>Print</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <PrintList
        {...list}
        {...{ layout, total, page }}
        opened={isPrinting}
        onOpen={printing.open}
        onClose={printing.close}
      />
    </>
  )
}

const exportOf =
  <Row extends object>({ table, title, columns, fetchRows }: ExportedList<Row>, layout: TableLayout) =>
  (kind: ExportKind) =>
    void runExport({ table, title, kind, columns: exportColumns(columns, layout), fetchRows })

const PALETTE = { group: 'On this screen' }

const palettesOf = ({ label: name, table, title, exportTo }: Offered) =>
  KINDS.map(({ kind, label }) => ({
    ...PALETTE,
    id: `export ${table} ${kind}`,
    label: `Export ${name?.toLowerCase() ?? 'this list'} to ${label}`,
    description: title,
    run: () => exportTo(kind),
  }))

type ProgressProps = { readonly of: RunningExport; readonly total: number | undefined }

function Progress({ of: { rows, cancel }, total }: ProgressProps) {
  return (
    <span className={styles.exporting}>
      <span role="status">
        {formatCount(rows)}
        {total !== undefined && ` of ${formatCount(total)}`} rows
      </span>
      <Button variant="default" onClick={cancel}>
        Cancel the export
      </Button>
    </span>
  )
}
