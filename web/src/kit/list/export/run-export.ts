import { formatCount } from '@despatch/domain/money/money'
import { isAbort, messageOf } from '../../server/api-error.ts'
import { createStore } from '../../browser/store.ts'
import { notify } from '../../notify/notify.ts'
import { session } from '../../session/session-store.ts'
import type { ExportColumn } from './export-columns.ts'
import { csvFile } from './export-csv.ts'
import { datedName, saveFile } from './save-file.ts'
import { serverNow } from '../../browser/clock.ts'

/** How many rows are asked for at once. */
const WINDOW = 1000

export type ExportKind = 'csv' | 'xlsx'
type RunningExport = { readonly rows: number; readonly cancel: () => void }

/** The exports under way, by table. They go on while their screen is left. */
export const runningExports = createStore<ReadonlyMap<string, RunningExport>>(new Map())

type Given<Row> = {
  readonly table: string
  readonly title: string
  readonly kind: ExportKind
  readonly columns: readonly ExportColumn<Row>[]
  readonly fetchRows: (page: number, size: number, signal: AbortSignal) => Promise<readonly Row[]>
}

/**
 * Fetches all rows window by window, makes a file of them and has it saved; says how it ended. Cancelled, it leaves no
 * file. So it does when another client or user is chosen meanwhile: a file holds what one of them may see.
 */
export async function runExport<Row>({ table, title, kind, columns, fetchRows }: Given<Row>): Promise<void> {
  const ending = new AbortController()
  const { signal } = ending
  const cancel = () => ending.abort()
  const whose = () => `${session.store.get().user?._id} ${session.client()}`
  const began = whose()
  const unwatch = session.store.subscribe(() => {
    if (whose() !== began) cancel()
  })
  let count = 0
  const report = () => change((running) => running.set(table, { rows: count, cancel }))
  async function* windows(): AsyncGenerator<readonly Row[]> {
    for (let page = 1; ; page += 1) {
      const rows = await fetchRows(page, WINDOW, signal)
      signal.throwIfAborted()
      count += rows.length
      report()
      yield rows
      if (rows.length < WINDOW) return
    }
  }

  report()
  try {
    const file = kind === 'csv' ? await csvFile(columns, windows()) : await inXlsx(title, columns, windows())
    signal.throwIfAborted()
    const name = datedName(title, kind, serverNow())
    saveFile(file, name)
    notify.success(`${formatCount(count)} ${count === 1 ? 'row' : 'rows'} exported to ${name}`)
  } catch (error) {
    if (signal.aborted || isAbort(error)) notify.info('The export was cancelled. Nothing was saved.')
    else notify.danger(`Nothing was exported. ${messageOf(error)}`)
  } finally {
    unwatch()
    change((running) => running.delete(table))
  }
}

function change(how: (running: Map<string, RunningExport>) => void): void {
  const running = new Map(runningExports.get())
  how(running)
  runningExports.set(running)
}

/** The writer of XLSX is fetched only when it is wanted. */
async function inXlsx<Row>(
  title: string,
  columns: readonly ExportColumn<Row>[],
  windows: AsyncIterable<readonly Row[]>,
): Promise<Blob> {
  const { xlsxFile } = await import('./export-xlsx.ts')
  return xlsxFile(title, columns, windows)
}
