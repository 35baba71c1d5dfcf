import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import type { Tables } from '../../database/tables.ts'
import { parcelConditions, type ParcelFilter } from '../parcels/queries.ts'

export type PrintedParcel = Pick<
  Selectable<Tables['parcels']>,
  | 'client_code'
  | 'carrier'
  | 'carrier_service'
  | 'tracking_number'
  | 'order_number'
  | 'despatched_at'
  | 'promised_date'
  | 'state'
  | 'delivered_at'
  | 'delivered_on'
>

/**
 * Selects at most `most` parcels behind the counts, most days late first. Reads them in one pass, unlike pages of a
 * list, which look up each row again.
 */
export function selectPrintedParcels(clients: readonly string[], filter: ParcelFilter, most: number) {
  return sql<PrintedParcel>`
    select found.client_code, found.carrier, found.carrier_service, found.order_number,
      coalesce(found.written_as, found.tracking_number) as tracking_number,
      found.despatched_at, found.promised_date, found.state, found.delivered_at, found.delivered_on
    from unnest(${clients}::text[]) as mine (code) cross join lateral (
      select p.*, coalesce(p.delivered_on, ${filter.today}::date) - p.promised_date as late
      from parcels p where p.client_code = mine.code ${parcelConditions(filter)}
      order by late desc, p.tracking_number desc limit ${most}
    ) found
    order by found.late desc, found.tracking_number desc, found.client_code
    limit ${most}`
}
