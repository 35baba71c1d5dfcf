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
import { type ExportRef, NotWanted, storePieces } from './pieces.ts'
import { readRows } from './read-rows.ts'

const SAY_EVERY_MS = 400
const KEEP_HOURS = 24

type Run = ExportRef & { database: Database; run: number }

/**
 * Makes a file that was asked for: all of it as of one moment, its manifest last. Run again it begins from
 * nothing; cancelled, or restarted elsewhere, it ends early and leaves nothing. Throws what the database throws.
 */
export async function runExport(database: Database, reports: readonly ExportedReport[], ref: ExportRef): Promise<void> {
  const began = await begin(database, ref)
  const report = reports.find((one) => one.report === began?.report)
  if (!began || !report) return
  const run: Run = { ...ref, database, run: began.run }
  try {
    await make(run, report, began)
  } catch (error) {
    if (!(error instanceof NotWanted)) throw error
  }
}

type Began = { run: number; report: string; format: ExportFormat; input: unknown; shown_rows: number | null }

const begin = (database: Database, { exportId, clients }: ExportRef) =>
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
    return row as Began | undefined
  })

async function make(run: Run, report: ExportedReport, { format, input, shown_rows }: Began): Promise<void> {
  const { database, clients } = run
  const pieces = storePieces(run, 'file')
  const figures = report.figures?.(input)
  const waitingDays = figures ? await untilCounted(database, clients, figures) : 0
  const asOf = new Date().toISOString()
  const read = async (connection: pg.ClientBase) => {
    const tables = await report.tables?.(input)?.(connection, clients)
    const source = tables ? tableSource(tables) : recordSource(run, { connection, report, input })
    const total = tables ? tables[0].rows.length : await report.count(connection, clients, input)
    await say(run, 0, total)
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
  // What the rows are compared with, in sheets beside them, is of the same moment as they are.
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

/** Some rows: their cells, and these as texts. */
type Batch = { readonly cells: readonly (readonly Cell[])[]; readonly texts: readonly (readonly string[])[] }

/** Where the rows of a file come from, and the sheets beside them. */
type Source = {
  readonly layout: ReturnType<ExportedReport['layoutOf']>
  /** Where the rows stand among the sheets. */
  readonly place: number
  cells(): AsyncIterable<readonly (readonly Cell[])[]>
  sheets(): ReturnType<ReturnType<ExportedReport['reader']>['sheets']>
}

/** Behind what is made of the rows, which is known last. */
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
  /** One row after the other. */
  cells(): AsyncGenerator<readonly Cell[]>
  count(): number
  checksum(): string
}

/** The rows of a file, counted and summed as they go. */
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
      if (performance.now() - said < SAY_EVERY_MS) continue
      await say(run, count, total)
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

/** The rows go first into the archive, wherever they stand. */
function workbookOf(rows: Rows, manifest: () => Manifest): Readable {
  async function* sheets(): AsyncGenerator<WrittenSheet> {
    yield sheetOf({ name: rows.layout.rowsName, place: rows.place, header: rows.layout.header }, rows.cells())
    for (const [place, sheet] of (await rows.sheets()).entries()) yield sheetOf({ ...sheet, place }, sheet.rows)
    const about = { name: 'About this file', place: LAST + 1, header: ['What', 'Value'] }
    yield sheetOf(about, manifestRows(manifest()))
  }
  return writeWorkbook(sheets())
}

/** The workbook, then the files that hang on its rows, one at a time. */
async function* archiveOf(
  report: ExportedReport,
  workbook: Readable,
  files: AsyncIterable<StreamedPart> | undefined,
): AsyncGenerator<StreamedPart> {
  yield { name: `${report.fileName}.xlsx`, text: workbook }
  if (files) yield* files
}

/** A sheet under a header that stays in sight. */
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

/** Says how far it is. Throws {@link NotWanted} where the export is no longer wanted. */
const say = ({ database, clients, exportId, run }: Run, done: number, total: number) =>
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
    if (!row) throw new NotWanted()
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
    if (!row) throw new NotWanted()
  })
