import { type Day, dayOf } from '@despatch/domain/calendar/day'
import { sql } from 'kysely'
import type { BookShelf } from '../allocation/book-shelf.ts'
import { releaseAllocation } from '../allocation/release-allocation.ts'
import type { Database } from '../database/database.ts'
import { db } from '../database/sql.ts'
import { inClient } from './in-client.ts'
import { withPatience } from '../database/with-patience.ts'

/** Orders that are looked for at a time: their numbers are all that is held of them. */
const PAGE = 20_000
/** Orders that are allocated in one transaction: the capacity of their days is held for its commit alone. */
const BATCH = 100

export type FedOrders = {
  database: Database
  books: BookShelf
  client: string
  byName: string
  now: Date
  runId: string
}

/**
 * Allocates the orders of a run that are still to be despatched: domain.md, 'Creating or releasing an order allocates
 * it'. It is done when the file has been read, so that an order whose lines stand far apart is allocated once, and in the
 * order in which the orders were placed, for the capacity of a day goes to who came first. What is looked for is not what
 * this run created but what its file names and nothing stands of: so the same file twice allocates nothing twice, and a
 * file that broke off, or whose server was killed, is finished by sending it again. Historic orders, whose despatch day
 * has passed, went long ago: nobody allocates them.
 */
export async function allocateFedOrders(fed: FedOrders): Promise<void> {
  const { database, client, runId, now } = fed
  for (;;) {
    const waiting = await inClient(database, client, (transaction) =>
      transaction.rows(waitingOf(client, runId, dayOf(now))),
    )
    let allocated = 0
    for (let at = 0; at < waiting.length; at += BATCH) {
      const batch = waiting.slice(at, at + BATCH).map(({ order_number }) => order_number)
      const decided = await withPatience(() =>
        inClient(database, client, (transaction) => releaseAllocation({ ...fed, transaction }, batch)),
      )
      allocated += decided.length
    }
    // Were there others that somebody else allocated meanwhile, they are not asked for again.
    if (waiting.length < PAGE || allocated === 0) return
  }
}

/** Row by row (lateral, limit 1), for the reason given in chunk-statements. */
function waitingOf(client: string, runId: string, today: Day) {
  return sql<{ order_number: string }>`
    select r.order_number
    from feed_run_orders r
    cross join lateral (
      select * from orders where client_code = ${client} and order_number = r.order_number limit 1
    ) o
    left join lateral (
      select true as stands from consignments c
      where c.client_code = ${client} and c.order_number = r.order_number and c.ended_at is null limit 1
    ) c on true
    where r.client_code = ${client} and r.run_id = ${runId}
      and o.status in ('N', 'R') and o.despatch_date >= ${today} and c.stands is null
    order by o.ordered_at, o.order_number limit ${PAGE}`.compile(db)
}
