import { formatCount } from '@despatch/domain/money/money'
import { isAbort, messageOf } from '../../server/api-error.ts'
import { createStore } from '../../browser/store.ts'
import { notify } from '../../notify/notify.ts'
import { bindClient } from '../../server/client-of-signal.ts'
import { session } from '../../session/session-store.ts'
import type { ExportColumn } from './export-columns.ts'
import { csvFile } from './export-csv.ts'
import { datedName, saveFile } from './save-file.ts'
import { serverNow } from '../../browser/clock.ts'

/** Rows per request. */
const WINDOW = 1000

export type ExportKind = 'csv' | 'xlsx'
export type RunningExport = { readonly client: string; readonly rows: number; readonly cancel: () => void }

/** Running exports by table. They continue when the user leaves the screen. */
export const runningExports = createStore<ReadonlyMap<string, RunningExport>>(new Map())

type ExportOptions<Row> = {
  readonly table: string
  readonly title: string
  readonly kind: ExportKind
  readonly columns: readonly ExportColumn<Row>[]
  readonly fetchRows: (page: number, size: number, signal: AbortSignal) => Promise<readonly Row[]>
}

/**
 * Fetches all rows window by window, saves them as a file and notifies the user of the result. It is for the client with
 * which it began, whatever screens the user opens. A cancelled export saves nothing. Another user cancels it.
 */
export async function runExport<Row>({ table, title, kind, columns, fetchRows }: ExportOptions<Row>): Promise<void> {
  const controller = new AbortController()
  const { signal } = controller
  const cancel = () => controller.abort()
  const client = session.client()
  bindClient(signal, client)
  const user = () => session.store.get().user?._id
  const startedBy = user()
  const unwatch = session.store.subscribe(() => user() !== startedBy && cancel())
  let count = 0
  const report = () => change((running) => running.set(table, { client, rows: count, cancel }))
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
    const file = kind === 'csv' ? await csvFile(columns, windows()) : await writeXlsx(title, columns, windows())
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

/** Loads the XLSX writer only when needed. */
async function writeXlsx<Row>(
  title: string,
  columns: readonly ExportColumn<Row>[],
  windows: AsyncIterable<readonly Row[]>,
): Promise<Blob> {
  const { xlsxFile } = await import('./export-xlsx.ts')
  return xlsxFile(title, columns, windows)
}
