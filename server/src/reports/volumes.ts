import type { reports as routes } from '@despatch/contract/reports/reports'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { type Day, dayOf } from '@despatch/domain/calendar/day'
import { formatCount } from '@despatch/domain/money/money'
import { grainsOf } from '@despatch/domain/reports/periods'
import { sql } from 'kysely'
import { prepared } from '../database/prepared.ts'
import { db } from '../database/sql.ts'
import { waitingDays } from '../figures/waiting-days.ts'
import { AppError } from '../process/app-error.ts'
import type { FiguresContext } from './figures-context.ts'
import type { FactsQuery } from '../figures/facts-of-days.ts'
import { orderFactsOf, orderSumsOf, type OrderSumsRow, presentOrders } from './order-sums.ts'
import { returnedFacts } from './returned-facts.ts'
import { ALL_PARCELS, parcelFacts, startOf } from './parcel-sums.ts'

/** Keeps a table readable and quick to make. */
const MAX_ROWS = 20_000

type VolumesQuery = RouteChecked<typeof routes.volumes>['body']
type OrderRow = OrderSumsRow & { start: string; client: string }
type OtherRow = {
  start: string
  client: string
  parcels: number
  delivered: number
  promised: number
  on_time: number
  returned: number
}

/** Periods and clients of a report, one row for each pair. */
function periodsAndClients({ grain, byClient, ...days }: VolumesQuery, clients: readonly string[]) {
  const codes = byClient ? clients.toSorted() : ['']
  const starts = grainsOf(days, grain)
  const count = starts.length * codes.length
  if (count > MAX_ROWS)
    throw new AppError(
      'unprocessable',
      `This report has ${formatCount(count)} rows, more than ${formatCount(MAX_ROWS)}. Choose fewer days or clients, or group by week or month.`,
    )
  return { starts, codes }
}

const keyOf = ({ start, client }: { start: string; client: string }) => `${start} ${client}`

/** Reads totals of orders, and of parcels and returns, by period and optionally by client. */
function readSums({ transaction, clients }: FiguresContext, body: VolumesQuery, today: Day) {
  const { grain, byClient } = body
  const start = startOf(grain)
  const key = sql`(${start})::text as start, ${byClient ? sql`client_code` : sql`''::text`} as client`
  const groups = byClient ? sql`${start}, client_code` : start
  const facts: FactsQuery = { clients, days: body, today }
  return [
    transaction.rows(
      prepared(
        sql<OrderRow>`
          select ${key}, currency_code as currency, ${orderSumsOf(today)} from ${orderFactsOf(facts)}
          group by ${groups}, currency_code order by currency_code`.compile(db),
      ),
    ),
    transaction.rows(
      prepared(
        sql<OtherRow>`
          select ${key}, sum(parcels)::int as parcels, sum(delivered)::int as delivered, sum(promised)::int as promised,
            sum(on_time)::int as on_time, sum(returned)::int as returned
          from (
            select client_code, day, despatched as parcels, delivered, case when day < ${today}::date then promised else 0 end as promised,
              case when day < ${today}::date then on_time else 0 end as on_time, 0 as returned
            from ${parcelFacts(ALL_PARCELS, facts)}
            union all
            select client_code, day, 0, 0, 0, 0, pieces from ${returnedFacts(facts)}
          ) as facts group by ${groups}`.compile(db),
      ),
    ),
  ] as const
}

/**
 * Orders, parcels and returns by period, and optionally by client. Throws an AppError (422) for more than {@link
 * MAX_ROWS} rows.
 */
export async function volumes(
  context: FiguresContext,
  { body }: RouteChecked<typeof routes.volumes>,
): Promise<RouteAnswer<typeof routes.volumes>> {
  const { transaction, clients, now } = context
  const { startDate, endDate, grain } = body
  const { starts, codes } = periodsAndClients(body, clients)
  const today = dayOf(now)
  const [waiting, orders, others, names] = await Promise.all([
    waitingDays(transaction, clients, { kinds: ['order', 'parcel', 'return'], periods: [body] }),
    ...readSums(context, body, today),
    transaction.rows(db.selectFrom('clients').select(['client_code', 'name']).where('client_code', 'in', clients)),
  ])
  const ordersOf = Map.groupBy(orders, keyOf)
  const othersOf = new Map(others.map((row) => [keyOf(row), row]))
  const clientNames = new Map(names.map(({ client_code, name }) => [client_code, name]))
  return {
    startDate,
    endDate,
    grain,
    volumes: starts.flatMap((start) =>
      codes.map((client) => {
        const other = othersOf.get(keyOf({ start, client }))
        return {
          start,
          clientCode: client,
          clientName: clientNames.get(client) ?? client,
          ...presentOrders(ordersOf.get(keyOf({ start, client })) ?? []),
          parcels: other?.parcels ?? 0,
          delivered: other?.delivered ?? 0,
          promised: other?.promised ?? 0,
          onTime: other?.on_time ?? 0,
          returned: other?.returned ?? 0,
        }
      }),
    ),
    waitingDays: waiting,
    today,
  }
}
