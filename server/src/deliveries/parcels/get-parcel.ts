import { MAX_EVENTS, type parcels as routes } from '@despatch/contract/deliveries/parcels/parcels'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { holidaySetAt } from '@despatch/domain/administration/clients/holiday-sets'
import { dayOf } from '@despatch/domain/calendar/day'
import type { ServiceTime } from '@despatch/domain/deliveries/parcels/promised-date'
import type { DispatchService } from '@despatch/domain/routing/dispatch-service'
import { trackingNumbersToFind } from '@despatch/domain/deliveries/parcels/tracking-number'
import { explainCarriersPromise, explainPromise } from '@despatch/domain/deliveries/parcels/explain-promise'
import { sql } from 'kysely'
import type { Transaction } from '../../database/transaction.ts'
import type { Context } from '../../http/context.ts'
import { AppError } from '../../process/app-error.ts'
import { holidayName } from '../../administration/clients/published-holidays.ts'
import { db } from '../../database/sql.ts'
import { type EventColumns, type ParcelColumns, presentEvent, presentParcel } from './present-parcel.ts'
import { carrierNames, parcelColumns } from './queries.ts'
import { NEWEST_EVENTS_FIRST } from './event-order.ts'

const MAX_CONTENTS = 500

type ParcelRow = ParcelColumns & {
  dispatch_service: DispatchService
  method_id: string
  method: (ServiceTime & { methodDescription: string }) | null
  country: string
  post_code: string
  planned_for: string | null
  carrier_promised_date: string | null
}
type ContentRow = { sku_code: string; description: string | null; quantity: number; serial_number: string }

/**
 * Answers one parcel with its promise, contents and events.
 * @throws AppError (404) if the client has no such parcel
 */
export async function getParcel(
  { transaction, client, now }: Context,
  { query }: RouteChecked<typeof routes.one>,
): Promise<RouteAnswer<typeof routes.one>> {
  const named = await transaction.row(
    sql<{ number: string }>`
      select tracking_number as number from parcels
      where client_code = ${client} and tracking_number = any (${trackingNumbersToFind(query.trackingNumber)}::text[])
      order by tracking_number <> ${query.trackingNumber} limit 1`.compile(db),
  )
  if (!named) throw noParcel(query.trackingNumber)
  const trackingNumber = named.number
  const [row, contents, events, counted] = await readParcel(transaction, client, trackingNumber)
  if (!row) throw noParcel(query.trackingNumber)
  const parcel = presentParcel(row, now)
  const holiday = await holidayName(holidaySetAt(row.country, row.post_code))
  const { why, followsMethod } = explainPromise({
    despatchedOn: dayOf(row.despatched_at),
    promisedDate: row.promised_date,
    service: row.dispatch_service,
    isHoliday: (day) => holiday(day) !== undefined,
    method: row.method
      ? {
          ...row.method,
          description: row.method.methodDescription,
          plannedFor: row.planned_for,
        }
      : undefined,
  })
  const carriers = explainCarriersPromise({
    despatchedOn: dayOf(row.despatched_at),
    promisedDate: row.carrier_promised_date,
    carrierService: row.carrier_service,
  })
  return {
    parcel,
    promise: {
      why,
      clientMethodID: followsMethod ? row.method_id : '',
      carriers: { promisedDate: row.carrier_promised_date ?? row.promised_date, why: carriers },
    },
    contents: contents.map((content) => ({
      SKU: content.sku_code,
      Item_Description: content.description ?? '',
      quantity: content.quantity,
      serialNumber: content.serial_number,
    })),
    events: events.map((event) => presentEvent(event, parcel)),
    eventCount: counted?.events ?? 0,
  }
}

/** Reads a parcel, its contents, its newest events and their number. */
const readParcel = (transaction: Transaction, client: string, trackingNumber: string) =>
  Promise.all([
    transaction.row(
      sql<ParcelRow>`
        select ${parcelColumns}, o.dispatch_service, o.country, o.post_code, p.carrier_promised_date,
          coalesce(d.client_method_id, p.client_method_id) as method_id, m.content as method,
          case when o.dispatch_service = 'NAMED DAY' and d.despatch_day is not null then o.despatch_date else d.despatch_day end
            as planned_for
        from parcels p join orders o using (client_code, order_number) ${carrierNames}
        left join lateral (
          select client_method_id, despatch_day from consignments
          where client_code = p.client_code and order_number = p.order_number and client_method_id is not null
          order by attempt, client_method_id <> p.client_method_id, number limit 1
        ) d on true
        left join rule_book_items m on m.client_code = p.client_code and m.kind = 'method'
          and m.item_key = coalesce(d.client_method_id, p.client_method_id) and m.to_version is null
        where p.client_code = ${client} and p.tracking_number = ${trackingNumber}`.compile(db),
    ),
    transaction.rows(
      sql<ContentRow>`
        select n.sku_code, s.description, n.quantity, n.serial_number
        from parcel_contents n left join skus s using (client_code, sku_code)
        where n.client_code = ${client} and n.tracking_number = ${trackingNumber}
        order by n.sku_code, n.serial_number limit ${MAX_CONTENTS}`.compile(db),
    ),
    transaction.rows(
      sql<EventColumns>`
        select occurred_at, state, code, description, location, reason, carrier
        from delivery_events where client_code = ${client} and tracking_number = ${trackingNumber}
        order by ${NEWEST_EVENTS_FIRST} limit ${MAX_EVENTS}`.compile(db),
    ),
    transaction.row(
      sql<{ events: number }>`
        select count(*) as events from delivery_events
        where client_code = ${client} and tracking_number = ${trackingNumber}`.compile(db),
    ),
  ])

const noParcel = (trackingNumber: string) => new AppError('not_found', `This client has no parcel ${trackingNumber}.`)
