import { type Usage, usageKey } from '@despatch/domain/routing/allocation/consignment'
import { addDays, type Day } from '@despatch/domain/calendar/day'
import { sql } from 'kysely'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'

/**
 * What carriers have been given of each day. The rows are asked for by all orders of a client, so anyone who changes some
 * does it as the last thing before the commit, and everyone in the order of day and carrier: nobody waits for one who
 * waits for them.
 */

/** Parcels given to a carrier of a day. `slot` is what the day may come to; null is no limit. */
export type Take = { carrier: string; day: Day; parcels: number; slot: number | null }

/** As far as the reasons of a decision look for a better day. */
const DAYS_AHEAD = 28

/** Usage as it is read and kept: parcels by {@link usageKey}. */
export type UsageRecord = Readonly<Record<string, number>>
export const usageOf = (record: UsageRecord | null): Usage => new Map(Object.entries(record ?? {}))

/** The last day that matters to decisions about a day. */
export const lastDaySeen = (day: Day): Day => addDays(day, DAYS_AHEAD)

/** What a decision about a day has seen of the usage: what it is kept with, so that it can be replayed. */
export function seenOf(usage: Usage, day: Day): UsageRecord {
  const last = lastDaySeen(day)
  return Object.fromEntries(
    [...usage].filter(([key, parcels]) => {
      const of = key.slice(-day.length)
      return parcels > 0 && of >= day && of <= last
    }),
  )
}

/**
 * Holds the capacity of carriers on some days until the end of the transaction: what is decided from then on is not
 * refused. Anyone who gives capacity back and takes some in one transaction begins with this.
 */
export async function lockCapacity(
  transaction: Transaction,
  client: string,
  { carriers, days }: { carriers: Iterable<string>; days: Iterable<Day> },
): Promise<void> {
  const codes = [...new Set(carriers)]
  const dates = [...new Set(days)]
  // One after the other, whether it is there or not: who made first what is missing would hold what others come to last.
  await transaction.write(
    sql`insert into capacity_usage as u (client_code, carrier, despatch_day, parcels)
      select ${client}, carrier, day, 0
      from unnest(${codes}::text[]) as c (carrier) cross join unnest(${dates}::date[]) as d (day)
      order by day, carrier collate "C"
      on conflict (client_code, despatch_day, carrier) do update set parcels = u.parcels`.compile(db),
  )
}

/** Gives capacity back: exactly what was taken, and never below nothing. */
export async function returnCapacity(
  transaction: Transaction,
  client: string,
  takes: readonly Omit<Take, 'slot'>[],
): Promise<void> {
  if (takes.length === 0) return
  await transaction.write(
    sql`
      with back as (
        select carrier, day, sum(parcels)::int as parcels
        from jsonb_to_recordset(${JSON.stringify(takes)}::jsonb) as t (carrier text, day date, parcels int)
        group by carrier, day
      ), held as materialized (
        select u.carrier, u.despatch_day from capacity_usage u
        join back b on b.carrier = u.carrier and b.day = u.despatch_day
        where u.client_code = ${client}
        order by u.despatch_day, u.carrier for update of u
      )
      update capacity_usage u set parcels = greatest(u.parcels - b.parcels, 0)
      from held h join back b on b.carrier = h.carrier and b.day = h.despatch_day
      where u.client_code = ${client} and u.carrier = h.carrier and u.despatch_day = h.despatch_day`.compile(db),
  )
}

/** What is taken for several consignments, by carrier and day. */
export class CapacityReservations {
  readonly #takes = new Map<string, Take>()

  add({ carrier, day, parcels, slot }: Take): void {
    const key = usageKey(carrier, day)
    this.#takes.set(key, { carrier, day, slot, parcels: (this.#takes.get(key)?.parcels ?? 0) + parcels })
  }

  all(): Take[] {
    return [...this.#takes.values()]
  }
}
