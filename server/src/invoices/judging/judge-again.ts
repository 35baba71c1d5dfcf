import type { BilledCharge, BilledDetail } from '@despatch/domain/invoices/invoice'
import type pg from 'pg'
import { readClientOfAccount } from '../matching/account-clients.ts'
import { billAgainByDue } from '../matching/bill-by-due.ts'
import { loadConsignments } from '../matching/load-consignments.ts'
import { loadRules, type Rules } from '../matching/load-rules.ts'
import { type FindBy, findDetails, type ParcelMatch, ordersOf } from '../matching/match-details.ts'
import { readManualMatches } from '../matching/manual-matches.ts'
import { Transaction } from '../../database/transaction.ts'
import { matchCreditedRows } from '../disputes/match-credited-rows.ts'
import { toInvoiceCharges, type StoredDetail } from './billed-rows.ts'
import { readDecidedRows } from './decided-rows.ts'
import { judgeCharges } from './judge-charges.ts'
import { Accounts } from '../parcel-accounts/accounts.ts'
import { lockAccounts } from '../parcel-accounts/lock-accounts.ts'
import type { DetailToJudge, JudgedInvoice } from './facts-of-detail.ts'
import { accountsOf, judgeDetails } from './judge-details.ts'
import { openRowTables, rewriteDetails } from './write-rows.ts'

/** Details judged again at a time. */
const BATCH_SIZE = 500

/** An invoice whose rows are judged again. */
export type InvoiceToJudge = JudgedInvoice & { carrierName: string }
type DetailRow = Omit<BilledDetail, 'parcels' | 'charges'> & { no: number }
type ParcelRow = BilledDetail['parcels'][number] & {
  detailNo: number
  no: number
  isOwn: boolean
  client: string
  orderNumber: string
}

const INVOICE = `
select i.invoice_id as "invoiceId", i.invoice_number as number, f.filename, i.carrier,
  i.carrier_name as "carrierName", i.account, i.currency, i.invoice_day as day, i.bills,
  coalesce(i.billed_since, f.sent_at) as "billedSince"
from invoices i join invoice_files f using (file_id)
where i.invoice_id = $1`
const LOCKED = `${INVOICE} and i.status <> 'Accepted' for no key update of i`
const DETAILS_OF_ROWS = `
select distinct detail_no as no from invoice_parcels where invoice_id = $1 and parcel_no = any ($2::int[])`
/** Of these details, those with an undecided row. */
const OPEN = `
select detail_no as no from invoice_parcels where invoice_id = $1 and detail_no = any ($2::int[])
group by detail_no having bool_or(status = 'Imported') order by detail_no`
const DETAILS = `
select detail_no as no, consignment_number as "consignmentNumber", order_references as references, leg, service,
  shipment_day as "shipmentDay", country, postcode, pieces, line
from invoice_details where invoice_id = $1 and detail_no = any ($2::int[]) order by detail_no`
const ROWS = `
select detail_no as "detailNo", parcel_no as no, is_own as "isOwn", client_code as client, order_number as "orderNumber",
  coalesce(written_as, tracking_number) as "trackingNumber", line, billed_weight as "billedWeight",
  declared_weight as "declaredWeight", size, charges, tax
from invoice_parcels where invoice_id = $1 and detail_no = any ($2::int[]) order by parcel_no`
/** Charges of the whole invoice are a row of their own, in a detail without a consignment. */
const OWN_CHARGES = `
select parcel_no as no, detail_no as "detailNo", charges, tax, status from invoice_parcels
where invoice_id = $1 and consignment_number = '' and tracking_number = ''`

/** Clients that had no part of the invoice before get the event of an import. */
const TELL = `
select tell_webhooks_of_invoice('invoice.imported', s) from invoice_sums s
where s.invoice_id = $1 and s.client_code <> '' and s.client_code <> all ($2::text[])`

/**
 * Locks the accounts of parcels, and then an invoice whose rows will be judged again.
 *
 * @returns undefined if there is no such invoice, or it is accepted and so closed
 */
export async function lockToJudge(
  connection: pg.ClientBase,
  invoiceId: number,
  { skipsHeld = false }: { skipsHeld?: boolean } = {},
): Promise<InvoiceToJudge | undefined> {
  await lockAccounts(connection)
  const { rows } = await connection.query<InvoiceToJudge>(skipsHeld ? `${LOCKED} skip locked` : LOCKED, [invoiceId])
  return rows[0]
}

/** Reads an invoice in any state without locking it; undefined if there is none. */
export async function readToJudge(connection: pg.ClientBase, invoiceId: number): Promise<InvoiceToJudge | undefined> {
  const { rows } = await connection.query<InvoiceToJudge>(INVOICE, [invoiceId])
  return rows[0]
}

/**
 * Matches and judges rows of an invoice again, with all rows of their details, by today's data, agreements and
 * matches by hand; then the charges of the whole invoice. Decided rows and accepted invoices stay unchanged.
 * `connection` comes from `database.copying` and sees client '' and all `clients`; the invoice stays locked until the
 * transaction ends, and its sums are recalculated. Clients that get a part of the invoice only now are notified.
 *
 * @returns the numbers of the judged rows, and how many changed
 */
export async function judgeAgain(
  connection: pg.PoolClient,
  invoiceId: number,
  rows: readonly number[],
  { clients }: { clients: readonly string[] },
): Promise<{ judged: number[]; changed: number }> {
  const invoice = await lockToJudge(connection, invoiceId)
  if (!invoice) return { judged: [], changed: 0 }
  const asked = await connection.query<{ no: number }>(DETAILS_OF_ROWS, [invoiceId, rows])
  const open = await connection.query<{ no: number }>(OPEN, [invoiceId, asked.rows.map(({ no }) => no)])
  const rules = await loadRules(connection, clients)
  await openRowTables(connection)
  const judged: number[] = []
  let changed = 0
  const numbers = open.rows.map(({ no }) => no)
  for await (const details of judgeNow(connection, invoice, numbers, { rules, clients, staysDecided: true })) {
    changed += await rewriteDetails(connection, invoiceId, details)
    judged.push(...details.flatMap(({ rows: of }) => of.flatMap(({ no, isDecided }) => (isDecided ? [] : [no]))))
  }
  // Rows that settle a dispute stay expected.
  if (judged.length > 0) await matchCreditedRows(new Transaction(connection), invoiceId)
  changed += await judgeOwnCharges(connection, rules, invoice)
  if (changed > 0) await recalculateInvoice(connection, invoiceId)
  return { judged, changed }
}

/**
 * Judges details of an invoice by today's data, in batches in the order of their numbers. Decided rows are judged
 * too, unless `staysDecided`. Writes nothing: the caller must store each batch before requesting the next, which is
 * judged by the stored rows.
 */
export async function* judgeNow(
  connection: pg.PoolClient,
  invoice: InvoiceToJudge,
  numbers: readonly number[],
  { rules, clients, staysDecided = false }: { rules: Rules; clients: readonly string[]; staysDecided?: boolean },
): AsyncGenerator<StoredDetail[]> {
  const preferred = await readClientOfAccount(connection, invoice)
  for (let at = 0; at < numbers.length; at += BATCH_SIZE) {
    const by = { day: invoice.day, clients, preferred }
    const some = numbers.slice(at, at + BATCH_SIZE)
    const read = await readDetails(connection, invoice.invoiceId, some, by)
    const details = staysDecided ? await addDecidedRows(connection, invoice.invoiceId, some, read) : read
    const orders = ordersOf(read.map(({ found }) => found))
    const consignments = await loadConsignments(connection, orders, rules)
    const billed = billAgainByDue(rules, invoice, { details, consignments })
    const accounts = new Accounts()
    await accounts.load(connection, accountsOf(billed, consignments))
    yield (await judgeDetails(rules, invoice, billed, { consignments, accounts })).details
  }
}

/** Adds their decided rows to details; these bill what is stored. */
async function addDecidedRows(
  connection: pg.PoolClient,
  invoiceId: number,
  numbers: readonly number[],
  details: readonly DetailToJudge[],
): Promise<readonly DetailToJudge[]> {
  const decided = await readDecidedRows(connection, invoiceId, numbers)
  return details.map((one) => {
    if (!one.rows.some((no) => decided.has(no))) return one
    const { own, parcels } = one.found
    const storedOr = (index: number, found: ParcelMatch) => decided.get(one.rows[index] ?? 0)?.found ?? found
    return {
      ...one,
      decided,
      found: { own: storedOr(parcels.length, own), parcels: parcels.map((found, index) => storedOr(index, found)) },
    }
  })
}

async function recalculateInvoice(connection: pg.PoolClient, invoiceId: number): Promise<void> {
  const { rows } = await connection.query<{ client: string }>(
    'select client_code as client from invoice_sums where invoice_id = $1',
    [invoiceId],
  )
  await connection.query('update invoices set version = version + 1 where invoice_id = $1', [invoiceId])
  await connection.query('select refresh_invoice($1)', [invoiceId])
  await connection.query(TELL, [invoiceId, rows.map(({ client }) => client)])
}

/** Rebuilds details from their stored rows, without charges of the whole invoice. */
async function readDetails(
  connection: pg.PoolClient,
  invoiceId: number,
  numbers: readonly number[],
  by: FindBy,
): Promise<DetailToJudge[]> {
  const { rows: details } = await connection.query<DetailRow>(DETAILS, [invoiceId, numbers])
  const { rows } = await connection.query<ParcelRow>(ROWS, [invoiceId, numbers])
  const rowsOf = Map.groupBy(rows, ({ detailNo }) => detailNo)
  const read = details
    .filter(({ consignmentNumber, pieces }) => consignmentNumber !== '' || pieces > 0)
    .map(({ no, ...detail }) => {
      const ofDetail = rowsOf.get(no) ?? []
      const parcels = ofDetail.filter(({ isOwn }) => !isOwn)
      const own = ofDetail.find(({ isOwn }) => isOwn)
      const charges = own?.charges ?? []
      return {
        no,
        rows: [...parcels, ...(own ? [own] : [])].map((row) => row.no),
        detail: { ...detail, parcels, charges } satisfies BilledDetail,
      }
    })
  const found = await findDetails(
    connection,
    read.map(({ detail }) => detail),
    by,
  )
  const rowNumbers = rows.map(({ no }) => no)
  const byHand = await readManualMatches(connection, invoiceId, rowNumbers)
  return read.map(({ no, rows: numbersOf, detail }, index) => {
    const { own, parcels } = found[index] ?? { own: { kind: 'none', why: 'unknown' }, parcels: [] }
    return {
      detail,
      no,
      rows: numbersOf,
      found: {
        own: byHand.get(numbersOf[parcels.length] ?? 0) ?? own,
        parcels: parcels.map((one, place) => byHand.get(numbersOf[place] ?? 0) ?? one),
      },
      byHand: new Set(byHand.keys()),
    }
  })
}

/** Returns the number of rows that changed: 0 or 1. */
async function judgeOwnCharges(connection: pg.PoolClient, rules: Rules, invoice: JudgedInvoice): Promise<number> {
  const { rows } = await connection.query<{
    no: number
    detailNo: number
    charges: BilledCharge[]
    tax: number
    status: string
  }>(OWN_CHARGES, [invoice.invoiceId])
  const [own] = rows
  if (own?.status !== 'Imported') return 0
  const judged = await judgeCharges(connection, rules, invoice, own.charges)
  if (!judged) return 0
  const details = toInvoiceCharges(own.charges, judged, {
    no: own.detailNo,
    firstRow: own.no,
    day: invoice.day,
    tax: own.tax,
  })
  return rewriteDetails(connection, invoice.invoiceId, [details])
}
