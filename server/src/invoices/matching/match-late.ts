import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import type pg from 'pg'
import type { Database } from '../../database/database.ts'
import { retryOnDeadlock } from '../../database/retry-on-deadlock.ts'
import { db } from '../../database/sql.ts'
import { MAX_ROWS_OF_INVOICE } from '../ids.ts'
import { settleByNewRates } from '../disputes/settle-credits.ts'
import { asOperator } from '../import/as-operator.ts'
import { judgeWithDependents } from '../parcel-accounts/judge-dependents.ts'
import { lockToJudge } from '../judging/judge-again.ts'
import { judgeChangedOrders } from './judge-changed-orders.ts'
import { MATCHED_DAYS } from './match-details.ts'

/** Details judged in one transaction. */
const BATCH_SIZE = 200

type Place = { invoiceId: number; detailNo: number }

/**
 * The next unmatched details whose despatch has arrived: by the number of the parcel or consignment, by a reference
 * to an order, or by the order already known.
 */
const WAITING = `
select u.invoice_id as "invoiceId", u.detail_no as "detailNo", array_agg(u.parcel_no) as rows
from invoice_parcels u
join invoices i using (invoice_id)
join invoice_details d on d.invoice_id = u.invoice_id and d.detail_no = u.detail_no
where u.status = 'Imported' and u.verdict in ('Not found', 'Not despatched') and u.despatched_as = ''
  and (u.invoice_id, u.detail_no) > ($1, $2) and i.status <> 'Accepted'
  and not exists (select from invoice_matches m where m.invoice_id = u.invoice_id and m.parcel_no = u.parcel_no)
  and case
    when u.verdict = 'Not despatched' then (
      select true from parcels p where p.client_code = u.client_code and p.order_number = u.order_number
        and p.carrier = i.carrier limit 1
    )
    when u.reasons @> '[{"kind": "not found", "why": "several clients"}]' then (
      select true from invoice_account_clients a
      join parcels p on p.client_code = a.for_client and p.tracking_number = u.tracking_number
      where a.carrier_name = i.carrier_name and a.account = i.account and u.tracking_number <> '' limit 1
    )
    else coalesce(
      (
        select true from parcels p
        where u.tracking_number <> '' and p.tracking_number = u.tracking_number
          and abs(p.despatched_at::date - coalesce(u.shipment_day, i.invoice_day)) <= $3 limit 1
      ),
      (
        select true from parcels p
        where u.consignment_number <> '' and abs(p.despatched_at::date - coalesce(u.shipment_day, i.invoice_day)) <= $3
          and p.tracking_number = upper(u.consignment_number) limit 1
      ),
      (
        select true from unnest(d.order_references) r (reference) cross join unnest($4::text[]) c (code)
        join orders o on o.client_code = c.code and o.order_number in (r.reference, upper(r.reference)) limit 1
      )
    ) end
group by 1, 2 order by 1, 2 limit ${BATCH_SIZE}`

/** The next details that lacked a currency or an exchange rate that has arrived. */
const WITHOUT_RATE = `
select u.invoice_id as "invoiceId", u.detail_no as "detailNo", array_agg(u.parcel_no) as rows
from invoice_sums s
join invoices i on i.invoice_id = s.invoice_id
join invoice_parcels u on u.invoice_id = s.invoice_id
where s.client_code = '' and s.status <> 'Accepted' and s.verdicts ? 'Not judged'
  and u.status = 'Imported' and u.verdict = 'Not judged' and (u.invoice_id, u.detail_no) > ($1, $2)
  and exists (
    select from jsonb_to_recordset(u.reasons) as r (kind text, why text, detail text)
    where r.kind = 'not judged' and r.why = 'no rate' and (
      (r.detail like '% ' and i.currency <> '')
      or exists (
        select from invoice_rates t
        where r.detail in (
            (t.terms ->> 'from') || ' ' || (t.terms ->> 'to'), (t.terms ->> 'to') || ' ' || (t.terms ->> 'from')
          ) and (t.terms ->> 'day')::date <= i.invoice_day
      )
    )
  )
group by 1, 2 order by 1, 2 limit ${BATCH_SIZE}`

/**
 * Matches and judges details again that were not found or whose order had not left, if a despatch has arrived. Each
 * transaction takes some details of one invoice. Invoices that someone has locked are left to the next run.
 *
 * @returns the number of rows that changed
 */
export function matchLateDespatches(database: Database): Promise<number> {
  return judgeWaiting(database, (clients, { invoiceId, detailNo }) => [
    WAITING,
    [invoiceId, detailNo, MATCHED_DAYS, clients],
  ])
}

/** Does the same for details that lacked a currency or an exchange rate that has arrived. */
export const judgeByNewRates = (database: Database): Promise<number> =>
  judgeWaiting(database, (_clients, { invoiceId, detailNo }) => [WITHOUT_RATE, [invoiceId, detailNo]])

/** Builds the query for waiting details behind a place. */
type Waiting = (clients: readonly string[], after: Place) => [statement: string, values: unknown[]]

async function judgeWaiting(database: Database, waiting: Waiting): Promise<number> {
  const clients = await asOperator(database, async (_transaction, codes) => codes)
  let changed = 0
  let place: Place | undefined = { invoiceId: 0, detailNo: 0 }
  while (place) {
    const after: Place = place
    const lot: Lot = await retryOnDeadlock(() =>
      database.copying(clients, (connection) => matchSome(connection, { clients, after, waiting })),
    )
    changed += lot.changed
    place = lot.last
  }
  return changed
}

/** The number of rows that changed, and the last detail judged; undefined if none is left. */
type Lot = { changed: number; last: Place | undefined }

async function matchSome(
  connection: pg.PoolClient,
  { clients, after, waiting }: { clients: readonly string[]; after: Place; waiting: Waiting },
): Promise<Lot> {
  await connection.query('set local jit = off')
  const { rows } = await connection.query<Place & { rows: number[] }>(...waiting(clients, after))
  const [first] = rows
  if (!first) return { changed: 0, last: undefined }
  const ofOne = rows.filter(({ invoiceId }) => invoiceId === first.invoiceId)
  const last = ofOne.at(-1)
  const invoice = await lockToJudge(connection, first.invoiceId, { skipsHeld: true })
  if (!invoice) return { changed: 0, last: { ...first, detailNo: MAX_ROWS_OF_INVOICE } }
  const numbers = ofOne.flatMap(({ rows: ofDetail }) => ofDetail)
  const { changed } = await judgeWithDependents(connection, first.invoiceId, numbers, { clients })
  return { changed, last }
}

/**
 * How many orders and parcels were added and accounts remembered, by the database's statistics, which lag by a second
 * or two.
 */
const ADDED = sql<{ added: string }>`
  select coalesce(sum(n_tup_ins), 0)::text as added from pg_stat_user_tables
  where relname in ('orders', 'parcels', 'invoice_account_clients')`

/** The number of rates and account currencies, and of their changes. */
const RATES = sql<{ rates: string }>`
  select count(*) || ' ' || coalesce(max(rate_id), 0) || ' ' || coalesce(sum(version), 0)
    || coalesce(' ' || (select max(said_at) from invoice_account_currencies), '') as rates from invoice_rates`

const CHECK_EVERY_MS = 30_000
/** Check hourly even if the statistics show no change. */
const HOUR = 3_600_000

/**
 * Runs {@link matchLateDespatches} at once and after orders or parcels were added, {@link judgeByNewRates} and
 * `settleByNewRates` after rates or currencies changed, and {@link judgeChangedOrders} each time.
 *
 * @returns a function that stops it
 */
export function startMatchingLate(
  database: Database,
  { log, everyMs = CHECK_EVERY_MS }: { log: Pick<FastifyBaseLogger, 'warn'>; everyMs?: number },
): () => void {
  let seen: string | undefined
  let seenRates: string | undefined
  let doneAt = 0
  let isBusy = false
  async function look(): Promise<void> {
    // First, because rows that wait to be judged cannot be accepted.
    await judgeChangedOrders(database)
    const known = await asOperator(database, (transaction) => transaction.row(RATES.compile(db)))
    if (known?.rates !== seenRates) {
      await judgeByNewRates(database)
      await settleByNewRates(database)
    }
    seenRates = known?.rates
    const row = await database.transaction((transaction) => transaction.row(ADDED.compile(db)))
    if (row?.added === seen && Date.now() - doneAt < HOUR) return
    await matchLateDespatches(database)
    seen = row?.added
    doneAt = Date.now()
  }
  const start = () => {
    if (isBusy) return
    isBusy = true
    void look()
      .catch((error: unknown) => log.warn({ err: error }, 'late despatches could not be matched with invoices'))
      .finally(() => (isBusy = false))
  }
  start()
  const timer = setInterval(start, everyMs)
  timer.unref()
  return () => clearInterval(timer)
}
