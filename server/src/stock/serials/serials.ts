import type { SerialDetail } from '@despatch/contract/stock/serials/serials'
import type { stock as routes } from '@despatch/contract/stock/stock'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { type RawBuilder, sql } from 'kysely'
import type { Context } from '../../http/context.ts'
import { findStoredOrderNumber } from '../../database/stored-names.ts'
import { db } from '../../database/sql.ts'

type Page = { page: number; limit: number }
type Answer = RouteAnswer<typeof routes.serialsByOrderNumber>

type Row = {
  client_code: string
  sku_code: string
  serial_number: string
  /** Tracking number as written on the parcel. */
  written: string
  order_number: string
  carrier: string
  despatched_at: Date
  description: string | null
}

/** Maximum SKUs per client that are searched. */
const MAX_SKUS = 100

/** A page of serial numbers despatched with an order, by SKU; empty if there are none. */
export async function serialsByOrderNumber(
  context: Context,
  { body: { orderNumber, ...page } }: RouteChecked<typeof routes.serialsByOrderNumber>,
): Promise<Answer> {
  const storedNumber = await findStoredOrderNumber(context.transaction, context.clients, orderNumber)
  const ofOrder = sql`
    select content.client_code, sku_code, serial_number, tracking_number
    from parcels join parcel_contents content using (client_code, tracking_number)
    where parcels.client_code = mine.client_code and order_number = ${storedNumber} and serial_number <> ''`
  return pageOf(context, ofOrder, page)
}

/** A page of serial numbers despatched of a SKU, or of SKUs whose description contains a text in any case. */
export async function serialsBySku(
  context: Context,
  { query: { code, desc, page, limit } }: RouteChecked<typeof routes.serialsBySku>,
): Promise<RouteAnswer<typeof routes.serialsBySku>> {
  const pattern = `%${desc.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  const matching = sql`
    from skus
    where client_code = mine.client_code
      ${code === '' ? sql`` : sql`and sku_code collate any_case = ${code}`}
      ${desc === '' ? sql`` : sql`and lower(description) like ${pattern}`}`
  const ofSkus = sql`
    select content.client_code, content.sku_code, serial_number, tracking_number
    from (select sku_code ${matching} order by sku_code limit ${MAX_SKUS}) sku
    join parcel_contents content on content.client_code = mine.client_code and content.sku_code = sku.sku_code
    where serial_number <> ''`
  const [found, counted] = await Promise.all([
    pageOf(context, ofSkus, { page, limit }),
    context.transaction.row(
      sql<{ matchingSkus: number; searchedSkus: number }>`
        select coalesce(sum(matching), 0)::int as "matchingSkus",
          coalesce(sum(least(matching, ${MAX_SKUS})), 0)::int as "searchedSkus"
        from ${ofClients(context)} cross join lateral (select count(*) as matching ${matching}) counted`.compile(db),
    ),
  ])
  return { ...found, matchingSkus: counted?.matchingSkus ?? 0, searchedSkus: counted?.searchedSkus ?? 0 }
}

const ofClients = ({ clients }: Context) => sql`unnest(${clients}::text[]) as mine (client_code)`

async function pageOf(context: Context, found: RawBuilder<unknown>, { page, limit }: Page): Promise<Answer> {
  const offset = (page - 1) * limit
  const inOrder = sql`order by client_code, sku_code, serial_number, tracking_number`
  const { transaction } = context
  const mine = ofClients(context)
  const [rows, counted] = await Promise.all([
    transaction.rows(
      sql<Row>`
        select serial.*, coalesce(parcels.written_as, serial.tracking_number) as written, parcels.order_number, parcels.carrier, parcels.despatched_at, skus.description
        from (
          select found.* from ${mine} cross join lateral (${found} ${inOrder} limit ${offset + limit}) found
          ${inOrder} limit ${limit} offset ${offset}
        ) serial
        join parcels using (client_code, tracking_number)
        left join skus using (client_code, sku_code)
        ${inOrder}`.compile(db),
    ),
    transaction.row(
      sql<{ total: number }>`select count(*) as total from ${mine} cross join lateral (${found}) found`.compile(db),
    ),
  ])
  return { serialDetails: rows.map(present), total: counted?.total ?? 0 }
}

function present(row: Row): SerialDetail {
  return {
    clientCode: row.client_code,
    SKU: row.sku_code,
    Item_Description: row.description?.trim() ?? '',
    serialNumber: row.serial_number,
    orderNumber: row.order_number,
    trackingNumber: row.written,
    carrier: row.carrier,
    despatchedAt: row.despatched_at.toISOString(),
  }
}
