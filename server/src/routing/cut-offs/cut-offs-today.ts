import { atMinute, type Day, dayOf } from '@despatch/domain/calendar/day'
import { cutOffOf, cutOffsOn, type Minute, minutesLeft } from '@despatch/domain/routing/cut-offs/cut-off'
import { type RawBuilder, sql } from 'kysely'
import { db, isOfClients } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'
import { loadCutOffs } from '../allocation/allocation-inputs.ts'
import { carrierName } from '../allocation/decide-consignment.ts'
import type { RuleBookCache } from '../rule-book/rule-book-cache.ts'

/** A cut-off of today that a client's orders have to reach. */
export type CutOffToday = {
  readonly client: string
  /** Today, on the operator's clock. */
  readonly day: Day
  readonly carrier: string
  readonly carrierName: string
  /** The client's methods that it is for. */
  readonly methods: readonly string[]
  readonly cutOff: Minute
  /** The last moment at which picking may begin. */
  readonly startBy: Date
  /** Whole minutes until then; negative if it has passed. */
  readonly left: number
}

type Looking = {
  readonly transaction: Transaction
  readonly clients: readonly string[]
  readonly books: RuleBookCache
  readonly now: Date
}

/**
 * Today's cut-offs of the carriers that have parcels of the clients today. This is the one definition behind Home, lists
 * and releases.
 */
export async function loadCutOffsToday({ transaction, clients, books, now }: Looking): Promise<CutOffToday[]> {
  const today = dayOf(now)
  const cutOffs = cutOffsOn(await loadCutOffs(transaction), today)
  if (cutOffs.length === 0) return []
  const carriers = [...new Set(cutOffs.map(({ carrier }) => carrier))]
  const rows = await transaction.rows(
    sql<{ client_code: string; carrier: string; pick_minutes: number }>`
      select u.client_code, u.carrier, coalesce(t.pick_minutes, 0) as pick_minutes
      from capacity_usage u left join client_despatch_times t on t.client_code = u.client_code
      where ${isOfClients('u.client_code', clients)} and u.despatch_day = ${today}::date and u.parcels > 0
        and u.carrier = any (${carriers}::text[])
      order by 1, 2`.compile(db),
  )
  const found: CutOffToday[] = []
  for (const [client, ofClient] of Map.groupBy(rows, ({ client_code }) => client_code)) {
    const compiled = await books.book(transaction, client)
    for (const { carrier, pick_minutes: pickMinutes } of ofClient) {
      const own = compiled.methods.filter((method) => method.carrier === carrier)
      for (const [cutOff, methods] of Map.groupBy(own, (method) => cutOffOf(cutOffs, method)?.minute ?? null))
        if (cutOff !== null)
          found.push({
            client,
            day: today,
            carrier,
            carrierName: carrierName(compiled, carrier),
            methods: methods.map(({ clientMethodID }) => clientMethodID),
            cutOff,
            startBy: new Date(atMinute(today, cutOff).getTime() - pickMinutes * 60_000),
            left: minutesLeft(today, cutOff, { now, pickMinutes }),
          })
    }
  }
  return found
}

/** The cut-offs that have passed. */
export const missedCutOffs = (all: readonly CutOffToday[]): CutOffToday[] => all.filter(({ left }) => left < 0)

/** Those that come within two hours. */
export const nearCutOffs = (all: readonly CutOffToday[]): CutOffToday[] =>
  all.filter(({ left }) => left >= 0 && left <= 120)

/** Condition for new and released orders: a current consignment has one of these cut-offs. `orders` is their alias. */
export function hasCutOff(cutOffs: readonly CutOffToday[], orders = 'orders'): RawBuilder<boolean> {
  const [one] = cutOffs
  if (!one) return sql<boolean>`false`
  const o = sql.table(orders)
  const rows = JSON.stringify(cutOffs.map(({ client, methods }) => ({ client, methods })))
  return sql<boolean>`(${o}.status in ('N', 'R') and ${o}.despatch_date = ${one.day}::date and exists (
    select from consignments c
    join jsonb_to_recordset(${rows}::jsonb) as cut (client text, methods jsonb)
      on cut.client = c.client_code and cut.methods ? c.client_method_id
    where c.client_code = ${o}.client_code and c.order_number = ${o}.order_number and c.ended_at is null
      and c.despatch_day = ${one.day}::date))`
}
