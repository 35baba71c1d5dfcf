import type { CapacityLimit, CarrierCapacity } from '@despatch/contract/routing/capacity/capacity'
import type { BookContents } from '@despatch/domain/routing/rule-book/book-items'
import { slotOn } from '@despatch/domain/routing/rule-book/compile-book'
import { addDays, type Day, dayOf } from '@despatch/domain/calendar/day'
import { byClientAndKey, type ItemInForce, itemsOfClients } from '../rule-book/book-items.ts'
import type { Context } from '../../http/context.ts'
import { sql } from 'kysely'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'

const DAYS_SHOWN = 7

type StoredCapacity = BookContents['capacity']['capacities'][number]

/** Loads the capacities of the clients' carriers (or of one carrier) with the usage of today and the six days after. */
export async function capacitiesOf(
  { transaction, clients, now }: Pick<Context, 'transaction' | 'clients' | 'now'>,
  carrier?: string,
): Promise<CarrierCapacity[]> {
  const keys = carrier === undefined ? undefined : [carrier]
  const today = dayOf(now)
  const [carriers, capacities, used] = await Promise.all([
    itemsOfClients(transaction, clients, 'carrier', keys),
    itemsOfClients(transaction, clients, 'capacity', keys),
    usedFrom(transaction, clients, today),
  ])
  const found = byClientAndKey(capacities)
  return carriers.map((item) =>
    presentCapacity(item.client, item, found.get(`${item.client} ${item.key}`), { today, used }),
  )
}

/** Loads the parcels allocated in the week from `today`. Keys are `<client> <carrier> <day>`. */
async function usedFrom(
  transaction: Transaction,
  clients: readonly string[],
  today: Day,
): Promise<Map<string, number>> {
  const rows = await transaction.rows(
    db
      .selectFrom('capacity_usage')
      .select(['client_code', 'carrier', 'despatch_day', 'parcels'])
      .where('client_code', '=', sql<string>`any (${clients}::text[])`)
      .where('despatch_day', '>=', today)
      .where('despatch_day', '<', addDays(today, DAYS_SHOWN)),
  )
  return new Map(
    rows.map(({ client_code, carrier, despatch_day, parcels }) => [
      `${client_code} ${carrier} ${despatch_day}`,
      parcels,
    ]),
  )
}

function presentCapacity(
  client: string,
  { key, content }: ItemInForce<'carrier'>,
  capacity: ItemInForce<'capacity'> | undefined,
  { today, used }: { today: Day; used: ReadonlyMap<string, number> },
): CarrierCapacity {
  const capacities = capacity?.content.capacities ?? []
  const ofCarrier = capacities.map((one) => ({ ...one, carrier: key }))
  const days = Array.from({ length: DAYS_SHOWN }, (_, index) => addDays(today, index))
  return {
    client,
    carrier: key,
    carrierName: content.name,
    active: content.active,
    activeDates: content.activeDates.map(({ from, to }) => ({ from, to })),
    capacities: capacities.map(toCapacityLimit),
    use: days.map((day) => ({
      day,
      used: used.get(`${client} ${key} ${day}`) ?? 0,
      limit: slotOn(ofCarrier, key, day),
    })),
    // 0 until the client sets a capacity for the first time.
    version: capacity?.version ?? 0,
  }
}

export const toCapacityLimit = ({ slots, effectiveFrom, effectiveBetween }: StoredCapacity): CapacityLimit => ({
  quantityLimit: [...slots],
  effectiveDate: effectiveFrom,
  effectiveBetween,
})

export const toStoredCapacity = ({
  quantityLimit,
  effectiveDate,
  effectiveBetween,
}: CapacityLimit): StoredCapacity => ({
  slots: quantityLimit,
  effectiveFrom: effectiveDate,
  effectiveBetween,
})
