import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { csvRow } from '@despatch/domain/text/csv-cell'
import { OPERATOR_ZONE } from '@despatch/domain/calendar/day'
import { sql } from 'kysely'
import type pg from 'pg'
import type { Database } from '../database/database.ts'
import { inClients } from '../database/in-client.ts'
import { db } from '../database/sql.ts'
import { untilCounted } from '../figures/waiting-days.ts'
import { writeWorkbook, type WrittenSheet } from '../files/workbook/write-workbook.ts'
import { type StreamedPart, zipParts } from '../files/workbook/zip-parts.ts'
import { type Cell, type ExportedReport, type Manifest, manifestRows, type Sheet, textOf } from './exported-report.ts'
import type { ExportFormat } from './exports.ts'
import { type ExportRef, ExportSuperseded, storePieces } from './pieces.ts'
import { readRows } from './read-rows.ts'

const PROGRESS_EVERY_MS = 400
const KEEP_HOURS = 24

type Run = ExportRef & { database: Database; run: number }

/**
 * Makes the file of an export from one database snapshot, and writes its manifest last. A run starts from scratch; if
 * the export is cancelled, or restarted elsewhere, the run ends early and stores nothing. Throws database errors.
 */
export async function runExport(database: Database, reports: readonly ExportedReport[], ref: ExportRef): Promise<void> {
  const started = await startRun(database, ref)
  const report = reports.find((one) => one.report === started?.report)
  if (!started || !report) return
  const run: Run = { ...ref, database, run: started.run }
  try {
    await makeFile(run, report, started)
  } catch (error) {
    if (!(error instanceof ExportSuperseded)) throw error
  }
}

type StartedRun = { run: number; report: string; format: ExportFormat; input: unknown; shown_rows: number | null }

const startRun = (database: Database, { exportId, clients }: ExportRef) =>
  inClients(database, clients, async (transaction) => {
    const row = await transaction.writeRow(
      db
        .updateTable('export_jobs')
        .set((is) => ({ status: 'Running', run: is('run', '+', 1), done: 0, total: 0 }))
        .where('export_id', '=', exportId)
        .where('status', 'in', ['NotStarted', 'Running'])
        .returning(['run', 'report', 'format', 'input', 'shown_rows']),
    )
    if (row) await transaction.write(db.deleteFrom('export_pieces').where('export_id', '=', exportId))
    return row as StartedRun | undefined
  })

async function makeFile(run: Run, report: ExportedReport, { format, input, shown_rows }: StartedRun): Promise<void> {
  const { database, clients } = run
  const pieces = storePieces(run, 'file')
  const figures = report.figures?.(input)
  const waitingDays = figures ? await untilCounted(database, clients, figures) : 0
  const asOf = new Date().toISOString()
  const read = async (connection: pg.ClientBase) => {
    const tables = await report.tables?.(input)?.(connection, clients)
    const source = tables ? tableSource(tables) : recordSource(run, { connection, report, input })
    const total = tables ? tables[0].rows.length : await report.count(connection, clients, input)
    await saveProgress(run, 0, total)
    const rows = countedRows(run, source, total)
    const manifest = (): Manifest => ({
      report: report.title,
      ...report.manifestOf(input),
      timeZone: OPERATOR_ZONE,
      asOf,
      rows: rows.count(),
      ...(waitingDays > 0 && { waitingDays }),
      ...(shown_rows !== null && shown_rows !== rows.count() && { changedFrom: shown_rows }),
      checksum: rows.checksum(),
    })
    const made =
      format === 'csv'
        ? csvOf(rows)
        : format === 'xlsx'
          ? workbookOf(rows, manifest)
          : zipParts(archiveOf(report, workbookOf(rows, manifest), report.files?.(connection, clients, input)))
    for await (const bytes of made as AsyncIterable<Buffer>) await pieces.write(bytes)
    return manifest()
  }
  // Comparison figures in other sheets come from the same snapshot as the rows.
  const made = await database.copying(clients, read, { isSnapshot: true, isIdleLong: true })
  await pieces.end()
  if (format === 'csv') {
    const beside = storePieces(run, 'manifest')
    const text = manifestRows(made).map((cells) => csvRow(cells.map(textOf)))
    await beside.write(Buffer.from(`\uFEFF${text.join('')}`))
    await beside.end()
  }
  await finish(run, made, pieces.bytes())
}

/** A batch of rows: their cells, and the cells as text. */
type Batch = { readonly cells: readonly (readonly Cell[])[]; readonly texts: readonly (readonly string[])[] }

/** The source of a file's rows and of the other sheets. */
type Source = {
  readonly layout: ReturnType<ExportedReport['layoutOf']>
  /** The position of the rows among the sheets. */
  readonly place: number
  cells(): AsyncIterable<readonly (readonly Cell[])[]>
  sheets(): ReturnType<ReturnType<ExportedReport['reader']>['sheets']>
}

/** After the sheets made from the rows, which are complete only at the end. */
const LAST = 1000

function recordSource(
  run: Run,
  { connection, report, input }: { connection: pg.ClientBase; report: ExportedReport; input: unknown },
): Source {
  const reader = report.reader(input)
  return {
    layout: report.layoutOf(input),
    place: LAST,
    async *cells() {
      for await (const rows of readRows(connection, report.query(run.clients, input)))
        yield rows.map((row) => reader.cellsOf(row))
    },
    sheets: () => reader.sheets(connection, run.clients),
  }
}

const tableSource = ([table, ...others]: readonly [Sheet, ...Sheet[]]): Source => ({
  layout: { rowsName: table.name, header: table.header },
  place: -1,
  async *cells() {
    yield table.rows
  },
  sheets: () => others,
})

type Rows = Pick<Source, 'layout' | 'place' | 'sheets'> & {
  batches(): AsyncGenerator<Batch>
  /** Row by row. */
  cells(): AsyncGenerator<readonly Cell[]>
  count(): number
  checksum(): string
}

/** The rows of a file; counts rows and updates the checksum while they are read. */
function countedRows(run: Run, source: Source, total: number): Rows {
  const sum = createHash('sha256')
  let count = 0
  async function* batches(): AsyncGenerator<Batch> {
    let said = performance.now()
    for await (const cells of source.cells()) {
      const texts = cells.map((row) => row.map(textOf))
      sum.update(texts.map((row) => `${row.join('\t')}\n`).join(''))
      count += cells.length
      yield { cells, texts }
      if (performance.now() - said < PROGRESS_EVERY_MS) continue
      await saveProgress(run, count, total)
      said = performance.now()
    }
  }
  async function* cells() {
    for await (const batch of batches()) yield* batch.cells
  }
  let checksum = ''
  return {
    layout: source.layout,
    place: source.place,
    sheets: source.sheets,
    batches,
    cells,
    count: () => count,
    checksum: () => (checksum ||= sum.digest('hex')),
  }
}

/** Writes the rows first, whatever their position among the sheets: other sheets depend on them. */
function workbookOf(rows: Rows, manifest: () => Manifest): Readable {
  async function* sheets(): AsyncGenerator<WrittenSheet> {
    yield sheetOf({ name: rows.layout.rowsName, place: rows.place, header: rows.layout.header }, rows.cells())
    for (const [place, sheet] of (await rows.sheets()).entries()) yield sheetOf({ ...sheet, place }, sheet.rows)
    const about = { name: 'About this file', place: LAST + 1, header: ['What', 'Value'] }
    yield sheetOf(about, manifestRows(manifest()))
  }
  return writeWorkbook(sheets())
}

/** The workbook, then the files that depend on its rows, one at a time. */
async function* archiveOf(
  report: ExportedReport,
  workbook: Readable,
  files: AsyncIterable<StreamedPart> | undefined,
): AsyncGenerator<StreamedPart> {
  yield { name: `${report.fileName}.xlsx`, text: workbook }
  if (files) yield* files
}

/** A sheet whose header row stays visible while scrolling. */
function sheetOf(
  { name, place, header }: { name: string; place: number; header: readonly string[] },
  rows: AsyncIterable<readonly Cell[]> | Iterable<readonly Cell[]>,
): WrittenSheet {
  async function* all() {
    yield header.map((heading) => ({ heading }))
    yield* rows
  }
  return { name, place, widths: header.map((title) => Math.max(12, title.length + 2)), frozen: 1, rows: all() }
}

async function* csvOf(rows: Rows): AsyncGenerator<Buffer> {
  let text = `\uFEFF${csvRow(rows.layout.header)}`
  for await (const { texts } of rows.batches()) {
    for (const row of texts) text += csvRow(row)
    yield Buffer.from(text)
    text = ''
  }
  if (text !== '') yield Buffer.from(text)
}

/** Stores the progress. Throws {@link ExportSuperseded} if the export was cancelled or restarted. */
const saveProgress = ({ database, clients, exportId, run }: Run, done: number, total: number) =>
  inClients(database, clients, async (transaction) => {
    const row = await transaction.writeRow(
      db
        .updateTable('export_jobs')
        .set({ done, total: Math.max(done, total) })
        .where('export_id', '=', exportId)
        .where('status', '=', 'Running')
        .where('run', '=', run)
        .returning('run'),
    )
    if (!row) throw new ExportSuperseded()
  })

const finish = ({ database, clients, exportId, run }: Run, manifest: Manifest, bytes: number) =>
  inClients(database, clients, async (transaction) => {
    const row = await transaction.writeRow(
      db
        .updateTable('export_jobs')
        .set({
          status: 'Succeeded',
          done: manifest.rows,
          total: manifest.rows,
          bytes,
          manifest: JSON.stringify(manifest),
          finished_at: sql<Date>`now()`,
          expires_at: sql<Date>`now() + ${`${KEEP_HOURS} hours`}::interval`,
        })
        .where('export_id', '=', exportId)
        .where('status', '=', 'Running')
        .where('run', '=', run)
        .returning('run'),
    )
    if (!row) throw new ExportSuperseded()
  })
