import { createHash, randomUUID } from 'node:crypto'
import { addDays } from '@despatch/domain/calendar/day'
import { CHARGE_CATEGORIES } from '@despatch/domain/routing/terms/charge-category'
import { makeCredit, makeDispute } from '../testing/invoices/make-dispute.ts'
import { makeInvoice } from '../testing/invoices/make-invoice.ts'
import type { TestDatabase } from '../testing/test-database.ts'

/** Ids of invoices that bill only this shop: each call that changes something has its own. */
export type ShopInvoices = {
  read: string
  number: string
  /** Rows that bill nothing known: to be matched by hand, and matched so. */
  unmatched: string
  matchedByHand: string
  /** Of `read`, as detail and as parcel row. */
  row: string
  /** A row of an invoice that is worked through. */
  worked: string
  removedDetail: string
  removedParcel: string
  /** A decision on a row that can be undone. */
  command: string
  /** Files that wait for a layout: the operator's. */
  waiting: string
  cancelled: string
  /** Disputes, one for each call that changes one, and the carrier's address for them. */
  dispute: string
  sentDispute: string
  terms: string
  credit: string
} & Record<
  | 'accepted'
  | 'posting'
  | 'ledgerAccount'
  | 'decided'
  | 'judged'
  | 'removed'
  | 'explained'
  | 'withoutCurrency'
  | 'matched'
  | 'tolerance'
  | 'agreed'
  | 'divisor'
  | 'zone'
  | 'rate'
  | 'serviceName'
  | 'account',
  string
>

const AGREED = {
  chargeCode: '',
  category: 'fuel',
  chargeText: 'Fuel',
  amount: { kind: 'money', money: '0.50', per: 'parcel' },
  when: 'always',
  least: null,
  most: null,
  currency: 'GBP',
  from: '2026-01-01',
  to: null,
}

const ZONE = { code: 'OLD', name: 'Islands', countries: ['GB'], postcodes: ['KA27-28'], from: '2026-01-01', to: null }

const TERMS = `insert into invoice_dispute_terms (carrier, terms, changed_at, changed_by) values
  ($1, '{"payable": "billed", "deadlineDays": 30, "email": "", "contact": ""}', now(), 'test')`

type InvoicesInput = { client: string; mark: string; carrier: string; userId: number }

export async function openInvoices(on: TestDatabase, input: InvoicesInput): Promise<ShopInvoices> {
  const { client, mark, carrier, userId } = input
  const of = { carrier, carrierName: mark, mark }
  const invoice = (more: { proof?: 'does not add up' } = {}) =>
    makeInvoice(on, { ...of, filename: `${mark}.csv`, rows: [{ client }, { client }], ...more })
  const read = await makeInvoice(on, { ...of, number: `INV-${client}`, rows: [{ client }] })
  const [worked, details, parcels, undone] = [await invoice(), await invoice(), await invoice(), await invoice()]
  const command = randomUUID()
  await on.asOwner(
    `insert into invoice_receipts (client_code, command_id, invoice_id, parcel_no, user_id, at, tracking_number, before, after, version_after)
     values ($1, $2, $3, 1, $4, now(), $5, 'Imported', 'Accepted', 1)`,
    [client, command, undone.id, userId, mark],
  )
  const id = async (sql: string, values: unknown[]) =>
    String(Object.values((await on.asOwner(`${sql} returning *`, values))[0] ?? {})[0])
  const agreement = (table: string, terms: object) =>
    id(`insert into ${table} (carrier, for_client, terms, changed_at, changed_by) values ($1, $2, $3, now(), 'test')`, [
      `${carrier}-OLD`,
      client,
      JSON.stringify(terms),
    ])
  const file = async (name: string) => {
    const fileId = await id(
      `insert into invoice_files (sha256, filename, bytes, state, sent_at, sent_by) values ($1, $2, 8, 'Unknown layout', now(), 'test')`,
      [createHash('sha256').update(`${name} ${client}`).digest(), `${mark}.csv`],
    )
    await on.asOwner('insert into invoice_file_pieces values ($1, 0, $2)', [fileId, Buffer.from('a,b\n1,2\n')])
    return fileId
  }
  const allowance = { money: '0.05', percent: null }
  const dispute = () => makeDispute(on, { invoiceId: worked.id, client, reason: mark })
  return {
    dispute: await dispute(),
    accepted: await accept(on, (await invoice()).id),
    posting: await makePosting(on, await accept(on, (await invoice()).id), input),
    sentDispute: await dispute(),
    terms: await id(TERMS, [`${carrier}-${client}`]),
    credit: await makeCredit(on, { invoiceId: worked.id, client }),
    read: read.id,
    number: read.number,
    row: read.parcels[0] ?? '',
    ...(await makeUnmatchedRows(on, { client, mark, carrier })),
    worked: worked.parcels[0] ?? '',
    removedDetail: details.details[0] ?? '',
    removedParcel: parcels.parcels[0] ?? '',
    command,
    waiting: await file('waiting'),
    cancelled: await file('cancelled'),
    decided: (await invoice()).id,
    judged: (await invoice()).id,
    removed: (await invoice()).id,
    explained: (await invoice({ proof: 'does not add up' })).id,
    withoutCurrency: await leaveOutCurrency(on, (await invoice()).id),
    matched: (await makeInvoice(on, { ...of, rows: [{ client }] })).id,
    tolerance: await agreement('invoice_tolerances', { row: allowance, charge: allowance, invoice: null }),
    agreed: await agreement('invoice_agreed', AGREED),
    ...(await openRates(on, { client, mark, carrier, userId })),
    divisor: await agreement('invoice_divisors', { divisor: 5000, from: '2026-01-01', to: null }),
  }
}

/** An exchange rate, for another day for each caller, and a service name. */
async function openRates(on: TestDatabase, { client, mark, carrier, userId }: InvoicesInput) {
  const insertRow = async (table: string, of: string, terms: object) => {
    const sql = `insert into ${table} (carrier, terms, changed_at, changed_by) values ($1, $2, now(), 'test') returning *`
    return String(Object.values((await on.asOwner(sql, [of, JSON.stringify(terms)]))[0] ?? {})[0])
  }
  const day = addDays('2020-01-01', userId)
  return {
    ledgerAccount: await openLedgerAccount(on, { client, userId }),
    rate: await insertRow('invoice_rates', '', { from: 'EUR', to: 'GBP', rate: '0.86', day }),
    zone: await insertRow('invoice_zones', carrier, ZONE),
    serviceName: await insertRow('invoice_service_names', carrier, { name: mark, carrierService: 'Next Day' }),
    account: await insertRow('invoice_accounts', carrier, { account: mark, clients: [client] }),
  }
}

/** An account code of the client, for another charge for each caller. */
async function openLedgerAccount(on: TestDatabase, { client, userId }: Pick<InvoicesInput, 'client' | 'userId'>) {
  const category = CHARGE_CATEGORIES[userId % CHARGE_CATEGORIES.length]
  const [row] = await on.asOwner(
    `insert into invoice_ledger_accounts (for_client, terms, changed_at, changed_by) values ($1, $2, now(), 'test')
     returning ledger_account_id`,
    [client, JSON.stringify({ account: 'Carriage', category, code: '5000' })],
  )
  return String(row?.ledger_account_id)
}

async function leaveOutCurrency(on: TestDatabase, invoiceId: string): Promise<string> {
  await on.asOwner(`update invoices set currency = '' where invoice_id = $1`, [invoiceId])
  return invoiceId
}

async function accept(on: TestDatabase, invoiceId: string): Promise<string> {
  await on.asOwner(`update invoices set status = 'Accepted' where invoice_id = $1`, [invoiceId])
  return invoiceId
}

/** A posting of an invoice, with one line. Returns its id. */
async function makePosting(
  on: TestDatabase,
  invoiceId: string,
  { client, mark, carrier }: InvoicesInput,
): Promise<string> {
  const [row] = await on.asOwner(
    `insert into invoice_postings (number, posted_at, posted_by, invoices, lines)
     select coalesce(max(number), 0) + 1, now(), $1, 1, 1 from invoice_postings returning posting_id`,
    [mark],
  )
  await on.asOwner('insert into invoice_posted values ($1, $2)', [invoiceId, row?.posting_id])
  await on.asOwner(
    `insert into invoice_posting_lines values ($1, 1, $2, $3, '2026-01-05', null, $4, $3, 'Carriage', 'base', $5, 'Taxed',
       45000, 0, 'GBP', $3)`,
    [row?.posting_id, invoiceId, mark, carrier, client],
  )
  return String(row?.posting_id)
}

/** Two rows that bill unknown parcels. Someone matched the second with the client. */
async function makeUnmatchedRows(
  on: TestDatabase,
  { client, mark, carrier }: Omit<InvoicesInput, 'userId'>,
): Promise<Pick<ShopInvoices, 'unmatched' | 'matchedByHand'>> {
  const rows = [{ client: '', verdict: 'Not found', expected: 0 }] as const
  const [one, other] = [
    await makeInvoice(on, { carrier, carrierName: mark, mark, rows }),
    await makeInvoice(on, { carrier, carrierName: mark, mark, rows }),
  ]
  await on.asOwner(`insert into invoice_matches values ($1, 1, $2, 'none', '', now(), 'test')`, [other.id, client])
  await on.asOwner(`insert into invoice_differences values ($1, 1, 0, 10000, '2026-03-06T09:00:00Z')`, [other.id])
  return { unmatched: one.parcels[0] ?? '', matchedByHand: other.parcels[0] ?? '' }
}
