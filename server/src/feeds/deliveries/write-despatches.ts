import { ORDER_STATUSES } from '@despatch/domain/orders/order-status'
import { SHORT_ACTS } from '@despatch/domain/orders/commands/sent-short'
import type pg from 'pg'
import { COPY_NULL, copyCell, copyInto } from '../../files/copy-text.ts'
import type { Content, Move } from './decide-despatches.ts'
import type { KnownDespatches, DespatchedParcel, NamedOrder } from './despatch-queries.ts'
import { isReplacement } from '../../orders/commands/replacements.ts'
import type { DeliveryContext } from '../../deliveries/parcels/deliver-orders.ts'

const MOVE_ORDERS = `
with moved as (
  update orders o set status = m.status, version = o.version + m.steps, suspended_for = '',
    -- As keep_order_days says, which is called where a day is missing: for an order that is despatched without a parcel.
    released_on = case when m.status in ('R', 'P', 'K', 'D', 'V') then coalesce(o.released_on, london_day(now())) end,
    despatched_on = case when m.status in ('D', 'V') then coalesce(o.despatched_on, m.despatched_on) end,
    -- One that was delivered is so with its new parcel.
    delivered_on = null
  from unnest($2::text[], $3::text[], $4::int[], $5::date[]) as m (order_number, status, steps, despatched_on)
  where o.client_code = $1 and o.order_number = m.order_number
  returning o.order_number, o.version - m.steps as before
)
insert into order_history (client_code, order_number, version, at, by_name, act, status, note)
select $1, h.order_number, moved.before + h.step, $6, $7, h.act, h.status, h.note
from unnest($8::text[], $9::int[], $10::text[], $11::text[], $12::text[]) as h (order_number, step, act, status, note)
join moved on moved.order_number = h.order_number
order by h.order_number, h.step`

/** Moves locked orders to the statuses that the warehouse reports, with their history, step by step. */
export async function moveOrders(
  connection: pg.PoolClient,
  { client, now, byName }: DeliveryContext,
  moves: readonly Move[],
): Promise<void> {
  if (moves.length === 0) return
  const last = [...new Map(moves.map((move) => [move.orderNumber, move])).values()]
  const { rowCount } = await connection.query(MOVE_ORDERS, [
    client,
    last.map(({ orderNumber }) => orderNumber),
    last.map(({ status }) => status),
    last.map(({ step }) => step),
    last.map(({ despatchedOn }) => despatchedOn),
    now,
    byName,
    moves.map(({ orderNumber }) => orderNumber),
    moves.map(({ step }) => step),
    moves.map(({ status }) => ORDER_STATUSES[status].description),
    moves.map(({ status }) => status),
    moves.map(({ note }) => note),
  ])
  if (rowCount !== moves.length) throw new Error('A locked order is missing')
}

/**
 * Puts exchanges on hold whose replacement is despatched after it was cancelled, or gets further parcels after it was
 * closed short. The caller holds the locks on returns and orders.
 */
export async function holdDespatchedExchanges(
  connection: pg.PoolClient,
  { client }: DeliveryContext,
  orders: readonly string[],
): Promise<void> {
  const replacing = [...new Set(orders.filter(isReplacement))]
  if (replacing.length === 0) return
  await connection.query(
    `update announced_returns r set exchange = 'held'
     where r.client_code = $1 and r.exchange_order <> '' and r.exchange_order = any ($2::text[]) and (
       (r.exchange = 'cancelled' and exists (
         select from orders o where o.client_code = $1 and o.order_number = r.exchange_order and o.status <> 'C'))
       or (r.exchange = 'released' and exists (
         select from order_history h where h.client_code = $1 and h.order_number = r.exchange_order and h.act = $3)))`,
    [client, replacing, SHORT_ACTS.close],
  )
}

const PARCELS_TABLE = `
create temp table fed_parcels (
  tracking_number text collate "C" not null, carrier text not null, order_number text not null,
  carrier_service text not null, client_method_id text not null, despatched_at timestamptz not null,
  ordered_at timestamptz not null, promised_date date not null, carrier_promised_date date,
  weight numeric(10, 3), written_as text,
  country text not null, post_code text not null
) on commit drop`

const PARCEL_COLUMNS =
  'tracking_number, carrier, order_number, carrier_service, client_method_id, despatched_at, ordered_at, promised_date, carrier_promised_date, weight, written_as'

/** Region of a parcel, as `parcel_region` in the database computes it, without a call for each parcel. */
const REGION = `
  case when f.country in ('GB', 'GG', 'IM', 'JE') then coalesce(g.part, '') else 'Abroad' end
from fed_parcels f
left join regions g on g.code = home_area(f.country, f.post_code)`

/** Inserts new parcels. Their orders are locked. */
export async function insertParcels(
  connection: pg.PoolClient,
  { client }: DeliveryContext,
  parcels: readonly DespatchedParcel[],
  orders: KnownDespatches['orders'],
): Promise<void> {
  if (parcels.length === 0) return
  await connection.query(PARCELS_TABLE)
  await copyInto(
    connection,
    `fed_parcels (${PARCEL_COLUMNS}, country, post_code)`,
    parcels.map((parcel) => parcelCells(parcel, orders.get(parcel.orderNumber))).join(''),
  )
  await connection.query(
    `insert into parcels (client_code, ${PARCEL_COLUMNS}, region) select $1, ${PARCEL_COLUMNS}, ${REGION} order by tracking_number`,
    [client],
  )
}

function parcelCells(parcel: DespatchedParcel, order: Pick<NamedOrder, 'country' | 'postCode'> | undefined): string {
  const cells = [
    parcel.trackingNumber,
    parcel.carrier,
    parcel.orderNumber,
    parcel.carrierService,
    parcel.clientMethodId,
  ]
  const rest = [
    parcel.despatchedAt.toISOString(),
    parcel.orderedAt.toISOString(),
    parcel.promisedDate,
    parcel.carrierPromisedDate ?? COPY_NULL,
  ]
  const goesTo = `${copyCell(order?.country ?? '')}\t${copyCell(order?.postCode ?? '')}`
  return `${cells.map(copyCell).join('\t')}\t${rest.join('\t')}\t${parcel.weight || COPY_NULL}\t${parcel.writtenAs === null ? COPY_NULL : copyCell(parcel.writtenAs)}\t${goesTo}\n`
}

const CONTENTS_TABLE = `
create temp table fed_contents (
  tracking_number text collate "C" not null, sku_code text collate "C" not null,
  serial_number text collate "C" not null, quantity int not null
) on commit drop`

/** Inserts new contents of parcels. */
export async function insertContents(
  connection: pg.PoolClient,
  { client }: DeliveryContext,
  contents: readonly Content[],
): Promise<void> {
  if (contents.length === 0) return
  await connection.query(CONTENTS_TABLE)
  await copyInto(
    connection,
    'fed_contents (tracking_number, sku_code, serial_number, quantity)',
    contents
      .map(({ trackingNumber, SKU, serialNumber, quantity }) =>
        [copyCell(trackingNumber), copyCell(SKU), copyCell(serialNumber), `${quantity}\n`].join('\t'),
      )
      .join(''),
  )
  await connection.query(
    `insert into parcel_contents (client_code, tracking_number, sku_code, serial_number, quantity)
     select $1, tracking_number, sku_code, serial_number, quantity from fed_contents
     order by tracking_number, sku_code, serial_number`,
    [client],
  )
}

/** Marks stored parcels with new contents, so that outstanding bills and open invoice rows are updated. */
export async function markContentsForBilling(
  connection: pg.PoolClient,
  { client }: DeliveryContext,
  { parcels, contents }: { parcels: readonly DespatchedParcel[]; contents: readonly Content[] },
): Promise<void> {
  const isNew = new Set(parcels.map(({ trackingNumber }) => trackingNumber))
  const numbers = contents.flatMap(({ trackingNumber }) => (isNew.has(trackingNumber) ? [] : [trackingNumber]))
  if (numbers.length > 0)
    await connection.query('select note_contents_of_parcels($1, $2)', [client, [...new Set(numbers)]])
}

const FILL_PARCELS = `
update parcels p set weight = f.weight, carrier_service = f.carrier_service, carrier_promised_date = f.promised
from unnest($2::text[], $3::numeric[], $4::text[], $5::date[]) as f (tracking_number, weight, carrier_service, promised)
where p.client_code = $1 and p.tracking_number = f.tracking_number`

/** Fills data that the first row of parcels lacked. */
export async function updateParcelGaps(
  connection: pg.PoolClient,
  { client }: DeliveryContext,
  filled: readonly DespatchedParcel[],
): Promise<void> {
  if (filled.length === 0) return
  await connection.query(FILL_PARCELS, [
    client,
    filled.map(({ trackingNumber }) => trackingNumber),
    filled.map(({ weight }) => weight || null),
    filled.map(({ carrierService }) => carrierService),
    filled.map(({ carrierPromisedDate }) => carrierPromisedDate),
  ])
}

/**
 * Updates the stock of orders that were despatched before and now have parcels without reported contents, which may
 * hold the missing pieces. Their orders are locked.
 */
export async function settleStockWithoutContents(
  connection: pg.PoolClient,
  { client }: DeliveryContext,
  { parcels, contents }: { parcels: readonly DespatchedParcel[]; contents: readonly Content[] },
  orders: KnownDespatches['orders'],
): Promise<void> {
  const withContents = new Set(contents.map(({ trackingNumber }) => trackingNumber))
  const withoutContents = parcels.filter(({ trackingNumber }) => !withContents.has(trackingNumber))
  const numbers = [...new Set(withoutContents.map(({ orderNumber }) => orderNumber))].filter((number) =>
    ['D', 'V'].includes(orders.get(number)?.status ?? ''),
  )
  if (numbers.length === 0) return
  await connection.query('select refresh_stock_remains($1, $2), settle_despatched($1, $2)', [client, numbers])
}
