import type { OrderFeedRow } from '@despatch/domain/feeds/rows/check-order-row'
import type pg from 'pg'
import { GOODS_LACKS } from '@despatch/domain/orders/needs-attention'
import { addressLackBits } from '../../orders/order-lacks.ts'
import { COPY_NULL, copyCell, copyInto } from '../../files/copy-text.ts'
import { GENERIC_PLANS } from '../rows/generic-plans.ts'
import type { GatheredOrder } from './gather-orders.ts'
import type { NormalisedOrders } from './normalise-names.ts'

/** Temporary tables of one transaction for a chunk. */
const TABLES = `
${GENERIC_PLANS};
create temp table feed_orders (
  order_number text collate "C" not null, seen int not null, lines int not null, refused_line int,
  ordered_at timestamptz, dispatch_service text, despatch_date date, is_day_given boolean,
  customer_account text, customer_first_name text, customer_last_name text, email text, phone text, country text,
  address_line_1 text, address_line_2 text, address_line_3 text, address_line_4 text, post_code text, lacks int,
  status text, phone_note text, despatched_on date, delivered_on date,
  is_taken boolean not null, is_there boolean not null, is_new boolean not null default false
) on commit drop;
create temp table feed_lines (
  seq int not null, order_number text collate "C" not null, line_number int not null, sku_code text collate "C" not null,
  quantity int not null, unit_value numeric(14, 4), total_value numeric(14, 2), is_priced boolean not null,
  is_further boolean not null default false
) on commit drop;
create temp table feed_skus (
  sku_code text collate "C" not null, description text not null, unit_value numeric(14, 4) not null,
  is_known boolean not null, lacks int not null
) on commit drop`

/** Copies a chunk's orders, lines and SKUs into temporary tables. Returns the lines in the order of their `seq`. */
export async function copyChunk(
  client: pg.PoolClient,
  { orders, known, skus: knownSkus }: NormalisedOrders,
): Promise<OrderFeedRow[]> {
  const rows: OrderFeedRow[] = []
  const skus = new Map<string, OrderFeedRow>()
  let orderText = ''
  let lineText = ''
  for (const order of orders) {
    orderText += orderCells(order, known.has(order.orderNumber))
    const number = copyCell(order.orderNumber)
    for (const row of order.rows) {
      const isPriced = row.unitValue !== ''
      lineText += `${rows.length}\t${number}\t${row.lineNumber}\t${copyCell(row.SKU)}\t${row.quantity}\t${isPriced ? row.unitValue : COPY_NULL}\t${row.totalValue ?? COPY_NULL}\t${isPriced ? 't' : 'f'}\n`
      rows.push(row)
      const known = skus.get(row.SKU)
      if (!known || (known.description === '' && row.description !== '')) skus.set(row.SKU, row)
    }
  }
  let skuText = ''
  for (const { SKU, description, unitValue } of skus.values()) {
    const stored = knownSkus.get(SKU)
    const unitPrice = stored?.unitValue ?? (unitValue || '0')
    skuText += `${copyCell(SKU)}\t${copyCell(description)}\t${unitPrice}\t${stored ? 't' : 'f'}\t${stored?.lacks ?? GOODS_LACKS}\n`
  }
  await client.query(TABLES)
  await copyInto(
    client,
    `feed_orders (order_number, seen, lines, refused_line, is_taken, is_there, ordered_at, dispatch_service, despatch_date, is_day_given,
       customer_account, customer_first_name, customer_last_name, email, phone, country,
       address_line_1, address_line_2, address_line_3, address_line_4, post_code, lacks, status, phone_note, despatched_on,
       delivered_on)`,
    orderText,
  )
  await copyInto(
    client,
    'feed_lines (seq, order_number, line_number, sku_code, quantity, unit_value, total_value, is_priced)',
    lineText,
  )
  await copyInto(client, 'feed_skus (sku_code, description, unit_value, is_known, lacks)', skuText)
  return rows
}

const NO_HEADER = `\t${COPY_NULL}`.repeat(20)

function orderCells({ orderNumber, seen, refusedLine, header, rows }: GatheredOrder, isThere: boolean): string {
  const isTaken = rows.length > 0 && header !== undefined
  const start = `${copyCell(orderNumber)}\t${seen}\t${rows.length}\t${refusedLine ?? COPY_NULL}\t${isTaken ? 't' : 'f'}\t${isThere ? 't' : 'f'}`
  if (!isTaken) return `${start}${NO_HEADER}\n`
  const cells = [
    header.orderedAt,
    header.dispatchService,
    header.despatchDate,
    header.isDayGiven ? 't' : 'f',
    header.customerAccount,
    header.customerFirstName,
    header.customerLastName,
    header.email,
    header.phone,
    header.country,
    header.addressLine1,
    header.addressLine2,
    header.addressLine3,
    header.addressLine4,
    header.postCode,
    String(addressLackBits(header)),
    header.state?.status ?? 'N',
  ]
  const texts = [header.phoneNote, header.state?.despatchedOn, header.state?.deliveredOn]
  const optional = texts.map((text) => (text ? copyCell(text) : COPY_NULL))
  return `${start}\t${[...cells.map(copyCell), ...optional].join('\t')}\n`
}
