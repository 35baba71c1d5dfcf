import { addDays, type Day, dayOf } from '@despatch/domain/calendar/day'
import type { CarrierStop } from '@despatch/domain/routing/carrier-stops/carrier-stop'
import { offMethods, type OffReason } from '@despatch/domain/routing/carrier-stops/off-methods'
import { type RawBuilder, sql } from 'kysely'
import { db, isOfClients } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'
import { loadStops } from '../allocation/allocation-inputs.ts'
import { carrierName } from '../allocation/decide-consignment.ts'
import type { RuleBookCache } from '../rule-book/rule-book-cache.ts'

/** A carrier that is off on a despatch day on which a client's orders have it. */
export type OffCarrierDay = {
  readonly client: string
  readonly carrier: string
  readonly carrierName: string
  readonly day: Day
  /** Its methods that are off. */
  readonly methods: readonly string[]
  readonly because: OffReason
}

/** How long orders may be past their despatch day. */
const DAYS_BACK = 60

type Looking = {
  readonly transaction: Transaction
  readonly clients: readonly string[]
  readonly books: RuleBookCache
  readonly now: Date
}

/**
 * The carriers that are off, by client and despatch day, where parcels are allocated to them; orders past their day
 * would leave today, so today decides for them. This is the one definition behind Home, the list of stops, and every
 * move away from a carrier. It judges by the current carrier rules and stops, however the carrier was switched off.
 * `stop` counts as if it were in force; with `carrier` it judges only that one.
 */
export async function loadOffCarriers(
  { transaction, clients, books, now }: Looking,
  { carrier, stop }: { readonly carrier?: string | undefined; readonly stop?: CarrierStop | undefined } = {},
): Promise<OffCarrierDay[]> {
  const today = dayOf(now)
  const stops = [...(await loadStops(transaction)), ...(stop ? [stop] : [])]
  // Most carriers are on: only those that may be off are judged with their rule books.
  const rows = await transaction.rows(
    sql<{ client_code: string; carrier: string; day: Day }>`
      select u.client_code, u.carrier, u.despatch_day::text as day
      from capacity_usage u
      left join rule_book_items i on i.client_code = u.client_code and i.kind = 'carrier' and i.item_key = u.carrier
        and i.to_version is null
      where ${isOfClients('u.client_code', clients)} and u.despatch_day >= ${addDays(today, -DAYS_BACK)}::date and u.parcels > 0
        ${carrier === undefined ? sql`` : sql`and u.carrier = ${carrier}`}
        and (u.carrier = any (${stops.map((one) => one.carrier)}::text[])
          or i.content ->> 'active' = 'N'
          or (jsonb_array_length(i.content -> 'activeDates') > 0 and not exists (
            select from jsonb_to_recordset(i.content -> 'activeDates') as active ("from" date, "to" date)
            where greatest(u.despatch_day, ${today}::date) between active.from and coalesce(active.to, 'infinity')
          )))
      order by 1, 2, 3`.compile(db),
  )
  const off: OffCarrierDay[] = []
  for (const [client, ofClient] of Map.groupBy(rows, ({ client_code }) => client_code)) {
    const compiled = await books.book(transaction, client)
    for (const { carrier: code, day } of ofClient) {
      const { methods, because } = offMethods(compiled, stops, { carrier: code, day: day < today ? today : day })
      if (methods.length > 0)
        off.push({ client, carrier: code, carrierName: carrierName(compiled, code), day, methods, because })
    }
  }
  return off
}

/** Rows `off` of {@link OffCarrierDay}, to join with consignments `c` by {@link hasOffCarrier}. */
export const offRows = (off: readonly OffCarrierDay[]): RawBuilder<unknown> =>
  sql`jsonb_to_recordset(${JSON.stringify(off)}::jsonb) as off (client text, carrier text, day date, methods jsonb, because text)`

/** Whether a current consignment has a carrier that is off. */
export const hasOffCarrier: RawBuilder<unknown> = sql`c.client_code = off.client and c.despatch_day = off.day
  and c.ended_at is null and c.carrier = off.carrier and off.methods ? c.client_method_id`
