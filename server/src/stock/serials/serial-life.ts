import type { serialLife as routes, SerialPiece, SerialStep } from '@despatch/contract/stock/serials/serial-life'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { LIFE_STATES } from '@despatch/domain/returns/life/return-state'
import { sql } from 'kysely'
import { db } from '../../database/sql.ts'
import type { Context } from '../../http/context.ts'

type DespatchRow = {
  client_code: string
  sku_code: string
  description: string | null
  order_number: string
  written: string
  carrier: string
  despatched_at: Date
  delivered_at: Date | null
  pieces: number
  returns: { reference: string; state: string; at: string; quantity: number; condition: string }[] | null
}

/** A value in more parcels than this is not a serial number. */
const MAX_DESPATCHES = 200

/** The steps of each item with a serial number; an unknown number gives an empty answer. */
export async function serialLife(
  { transaction, clients }: Context,
  { query: { serialNumber } }: RouteChecked<typeof routes.serialLife>,
): Promise<RouteAnswer<typeof routes.serialLife>> {
  const rows = await transaction.rows(
    sql<DespatchRow>`
      select found.*, skus.description,
        (
          select coalesce(sum(quantity), 0)::int from order_lines l
          where l.client_code = found.client_code and l.order_number = found.order_number and l.sku_code = found.sku_code
        ) as pieces,
        (
          select json_agg(json_build_object('reference', return_reference, 'state', state, 'at', occurred_at,
            'quantity', quantity, 'condition', condition) order by occurred_at, received_at)
          from return_events r
          where r.client_code = found.client_code and r.order_number = found.order_number and r.sku_code = found.sku_code
        ) as returns
      from unnest(${clients}::text[]) as mine (client_code) cross join lateral (
        select content.client_code, content.sku_code, order_number, coalesce(written_as, tracking_number) as written,
          carrier, despatched_at, delivered_at
        from parcel_contents content join parcels using (client_code, tracking_number)
        where content.client_code = mine.client_code and content.serial_number <> ''
          and content.serial_number = ${serialNumber}
        order by despatched_at desc limit ${MAX_DESPATCHES}
      ) found
      left join skus on skus.client_code = found.client_code and skus.sku_code = found.sku_code
      order by found.client_code, found.sku_code, despatched_at, written`.compile(db),
  )
  const pieces = Map.groupBy(rows, ({ client_code, sku_code }) => JSON.stringify([client_code, sku_code]))
  return { pieces: [...pieces.values()].flatMap((despatches) => pieceOf(serialNumber, despatches)) }
}

function pieceOf(serialNumber: string, despatches: readonly DespatchRow[]): SerialPiece[] {
  const [first] = despatches
  if (!first) return []
  const steps = despatches.flatMap((row, index) => [
    ...stepsOf(row),
    ...returnsOf(row, despatches[index + 1]?.despatched_at),
  ])
  return [
    {
      clientCode: first.client_code,
      SKU: first.sku_code,
      Item_Description: first.description?.trim() ?? '',
      serialNumber,
      steps: steps.toSorted((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0)),
    },
  ]
}

function stepsOf({ order_number, written, carrier, despatched_at, delivered_at }: DespatchRow): SerialStep[] {
  const step = { orderNumber: order_number, trackingNumber: written, returnReference: '', isCertain: true }
  return [
    { ...step, kind: 'despatched', at: despatched_at.toISOString(), title: `Despatched with ${carrier}` },
    ...(delivered_at
      ? [{ ...step, kind: 'delivered' as const, at: delivered_at.toISOString(), title: 'Delivered' }]
      : []),
  ]
}

/** Returns of the order and SKU before the item was despatched again. */
function returnsOf({ order_number, pieces, returns }: DespatchRow, nextAt: Date | undefined): SerialStep[] {
  return (returns ?? []).flatMap(({ reference, state, at, quantity, condition }) => {
    const instant = new Date(at)
    if (nextAt && instant >= nextAt) return []
    const title = (LIFE_STATES as Readonly<Record<string, string>>)[state] ?? state
    return [
      {
        kind: 'returned' as const,
        at: instant.toISOString(),
        title: condition === '' ? title : `${title}: ${condition}`,
        orderNumber: order_number,
        trackingNumber: '',
        returnReference: reference,
        isCertain: quantity >= pieces,
      },
    ]
  })
}
