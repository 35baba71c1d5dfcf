import { setTimeout as sleep } from 'node:timers/promises'
import type { Day } from '@despatch/domain/calendar/day'
import { sql } from 'kysely'
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../../database/database.ts'
import { retryOnDeadlock } from '../../database/retry-on-deadlock.ts'
import { prepared } from '../../database/prepared.ts'
import { db } from '../../database/sql.ts'
import { inOrder, type Transaction } from '../../database/transaction.ts'
import { asOperator } from '../import/as-operator.ts'
import type { OrderKey } from '../matching/load-consignments.ts'
import type { ParcelKey } from '../parcel-accounts/accounts.ts'
import { ACCRUAL, BILLED_AT } from './billed-at.ts'
import { calculateAccruals } from './calculate-accruals.ts'

/** Change notes processed at a time: a day of one client and carrier can have many. */
const NOTES_PER_BATCH = 2000
/** Days of a client and carrier counted at a time. */
const DAYS_PER_BATCH = 40
/** How long a call counts days itself or waits for another call that does, and how often it checks. */
const MAX_WAIT_MS = 2000
const CHECK_EVERY_MS = 50

const EVERY_MS = 5000
const LOCK = 'billing days'

/** Days to count, both included, of one carrier or all. */
type DayRange = { readonly from: Day; readonly to: Day; readonly carrier?: string | undefined }

/**
 * Counts days again whose parcels or bills have changed, as far as the transaction sees them.
 *
 * @returns whether all of them are up to date: after a feed of many days, some are left to this file's job
 */
export async function bringBillingDaysUpToDate(transaction: Transaction, days: DayRange): Promise<boolean> {
  if (await areBillingDaysUpToDate(transaction, days)) return true
  const until = performance.now() + MAX_WAIT_MS
  while (!(await isMyTurn(transaction))) {
    if (performance.now() > until) return areBillingDaysUpToDate(transaction, days)
    await sleep(CHECK_EVERY_MS)
  }
  while ((await countSome(transaction, whereOf(days))) > 0)
    if (performance.now() > until) return areBillingDaysUpToDate(transaction, days)
  return true
}

/** Whether the days are up to date, as far as the transaction sees them. */
export async function areBillingDaysUpToDate(transaction: Transaction, days: DayRange): Promise<boolean> {
  const row = await transaction.row(
    prepared(
      sql<{ isAny: boolean }>`select exists (select from billing_days_changed ${whereOf(days)}) as "isAny"`.compile(db),
    ),
  )
  return row?.isAny !== true
}

const whereOf = ({ from, to, carrier }: DayRange) => sql`where day between ${from}::date and ${to}::date
  ${carrier ? sql`and carrier = ${carrier}` : sql``}`

/** Only one transaction counts at a time, so that two do not write the same day. */
async function isMyTurn(transaction: Transaction): Promise<boolean> {
  const row = await transaction.row(
    sql<{ isMine: boolean }>`select pg_try_advisory_xact_lock(hashtext(${LOCK})) as "isMine"`.compile(db),
  )
  return row?.isMine === true
}

async function countInTurn(transaction: Transaction): Promise<number> {
  await transaction.rows(sql`select pg_advisory_xact_lock(hashtext(${LOCK}))`.compile(db))
  return countSome(transaction)
}

/** Joins the parcels `p` despatched on the days `d`. */
const PARCELS_OF_DAYS = sql`join parcels p on p.client_code = d.client_code and p.carrier = d.carrier
  and p.despatched_at >= d.day::timestamp at time zone 'Europe/London'
  and p.despatched_at < (d.day + 1)::timestamp at time zone 'Europe/London'`

/**
 * Counts some of the changed days again, client by client, so that a client's prices are read once for many days.
 *
 * @returns the number of change notes processed
 */
async function countSome(transaction: Transaction, of = sql``): Promise<number> {
  const taken = await transaction.write(
    sql<{ client_code: string; carrier: string; day: string; notes: number }>`
      with days as (
        select client_code, carrier, day
        from (select * from billing_days_changed ${of} order by client_code, change_id limit ${NOTES_PER_BATCH}) c
        group by client_code, carrier, day order by client_code, min(change_id) limit ${DAYS_PER_BATCH}
      ),
      gone as (
        delete from billing_days_changed c using days d
        where c.client_code = d.client_code and c.carrier = d.carrier and c.day = d.day
        returning c.client_code, c.carrier, c.day
      )
      select client_code, carrier, day::text as day, count(*)::int as notes from gone group by client_code, carrier, day`.compile(
      db,
    ),
  )
  if (taken.length === 0) return 0
  const days = sql`unnest(${taken.map(({ client_code }) => client_code)}::text[],
    ${taken.map(({ carrier }) => carrier)}::text[], ${taken.map(({ day }) => day)}::date[]) as d (client_code, carrier, day)`
  await transaction.rows(sql`select set_config('jit', 'off', true)`.compile(db))
  // Billed parcels keep their accrual.
  const open = await transaction.rows(
    sql<ParcelKey & OrderKey>`
      select p.client_code as client, p.tracking_number as "trackingNumber", p.order_number as "orderNumber"
      from ${days} ${PARCELS_OF_DAYS}
      where ${BILLED_AT} is null or not exists (
        select from parcel_accruals a where a.client_code = p.client_code and a.tracking_number = p.tracking_number
      )`.compile(db),
  )
  await calculateAccruals(transaction, open)
  await inOrder([
    transaction.write(
      sql`delete from billing_days b using ${days}
        where b.client_code = d.client_code and b.carrier = d.carrier and b.day = d.day`.compile(db),
    ),
    transaction.write(
      sql`insert into billing_days (client_code, carrier, day, billed_on, parcels, cost, unpriced)
        with priced as materialized (
          select d.client_code, d.carrier, d.day, coalesce(london_day(${BILLED_AT}), 'infinity') as billed_on, ${ACCRUAL} as cost
          from ${days} ${PARCELS_OF_DAYS}
        )
        select client_code, carrier, day, billed_on, count(*), coalesce(sum(cost), 0), count(*) filter (where cost is null)
        from priced group by client_code, carrier, day, billed_on`.compile(db),
    ),
  ])
  return taken.length
}

/**
 * Counts changed days every few seconds, so that calls find few to count.
 *
 * @returns a function that stops it
 */
export function startCountingBillingDays(
  database: Database,
  { log, everyMs = EVERY_MS }: { log: Pick<FastifyBaseLogger, 'warn'>; everyMs?: number },
): () => void {
  let isAtIt = false
  let isStopped = false
  const countDays = async () => {
    if (isAtIt) return
    isAtIt = true
    try {
      const countOnce = () => asOperator(database, countInTurn)
      while (!isStopped && (await retryOnDeadlock(countOnce)) > 0);
    } catch (error) {
      log.warn({ err: error }, 'what is still to be billed could not be reckoned')
    } finally {
      isAtIt = false
    }
  }
  void countDays()
  const timer = setInterval(() => void countDays(), everyMs)
  timer.unref()
  return () => {
    isStopped = true
    clearInterval(timer)
  }
}
