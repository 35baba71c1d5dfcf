import { compareNames } from '@despatch/domain/text/compare-names'
import type { CarrierExceptions } from '@despatch/contract/deliveries/exceptions/delivery-exceptions'
import { sql } from 'kysely'
import { clientRows } from '../../database/sql.ts'
import { carrierNames, parcelConditions, type ParcelFilter } from '../parcels/queries.ts'

type Row = {
  client_code: string
  carrier: string
  carrier_name: string | null
  carrier_service: string
  parcels: number
  orders: number
  most: number
  average: number
  first: string
}

/** Counts late parcels by client, carrier and service. */
export function selectExceptionsByService(clients: readonly string[], filter: ParcelFilter) {
  return sql<Row>`
    select p.*, c.content ->> 'name' as carrier_name from (
      select p.client_code, p.carrier, p.carrier_service, count(*) as parcels, count(distinct p.order_number) as orders,
        max(p.late) as most, round(avg(p.late), 1)::float8 as average, min(p.promised_date) as first
      from ${clientRows(clients)} as mine (code) cross join lateral (
        select p.client_code, p.carrier, p.carrier_service, p.order_number, p.promised_date,
          coalesce(p.delivered_on, ${filter.today}::date) - p.promised_date as late
        from parcels p where p.client_code = mine.code ${parcelConditions(filter)}
      ) p
      group by p.client_code, p.carrier, p.carrier_service
    ) p ${carrierNames}`
}

/**
 * Groups the rows by client and carrier, as specification 3 has the answer: carriers by name, each one's services with
 * most parcels first.
 */
export function presentByCarrier(rows: readonly Row[]): CarrierExceptions[] {
  const carriers = new Map<string, CarrierExceptions>()
  for (const row of rows.toSorted(worstFirst)) {
    const key = `${row.client_code} ${row.carrier}`
    const carrier = carriers.get(key) ?? {
      Client_Code: row.client_code,
      Carrier: row.carrier,
      Carrier_Name: row.carrier_name ?? row.carrier,
      DeliveryExceptionList: { DeliveryExceptions: [] },
    }
    carrier.DeliveryExceptionList.DeliveryExceptions.push({
      Carrier_Service: row.carrier_service,
      Parcels: row.parcels,
      Orders: row.orders,
      Most_Days_Late: row.most,
      Average_Days_Late: row.average,
      First_Promised_Date: row.first,
    })
    carriers.set(key, carrier)
  }
  return [...carriers.values()].toSorted(
    (one, other) =>
      compareNames(one.Carrier_Name, other.Carrier_Name) || compareNames(one.Client_Code, other.Client_Code),
  )
}

const worstFirst = (one: Row, other: Row) =>
  other.parcels - one.parcels || compareNames(one.carrier_service, other.carrier_service)
