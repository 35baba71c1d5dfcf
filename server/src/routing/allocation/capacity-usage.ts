import { type Usage, usageKey } from '@despatch/domain/routing/allocation/consignment'
import { addDays, type Day } from '@despatch/domain/calendar/day'
import { sql } from 'kysely'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'

/**
 * Parcels allocated to each carrier on each day. All orders of a client need these rows, so lock them last before the
 * commit and in the order of day and carrier: this prevents deadlocks.
 */

/** Parcels to allocate to a carrier on a day. `slot` is the day's limit; null is no limit. */
export type CapacityTake = { carrier: string; day: Day; parcels: number; slot: number | null }

/** Reasons look this far ahead for a day with free capacity. */
const DAYS_AHEAD = 28

/** Usage as stored: parcels by {@link usageKey}. */
export type UsageRecord = Readonly<Record<string, number>>
export const toUsage = (record: UsageRecord | null): Usage => new Map(Object.entries(record ?? {}))

/** The last day that a decision about `day` looks at. */
export const lastRelevantDay = (day: Day): Day => addDays(day, DAYS_AHEAD)

/** The part of the usage that a decision about a day depends on. It is stored with the decision for replays. */
export function relevantUsage(usage: Usage, day: Day): UsageRecord {
  const last = lastRelevantDay(day)
  return Object.fromEntries(
    [...usage].filter(([key, parcels]) => {
      const of = key.slice(-day.length)
      return parcels > 0 && of >= day && of <= last
    }),
  )
}

/**
 * Locks the capacity of carriers on some days until the end of the transaction, so that decisions made after it cannot
 * be refused. Call it first if a transaction both returns and takes capacity.
 */
export async function lockCapacity(
  transaction: Transaction,
  client: string,
  { carriers, days }: { carriers: Iterable<string>; days: Iterable<Day> },
): Promise<void> {
  const codes = [...new Set(carriers)]
  const dates = [...new Set(days)]
  // Lock existing and missing rows in one order: inserting the missing rows first would deadlock with other
  // transactions.
  await transaction.write(
    sql`insert into capacity_usage as u (client_code, carrier, despatch_day, parcels)
      select ${client}, carrier, day, 0
      from unnest(${codes}::text[]) as c (carrier) cross join unnest(${dates}::date[]) as d (day)
      order by day, carrier collate "C"
      on conflict (client_code, despatch_day, carrier) do update set parcels = u.parcels`.compile(db),
  )
}

/** Returns capacity that was taken. Usage never falls below zero. */
export async function returnCapacity(
  transaction: Transaction,
  client: string,
  takes: readonly Omit<CapacityTake, 'slot'>[],
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

/** Adds up the capacity that several consignments take, by carrier and day. */
export class CapacityReservations {
  readonly #takes = new Map<string, CapacityTake>()

  add({ carrier, day, parcels, slot }: CapacityTake): void {
    const key = usageKey(carrier, day)
    this.#takes.set(key, { carrier, day, slot, parcels: (this.#takes.get(key)?.parcels ?? 0) + parcels })
  }

  all(): CapacityTake[] {
    return [...this.#takes.values()]
  }
}
