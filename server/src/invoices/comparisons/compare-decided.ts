import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'
import type { Database } from '../../database/database.ts'
import { asOperator } from '../import/as-operator.ts'
import { loadRules, type Rules } from '../matching/load-rules.ts'
import { readToJudge } from '../reconciliation/judge-again.ts'
import { readDifferences } from './read-differences.ts'

/** Decided rows are compared daily until their invoice is this many days old. */
const MAX_INVOICE_AGE_DAYS = 180

/** Invoices read as due at once. */
const DUE_AT_ONCE = 1000

/** Invoices due for a comparison; those that waited longest first. */
const DUE = `
select i.invoice_id as "invoiceId"
from invoice_sums s join invoices i using (invoice_id) left join invoice_comparisons c using (invoice_id)
where s.client_code = '' and s.undecided < s.of_parcels and i.status <> 'Rejected'
  and (c.invoice_id is null or (c.compared_at < now() - interval '1 day' and i.invoice_day > current_date - $1::int))
order by c.compared_at nulls first, i.invoice_id limit ${DUE_AT_ONCE}`

/** Takes a due invoice. A second server waits for the lock and then takes nothing. */
const TAKE = `
insert into invoice_comparisons (invoice_id, compared_at) values ($1, now())
on conflict (invoice_id) do update set compared_at = excluded.compared_at
  where invoice_comparisons.compared_at < now() - interval '1 day'`

/** A reviewed difference stays reviewed while its expected cost is the same. */
const STORE = `
insert into invoice_differences (invoice_id, parcel_no, expected, expected_now, found_at)
select $1, n.no, n.expected, n.expected_now, now()
from unnest($2::int[], $3::bigint[], $4::bigint[]) as n (no, expected, expected_now)
on conflict (invoice_id, parcel_no) do update
set expected = excluded.expected, expected_now = excluded.expected_now, found_at = excluded.found_at,
  reviewed_at = null, reviewed_by = null
where (invoice_differences.expected, invoice_differences.expected_now)
  is distinct from (excluded.expected, excluded.expected_now)`
/** Deletes differences of rows that would now be judged the same, or are no longer decided. */
const FORGET = 'delete from invoice_differences where invoice_id = $1 and parcel_no <> all ($2::int[])'

/**
 * Compares the decided rows of an invoice with their expected cost today, and stores the differences. `connection`
 * comes from `database.copying` and sees client '' and all clients in `by`.
 *
 * @returns the number of rows that differ
 */
export async function compareInvoice(
  connection: pg.PoolClient,
  invoiceId: number,
  by: { rules: Rules; clients: readonly string[] },
): Promise<number> {
  const invoice = await readToJudge(connection, invoiceId)
  if (!invoice) return 0
  const numbers: number[] = []
  for (let after: number | null = 0; after !== null;) {
    const piece = await readDifferences(connection, invoice, after, by)
    await connection.query(STORE, [
      invoiceId,
      piece.rows.map(({ no }) => no),
      piece.rows.map(({ expected }) => expected),
      piece.rows.map(({ expectedNow }) => expectedNow),
    ])
    numbers.push(...piece.rows.map(({ no }) => no))
    after = piece.after
  }
  await connection.query(FORGET, [invoiceId, numbers])
  return numbers.length
}

/**
 * Compares the decided rows of all invoices whose turn it is, each in two transactions: one takes the invoice, one
 * compares. A failed invoice is tried again on its next turn. This checks decisions against the accounts: it finds a
 * row that was paid beyond what is due, whether because of a later price, a late invoice or an older version of the
 * portal.
 *
 * @returns the number of rows that differ
 * @throws Error at the end, naming the invoices that could not be compared
 */
export async function compareDecidedRows(database: Database, log: Pick<FastifyBaseLogger, 'warn'>): Promise<number> {
  const clients = await asOperator(database, async (_transaction, codes) => codes)
  const rules = await database.copying(clients, (connection) => loadRules(connection, clients))
  const failed: number[] = []
  let found = 0
  for (;;) {
    const due = await database.copying(clients, async (connection) => {
      const { rows } = await connection.query<{ invoiceId: number }>(DUE, [MAX_INVOICE_AGE_DAYS])
      return rows.map(({ invoiceId }) => invoiceId)
    })
    if (due.length === 0) break
    for (const invoiceId of due) {
      const isTaken = await database.copying(
        clients,
        async (connection) => (await connection.query(TAKE, [invoiceId])).rowCount === 1,
      )
      if (!isTaken) continue
      try {
        found += await database.copying(clients, (connection) =>
          compareInvoice(connection, invoiceId, { rules, clients }),
        )
      } catch (error) {
        log.warn({ err: error, invoiceId }, 'decided rows of an invoice could not be compared')
        failed.push(invoiceId)
      }
    }
  }
  if (failed.length === 0) return found
  throw new Error(`Decided rows could not be compared of invoices ${failed.slice(0, 20).join(', ')}`)
}
