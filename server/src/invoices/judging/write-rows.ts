import type pg from 'pg'
import { COPY_NULL, copyInto } from '../../files/copy-text.ts'
import { runInTurns } from '../../process/loop-budget.ts'
import type { StoredDetail, StoredRow } from './billed-rows.ts'

const DETAIL_COLUMNS = `client_code, invoice_id, detail_no, line, consignment_number, order_references, order_number, leg, service,
  shipment_day, country, postcode, pieces, parcels, billed, tax, expected, variance, verdict, causes, our_change, reasons,
  billed_weight, our_weight`
const ROW_COLUMNS = `client_code, invoice_id, parcel_no, detail_no, is_own, line, tracking_number, written_as, consignment_number,
  order_number, despatched_as, leg, shipment_day, billed_weight, declared_weight, our_weight, size, billed, tax, expected,
  variance, verdict, causes, our_change, charges, judged_charges, reasons`

const COVER_COLUMNS = 'client_code, tracking_number, invoice_id, parcel_no'

const TABLES = [
  ['invoice_details', DETAIL_COLUMNS, 'detail_no'],
  ['invoice_parcels', ROW_COLUMNS, 'parcel_no'],
] as const
/** The verdict columns of a detail and of a row. */
const JUDGED = [
  'client_code',
  'order_number',
  'our_weight',
  'expected',
  'variance',
  'verdict',
  'causes',
  'our_change',
  'reasons',
]

/**
 * Rows are copied into temporary tables, because COPY cannot write to tables with row-level security. Values are
 * compressed from the same size on as in invoice_parcels, so that none is compressed in vain.
 */
export async function openRowTables(connection: pg.PoolClient): Promise<void> {
  for (const [table] of TABLES)
    await connection.query(
      `create temp table if not exists copied_${table} (like ${table} including defaults)
       with (toast_tuple_target = 4080) on commit drop`,
    )
}

/** Details with their rows as COPY text, by table. */
export type DetailLines = { readonly details: string; readonly rows: string; readonly covers: readonly Cover[] }
/** A parcel that a row covers together with others. A single covered parcel is stored in the row. */
type Cover = {
  readonly client: string
  readonly trackingNumber: string
  readonly invoiceId: number
  readonly no: number
}

/** Formats details of an invoice for COPY. Yields the event loop between details. */
export const linesOf = (invoiceId: number, details: readonly StoredDetail[]): Promise<DetailLines> =>
  runInTurns(writeLines(invoiceId, details))

function* writeLines(invoiceId: number, details: readonly StoredDetail[]): Generator<undefined, DetailLines> {
  const lines: string[] = []
  const rows: string[] = []
  const covers: Cover[] = []
  for (const detail of details) {
    yield
    lines.push(detailLine(invoiceId, detail))
    for (const row of detail.rows) {
      rows.push(rowLine(invoiceId, detail, row))
      if (row.covers.length > 1)
        for (const trackingNumber of row.covers)
          covers.push({ client: row.client, trackingNumber, invoiceId, no: row.no })
    }
  }
  return { details: lines.join(''), rows: rows.join(''), covers }
}

/** Writes details with their rows into their invoice. */
export async function writeDetails(connection: pg.PoolClient, lines: DetailLines): Promise<void> {
  await copyDetails(connection, lines)
  for (const [table, columns] of TABLES)
    await connection.query(`insert into ${table} (${columns}) select ${columns} from copied_${table}`)
  await writeCovers(connection, lines)
}

async function writeCovers(connection: pg.PoolClient, { covers }: DetailLines): Promise<void> {
  if (covers.length === 0) return
  await connection.query(`insert into invoice_covers (${COVER_COLUMNS}) select * from ${COVERS}`, valuesOf(covers))
}

const COVERS = 'unnest($1::text[], $2::text[], $3::bigint[], $4::int[])'
const valuesOf = (covers: readonly Cover[]) => [
  covers.map(({ client }) => client),
  covers.map(({ trackingNumber }) => trackingNumber),
  covers.map(({ invoiceId }) => invoiceId),
  covers.map(({ no }) => no),
]

/**
 * Replaces the parcels that rows of an invoice cover, and marks the days of added and removed parcels in
 * `billing_days`.
 */
const REWRITE_COVERS = `
with covers as (select * from ${COVERS} as n (${COVER_COLUMNS})),
gone as (
  delete from invoice_covers o where o.invoice_id = $5 and o.parcel_no = any ($6::int[]) and not exists (
    select from covers c
    where c.client_code = o.client_code and c.tracking_number = o.tracking_number and c.parcel_no = o.parcel_no
  )
  returning client_code, tracking_number
),
added as (
  insert into invoice_covers (${COVER_COLUMNS}) select * from covers on conflict do nothing
  returning client_code, tracking_number
)
insert into billing_days_changed (client_code, carrier, day)
select distinct p.client_code, p.carrier, london_day(p.despatched_at)
from (select * from gone union select * from added) c join parcels p using (client_code, tracking_number)`

/** The verdict columns that only a row has; a sales order's parcel is billed at its expected cost. */
const JUDGED_OF_ROW = [...JUDGED, 'despatched_as', 'judged_charges', 'billed', 'charges']

/**
 * Replaces details that were judged again, with their undecided rows.
 *
 * @returns the number of rows that changed
 */
export async function rewriteDetails(
  connection: pg.PoolClient,
  invoiceId: number,
  judged: readonly StoredDetail[],
): Promise<number> {
  const details = judged.map((one) => ({ ...one, rows: one.rows.filter(({ isDecided }) => !isDecided) }))
  const lines = await linesOf(invoiceId, details)
  await copyDetails(connection, lines)
  const rewritten = details.flatMap(({ rows }) => rows.map(({ no }) => no))
  const covers = await connection.query(REWRITE_COVERS, [...valuesOf(lines.covers), invoiceId, rewritten])
  await connection.query(rewriting('invoice_details', 'detail_no', JUDGED))
  const rows = await connection.query(
    rewriting('invoice_parcels', 'parcel_no', JUDGED_OF_ROW, ', version = o.version + 1'),
  )
  // A row may only cover other parcels and be otherwise unchanged.
  return rows.rowCount || Math.sign(covers.rowCount ?? 0)
}

const rewriting = (table: string, key: string, columns: readonly string[], more = '') => `
update ${table} o set ${columns.map((column) => `${column} = c.${column}`).join(', ')}${more} from copied_${table} c
where o.invoice_id = c.invoice_id and o.${key} = c.${key}
  and (${columns.map((column) => `o.${column}`).join(', ')}) is distinct from (${columns.map((column) => `c.${column}`).join(', ')})`

async function copyDetails(connection: pg.PoolClient, { details, rows }: DetailLines) {
  await connection.query('truncate copied_invoice_details, copied_invoice_parcels')
  await copyInto(connection, `copied_invoice_details (${DETAIL_COLUMNS})`, details)
  await copyInto(connection, `copied_invoice_parcels (${ROW_COLUMNS})`, rows)
}

type Cell = string | number | null

function detailLine(
  invoiceId: number,
  { client, orderNumber, no, detail, judged, ourWeight, rows }: StoredDetail,
): string {
  const weights = detail.parcels.map(({ billedWeight }) => billedWeight)
  const isWeighed = weights.length > 0 && weights.every((weight) => weight !== null)
  return copyLine([
    client,
    invoiceId,
    no,
    detail.line,
    detail.consignmentNumber,
    arrayText(detail.references),
    orderNumber,
    detail.leg,
    detail.service,
    detail.shipmentDay,
    detail.country,
    detail.postcode,
    detail.pieces,
    rows.length,
    judged.billed,
    rows.reduce((sum, { tax }) => sum + tax, 0),
    judged.expected,
    judged.variance,
    judged.verdict,
    JSON.stringify(judged.causes),
    judged.ourChange,
    JSON.stringify(judged.reasons),
    isWeighed ? weights.reduce((sum, weight) => sum + weight, 0) : null,
    ourWeight,
  ])
}

function rowLine(invoiceId: number, { no, detail }: StoredDetail, row: StoredRow): string {
  const { judged } = row
  return copyLine([
    row.client,
    invoiceId,
    row.no,
    no,
    String(row.isOwn),
    row.line,
    row.trackingNumber,
    row.writtenAs,
    detail.consignmentNumber,
    row.orderNumber,
    row.covers.length === 1 ? (row.covers[0] ?? '') : '',
    detail.leg,
    detail.shipmentDay,
    row.billedWeight,
    row.declaredWeight,
    row.ourWeight,
    row.size && `{${row.size.join(',')}}`,
    judged.billed,
    row.tax,
    judged.expected,
    judged.variance,
    judged.verdict,
    JSON.stringify(judged.causes),
    judged.ourChange,
    JSON.stringify(row.charges),
    JSON.stringify(judged.charges),
    JSON.stringify(judged.reasons),
  ])
}

/** Formats a line of COPY's text format. */
export const copyLine = (cells: readonly Cell[]) => `${cells.map(cellText).join('\t')}\n`

const TO_ESCAPE = /[\\\t\n\r\0]/
const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }
function cellText(cell: Cell): string {
  if (cell === null) return COPY_NULL
  if (typeof cell === 'number') return String(cell)
  if (!TO_ESCAPE.test(cell)) return cell
  // A file may contain a zero byte, which a text of the database cannot.
  return cell.replaceAll('\0', '').replaceAll(/[\\\t\n\r]/g, (character) => ESCAPES[character] ?? character)
}

const arrayText = (texts: readonly string[]) =>
  `{${texts.map((text) => `"${text.replaceAll(/["\\]/g, (character) => `\\${character}`)}"`).join(',')}}`
