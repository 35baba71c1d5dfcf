import type {
  carrierStops as routes,
  OffCarrier,
  StoredStop,
} from '@despatch/contract/orders/carrier-stops/carrier-stops'
import type { RouteAnswer } from '@despatch/contract/route/types'
import { sql } from 'kysely'
import { db, isOfClients } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'
import type { Context } from '../../http/context.ts'
import { loadOffCarriers } from '../../routing/carrier-stops/off-carriers.ts'
import { loadCarriers } from '../../routing/carrier-stops/carriers-of-clients.ts'
import { countOffOrders } from './standing-orders.ts'

/** How long ended stops are listed. */
const DAYS_LISTED = 90

/**
 * The stops in force and those that ended lately, the newest first; carriers that are off and still have orders; and
 * all carriers of the caller's clients.
 */
export async function listStops({
  transaction,
  clients,
  services,
  now,
}: Context): Promise<RouteAnswer<typeof routes.list>> {
  const [stops, carriers, off] = await Promise.all([
    loadStored(transaction, clients),
    loadCarriers(transaction, clients),
    loadOff({ transaction, clients, services, now }),
  ])
  return { stops, off, carriers }
}

type Looking = Pick<Context, 'transaction' | 'clients' | 'services' | 'now'>

/** Carriers that are off, with the new and released orders that still have them. */
export async function loadOff({ transaction, clients, services, now }: Looking): Promise<OffCarrier[]> {
  const days = await loadOffCarriers({ transaction, clients, books: services.books, now })
  const counts = await countOffOrders(transaction, days)
  const names = new Map(days.map(({ carrier, carrierName }) => [carrier, carrierName]))
  return [...Map.groupBy(counts, ({ carrier }) => carrier)].map(([carrier, rows]) => ({
    carrier,
    carrierName: names.get(carrier) ?? carrier,
    because: rows.some(({ because }) => because === 'stopped') ? 'stopped' : 'not-active',
    clients: [...new Set(rows.map(({ client }) => client))],
    orders: rows.reduce((sum, { orders }) => sum + orders, 0),
  }))
}

async function loadStored(transaction: Transaction, clients: readonly string[]): Promise<StoredStop[]> {
  const rows = await transaction.rows(
    sql<{
      stop_id: string
      carrier: string
      carrier_name: string
      services: string[]
      first_day: string
      last_day: string | null
      reason: string
      stopped_at: Date
      stopped_by: string
      ended_at: Date | null
      ended_by: string | null
      moved: number
    }>`
      select s.stop_id, s.carrier, s.carrier_name, s.services, s.first_day::text, s.last_day::text, s.reason,
        s.stopped_at, s.stopped_by, s.ended_at, s.ended_by,
        (
          select count(*)::int from order_receipts r
          where ${isOfClients('r.client_code', clients)} and r.command_id = s.stop_id and r.outcome = 'done'
            and r.undone_at is null
        ) as moved
      from carrier_stops s
      where s.ended_at is null or s.ended_at > now() - make_interval(days => ${DAYS_LISTED})
      order by s.ended_at is not null, s.stopped_at desc`.compile(db),
  )
  return rows.map((row) => ({
    stopId: row.stop_id,
    carrier: row.carrier,
    carrierName: row.carrier_name,
    services: row.services,
    from: row.first_day,
    to: row.last_day,
    reason: row.reason,
    stoppedAt: row.stopped_at.toISOString(),
    stoppedBy: row.stopped_by,
    endedAt: row.ended_at?.toISOString() ?? null,
    endedBy: row.ended_by,
    moved: row.moved,
  }))
}
