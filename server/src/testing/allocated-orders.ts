import type { PlannedConsignment } from '@despatch/domain/routing/allocation/plan-consignments'
import type { TestDatabase } from './test-database.ts'

export type ConsignmentOptions = {
  orderNumber: string
  day: string
  /** When it was allocated. */
  at?: string
  consignment?: Partial<PlannedConsignment>
  lines?: readonly { sku: string; quantity: number }[]
  /** Its carrier and method; by default DPD's method CHEAP, for £3. */
  goesWith?: { carrier: string; clientMethodID: string; cost: string }
}

const CHEAP = { carrier: 'DPD', clientMethodID: 'CHEAP', cost: '3.00' }

/** Makes orders with one allocated consignment each, by default a parcel of 1 kg to Aberdeen. */
export async function makeAllocatedOrders(
  on: TestDatabase,
  client: string,
  orders: readonly ConsignmentOptions[],
): Promise<void> {
  const rows = orders.map(
    ({ orderNumber, day, at = `${day}T08:00:00Z`, consignment, lines = [], goesWith = CHEAP }) => ({
      order_number: orderNumber,
      day,
      at,
      consignment: {
        service: 'STANDARD',
        country: 'GB',
        region: 'AB',
        despatchDay: day,
        parcels: [{ weight: 1000, length: 200, volume: 3000 }],
        heldTo: null,
        skus: lines.map(({ sku }) => sku),
        ...consignment,
      },
      lines,
      ...goesWith,
    }),
  )
  const values = [client, JSON.stringify(rows)]
  const from = `from jsonb_to_recordset($2::jsonb) as r (order_number text, day date, at timestamptz, consignment jsonb, lines jsonb,
    carrier text, "clientMethodID" text, cost numeric)`
  await on.asOwner(
    `insert into orders (client_code, order_number, status, source, ordered_at, dispatch_service, despatch_date, country, quantity,
       item_count, total_value, currency_code, created_at, created_by)
     select $1, order_number, 'N', 'portal', at, 'STANDARD', day, 'GB', 1, 1, 1, 'GBP', at, 'test' ${from}`,
    values,
  )
  await on.asOwner(
    `insert into order_lines (client_code, order_number, line_number, sku_code, quantity, unit_value, total_value)
     select $1, order_number, l.nr, l.line->>'sku', (l.line->>'quantity')::int, 1, 1
     ${from}, jsonb_array_elements(lines) with ordinality as l (line, nr)`,
    values,
  )
  await on.asOwner(
    `insert into consignments (client_code, order_number, attempt, number, at, by_name, state, despatch_day, rule_book_version, parcels, consignment, usage_seen,
       carrier, client_method_id, cost)
     select $1, order_number, 1, 1, at, 'test', 'allocated', day, 1, jsonb_array_length(consignment->'parcels'), consignment, '{}',
       carrier, "clientMethodID", cost ${from}`,
    values,
  )
}
