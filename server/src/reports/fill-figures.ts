import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import { seeEveryClient } from '../administration/clients/queries.ts'
import type { Database } from '../database/database.ts'
import { db } from '../database/sql.ts'
import { exceptionFacts, parcelFacts } from '../deliveries/parcels/parcel-facts.ts'
import { rebuildFacts } from '../figures/facts.ts'
import { updateInPieces } from '../figures/update-in-pieces.ts'
import { orderFacts } from '../orders/order-facts.ts'

type Given = { database: Database; log: Pick<FastifyBaseLogger, 'info'> }

const NAME = 'orders and parcels'

const ofOrder = (columns: string, table: string) => `(
  select ${columns} from ${table}
  where client_code = $1 and order_number between o.order_number and o.order_number order by order_number offset 0
) x`

const DAYS_OF_ORDERS = `
update orders o set
  released_on = coalesce((
    select london_day(min(at)) from ${ofOrder('at, status', 'order_history')} where status in ('R', 'P', 'K', 'D', 'V')
  ), london_day(o.ordered_at)),
  despatched_on = case when o.status in ('D', 'V') then coalesce(
    (select london_day(min(despatched_at)) from ${ofOrder('despatched_at', 'parcels')}), o.despatch_date) end,
  delivered_on = case when o.status = 'V' then coalesce(
    (select coalesce(max(x.delivered_on), london_day(min(despatched_at))) from ${ofOrder('delivered_on, despatched_at', 'parcels')}),
    o.despatch_date) end
where o.client_code = $1 and o.order_number > $2 and o.order_number <= $3
  and o.status in ('R', 'P', 'K', 'D', 'V') and o.released_on is null`

const REGIONS_OF_PARCELS = `
update parcels set region = parcel_region($1, order_number)
where client_code = $1 and tracking_number > $2 and tracking_number <= $3 and region = ''
  and parcel_region($1, order_number) <> ''`

/**
 * Gives orders and parcels that were written before there were figures of them their days and regions, in pieces, and
 * rebuilds the figures, while people work. Done once; cut short, the next start begins again and passes over what has them.
 */
export async function fillFigures({ database, log }: Given): Promise<void> {
  const clients = await database.transaction(async (transaction) => {
    const waiting = await transaction.rows(
      sql<{ name: string }>`select name from figures_to_fill where name = ${NAME}`.compile(db),
    )
    return waiting.length === 0 ? undefined : seeEveryClient(transaction)
  })
  if (clients === undefined) return
  for (const client of clients) {
    await updateInPieces(database, { client, table: 'orders', key: 'order_number', update: DAYS_OF_ORDERS })
    await updateInPieces(database, { client, table: 'parcels', key: 'tracking_number', update: REGIONS_OF_PARCELS })
  }
  for (const facts of [orderFacts, parcelFacts, exceptionFacts]) await rebuildFacts(database, facts)
  await database.transaction((transaction) =>
    transaction.write(sql<object>`delete from figures_to_fill where name = ${NAME} returning 1`.compile(db)),
  )
  log.info({ clients: clients.length }, 'figures of orders and parcels filled')
}
