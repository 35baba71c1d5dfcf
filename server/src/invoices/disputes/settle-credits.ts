import { normaliseTrackingNumber } from '@despatch/domain/deliveries/parcels/tracking-number'
import type { BilledCharge, BilledDetail } from '@despatch/domain/invoices/invoice'
import type { ChargeCategory } from '@despatch/domain/routing/terms/charge-category'
import { creditsOf, settleByCredits, type Settlement } from '@despatch/domain/invoices/judging/credits'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../database/database.ts'
import { retryOnDeadlock } from '../../database/retry-on-deadlock.ts'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'
import { refreshInvoices } from '../accept-and-reject/lock-invoices.ts'
import { asOperator } from '../import/as-operator.ts'
import { noteNeverOwed } from '../parcel-accounts/note-never-owed.ts'
import { canSettle, type Place } from '../parcel-accounts/order-rows.ts'
import { readRates } from '../settings/agreements.ts'
import { type ExchangeRate, rateOn } from '../../routing/terms/rates.ts'
import { lockDisputes, isLiveIn } from './lock-disputes.ts'
import { matchCreditedRows } from './match-credited-rows.ts'
import { type DisputedPart, writeSettlements } from './write-settlements.ts'

/** Credits `c` with an amount left that nobody has explained. */
export const WAITS = sql`c.settled < c.amount and c.explanation = ''`

/** Rows or credits processed at a time. */
const BATCH_SIZE = 2000

/**
 * Stores the new credits of invoices and settles disputes of the same carrier with them. A credit finds its dispute
 * by parcel or consignment, its own category first, then the oldest dispute. Rows that settle a dispute are judged as
 * expected. Call it once for all invoices of a file, after their rows and before their sums are written, so that
 * disputes are locked in the order of their ids.
 */
export async function settleCredits(transaction: Transaction, invoiceIds: readonly number[]): Promise<void> {
  for (const id of invoiceIds) await storeCredits(transaction, id)
  await settleStored(transaction, invoiceIds)
}

/** Settles disputes with the waiting credits of locked invoices. The caller recalculates the invoices. */
async function settleStored(transaction: Transaction, invoiceIds: readonly number[]): Promise<void> {
  const disputes = await disputesOfCredits(transaction, invoiceIds)
  if (disputes.length === 0) return
  await lockDisputes(transaction, disputes)
  const rates = await readRates(transaction.connection)
  for (let after = 0; ;) {
    const credits = await transaction.rows(
      sql<CreditRow>`select ${CREDIT} from invoice_credits c
        where invoice_id = any (${invoiceIds}::bigint[]) and credit_id > ${after} and not is_lump and ${WAITS}
        order by credit_id limit ${BATCH_SIZE}`.compile(db),
    )
    const settlements = matchCreditsToClaims(credits, await openParts(transaction, disputes, credits), rates)
    await writeSettlements(transaction, settlements, { by: '' })
    const last = credits.at(-1)
    if (!last || credits.length < BATCH_SIZE) break
    after = last.credit_id
  }
  await noteNeverOwed(transaction, invoiceIds)
  for (const id of invoiceIds) await matchCreditedRows(transaction, id)
}

/**
 * Tries waiting credits again whose parcels have claims in another currency: a new exchange rate may have arrived.
 * Skips invoices that someone has locked until the next run.
 */
export async function settleByNewRates(database: Database): Promise<void> {
  const waiting = await asOperator(database, (transaction) => transaction.rows(waitingFor(sql`true`).compile(db)))
  for (const id of new Set(waiting.map(({ invoice_id }) => invoice_id)))
    await retryOnDeadlock(() =>
      asOperator(database, async (transaction) => {
        const held = await transaction.row(
          sql`select from invoices where invoice_id = ${id} for update skip locked`.compile(db),
        )
        if (!held) return
        await settleStored(transaction, [id])
        await refreshInvoices({ transaction }, [id])
      }),
    )
}

type RowWithCredits = {
  client_code: string
  parcel_no: number
  billed: number
  leg: BilledDetail['leg']
  tracking_number: string
  consignment_number: string
  charges: readonly BilledCharge[]
}

/** Stores the credits of an invoice. */
async function storeCredits(transaction: Transaction, invoiceId: number): Promise<void> {
  for (let after = 0; ;) {
    const rows = await transaction.rows(
      sql<RowWithCredits>`
        select client_code, parcel_no, billed, leg, tracking_number, consignment_number, charges from invoice_parcels
        where invoice_id = ${invoiceId} and parcel_no > ${after}
          and (billed < 0 or leg = 'adjustment' or charges @> '[{"category": "credit"}]')
        order by parcel_no limit ${BATCH_SIZE}`.compile(db),
    )
    await addCredits(
      transaction,
      invoiceId,
      rows.flatMap((row) => creditsOf(row).map((credit) => ({ ...row, ...credit }))),
    )
    const last = rows.at(-1)
    if (!last || rows.length < BATCH_SIZE) return
    after = last.parcel_no
  }
}

async function addCredits(
  transaction: Transaction,
  invoiceId: number,
  credits: readonly (RowWithCredits & { category: ChargeCategory; amount: number })[],
): Promise<void> {
  if (credits.length === 0) return
  const textOf = ({ charges, category: of }: (typeof credits)[number]) => {
    const credits = charges.filter(({ net }) => net < 0)
    return (credits.find(({ category }) => category === of) ?? credits[0])?.text ?? ''
  }
  await transaction.write(
    sql`insert into invoice_credits (of_client, invoice_id, parcel_no, category, carrier, carrier_name, currency,
        invoice_number, invoice_day, tracking_number, consignment_number, text, is_lump, amount)
      select g.client, i.invoice_id, g.no, g.category, i.carrier, i.carrier_name, i.currency, i.invoice_number, i.invoice_day,
        g.tracking, g.consignment, g.text, g.tracking = '' and g.consignment = '', g.amount
      from unnest(${credits.map(({ client_code }) => client_code)}::text[], ${credits.map(({ parcel_no }) => parcel_no)}::int[],
        ${credits.map(({ category }) => category)}::text[], ${credits.map(({ tracking_number }) => tracking_number)}::text[],
        ${credits.map((credit) => normaliseTrackingNumber(credit.consignment_number))}::text[],
        ${credits.map(textOf)}::text[], ${credits.map(({ amount }) => amount)}::bigint[])
        as g (client, no, category, tracking, consignment, text, amount)
      join invoices i on i.invoice_id = ${invoiceId}
      order by g.no
      on conflict (invoice_id, parcel_no, category) do nothing`.compile(db),
  )
}

/** Joins waiting credits `c` with the live disputes `d` of the same carrier and parcel that they may settle. */
export const waitingFor = (which: RawBuilder<unknown>) => {
  const ofCredits = sql`select c.invoice_id, d.dispute_id from invoice_credits c join invoice_dispute_parts x`
  const live = sql`join invoice_disputes d on d.dispute_id = x.dispute_id and d.carrier = c.carrier
    where ${which} and not c.is_lump and ${WAITS} and x.credited < x.claimed and ${isLiveIn('d')}`
  return sql<{ invoice_id: number; dispute_id: number }>`
    ${ofCredits} on x.tracking_number = c.tracking_number and x.tracking_number <> '' and c.tracking_number <> '' ${live}
    union
    ${ofCredits} on x.consignment_number = c.consignment_number and x.consignment_number <> '' and c.consignment_number <> '' ${live}`
}

/** Finds the disputes that the credits of invoices may settle. */
async function disputesOfCredits(transaction: Transaction, invoiceIds: readonly number[]): Promise<number[]> {
  const rows = await transaction.rows(waitingFor(sql`c.invoice_id = any (${invoiceIds}::bigint[])`).compile(db))
  return [...new Set(rows.map(({ dispute_id }) => dispute_id))]
}

/** The columns of a credit `c`: what is left of it, and its place in the order of the parcel's account. */
export const CREDIT = sql`c.credit_id, c.carrier, c.category, c.currency, c.tracking_number, c.consignment_number, c.amount - c.settled as left,
  c.invoice_id as "invoiceId", c.parcel_no as no, c.invoice_number as "invoiceNumber", c.invoice_day as "invoiceDay",
  (select coalesce(i.billed_since, f.sent_at) from invoices i join invoice_files f using (file_id)
    where i.invoice_id = c.invoice_id) as "billedSince"`
export type CreditRow = Omit<Place, 'firstDecidedAt'> & {
  carrier: string
  credit_id: number
  currency: string
  category: ChargeCategory
  tracking_number: string
  consignment_number: string
  left: number
}
type PartRow = Place & {
  carrier: string
  client_code: string
  currency: string
  dispute_id: number
  parcel_no: number
  category: ChargeCategory
  tracking_number: string
  consignment_number: string
  open: number
}

type PlacedPart = DisputedPart & { readonly place: PartRow }

/** Reads the open claims of locked disputes for the parcels and consignments of credits. */
export const openParts = (transaction: Transaction, disputeIds: readonly number[], credits: readonly CreditRow[]) =>
  transaction.rows(
    sql<PartRow>`
      select x.client_code, dispute_id, x.parcel_no, x.category, x.tracking_number, x.consignment_number, d.carrier, d.currency,
        x.claimed - x.credited as open, x.invoice_id as "invoiceId", x.parcel_no as no, d.invoice_number as "invoiceNumber",
        d.invoice_day as "invoiceDay", coalesce(i.billed_since, f.sent_at) as "billedSince",
        coalesce(p.first_decided_at, d.opened_at) as "firstDecidedAt"
      from invoice_dispute_parts x join invoice_disputes d using (dispute_id)
      join invoices i on i.invoice_id = x.invoice_id join invoice_files f using (file_id)
      join invoice_parcels p on p.invoice_id = x.invoice_id and p.parcel_no = x.parcel_no
      where dispute_id = any (${disputeIds}::bigint[]) and ${isLiveIn('d')} and x.credited < x.claimed
        and (x.tracking_number = any (${credits.map(({ tracking_number }) => tracking_number).filter(Boolean)}::text[])
          or x.consignment_number = any (${credits.map(({ consignment_number }) => consignment_number).filter(Boolean)}::text[]))
      order by dispute_id, x.parcel_no, x.category`.compile(db),
  )

/**
 * Matches credits with claims by the parcel's number, else by the consignment's. A credit without a parcel settles
 * any parcel of the consignment; one of another parcel only charges of the whole consignment. Amounts in another
 * currency are converted at the rate of the credit's invoice day. A credit never settles a row that was billed after
 * it.
 */
export function matchCreditsToClaims(
  credits: readonly CreditRow[],
  parts: readonly PartRow[],
  rates: readonly ExchangeRate[],
): Settlement<PlacedPart>[] {
  const settlements: Settlement<PlacedPart>[] = []
  let left = parts
  const pass = (
    some: readonly CreditRow[],
    key: 'tracking_number' | 'consignment_number',
    isMeant: (part: PartRow) => boolean,
  ) => {
    const meant = left.filter(isMeant)
    const settled = settleByCredits(
      meant.map((row) => partOf(row, row[key])),
      some.map((row) => creditOf(row, row[key])),
      {
        rateBetween: ({ currency, place }, part) =>
          rateOn(rates, { from: currency, to: part.currency ?? '', day: place.invoiceDay }),
        canSettle: ({ place }, part) => place.carrier === part.place.carrier && canSettle(place, part.place),
      },
    )
    settlements.push(...settled.settlements)
    const open = new Map(settled.open.map((part) => [keyOf(part), part.open]))
    left = left.map((row) => (isMeant(row) ? { ...row, open: open.get(keyOf(partOf(row, ''))) ?? 0 } : row))
  }
  const numbered = new Set(parts.map(({ tracking_number }) => tracking_number))
  const [byParcel, others] = [
    credits.filter(({ tracking_number }) => tracking_number !== '' && numbered.has(tracking_number)),
    credits.filter(({ tracking_number }) => tracking_number === '' || !numbered.has(tracking_number)),
  ]
  const [ofParcels, ofConsignments] = [
    others.filter(({ tracking_number }) => tracking_number !== ''),
    others.filter(({ tracking_number }) => tracking_number === ''),
  ]
  pass(byParcel, 'tracking_number', ({ tracking_number }) => tracking_number !== '')
  pass(ofParcels, 'consignment_number', ({ tracking_number }) => tracking_number === '')
  pass(ofConsignments, 'consignment_number', () => true)
  return settlements
}

const partOf = (row: PartRow, parcel: string): PlacedPart => ({
  dispute: String(row.dispute_id),
  parcel,
  category: row.category,
  currency: row.currency,
  open: row.open,
  disputeId: row.dispute_id,
  client: row.client_code,
  parcelNo: row.parcel_no,
  place: row,
})
const keyOf = ({ disputeId, client, parcelNo, category }: DisputedPart) =>
  `${disputeId} ${parcelNo} ${category} ${client}`
const creditOf = (row: CreditRow, parcel: string) => ({
  currency: row.currency,
  place: row,
  credit: String(row.credit_id),
  parcel,
  category: row.category,
  amount: row.left,
})
