import { type ReportedEvent, stockedPieces } from '@despatch/domain/returns/life/return-tally'
import type { ReturnPart } from '@despatch/domain/returns/life/match-return-event'
import type pg from 'pg'
import { Transaction } from '../../database/transaction.ts'
import { addMovements, type Movement } from '../../stock/ledger/movements.ts'

/** A return with a SKU that was put into stock or moved there. */
export type StockedReturn = ReturnPart & { readonly SKU: string }

const nameOf = (...parts: string[]) => parts.join('\n')
const prefixOf = (reference: string) => `return ${reference} `

/**
 * Moves stock for pieces that the warehouse put back or quarantined, each event at its own time. A condition that names
 * an allocation code decides the code; otherwise the piece is sellable, or in quarantine. If a late event changes which
 * pieces earlier events moved, corrects their movements.
 */
export async function moveReturnsIntoStock(
  connection: pg.ClientBase,
  { client, now }: { client: string; now: Date },
  returns: readonly StockedReturn[],
): Promise<void> {
  if (returns.length === 0) return
  const before = await selectPreviousMoves(connection, client, returns)
  const movements: Movement[] = []
  for (const { SKU, orderNumber, reference, tally } of returns) {
    const missing = new Map<string, { of: ReportedEvent; code: string; pieces: number }>()
    const add = (event: ReportedEvent, code: string, pieces: number) => {
      const name = nameOf(event.key, code)
      missing.set(name, { of: event, code, pieces: pieces + (missing.get(name)?.pieces ?? 0) })
    }
    const previous = before.get(nameOf(orderNumber, reference, SKU)) ?? []
    for (const { of: event, code, pieces } of stockedPieces(tally).moves) add(event, code, pieces)
    for (const event of tally.stocked)
      for (const moved of previous) if (moved.event_key === event.key) add(event, moved.code, -moved.pieces)
    for (const { of: event, code, pieces } of missing.values()) {
      if (pieces === 0) continue
      const times = previous.filter((moved) => moved.event_key === event.key && moved.code === code).length
      const key = `${prefixOf(reference)}${event.key} ${code}${times === 0 ? '' : ` ${times}`}`
      const { at, isUncertain, condition: reason } = event
      movements.push({ SKU, key, kind: 'return', pieces, code, at, isUncertain, reason, reference, orderNumber })
    }
  }
  await addMovements(new Transaction(connection), { client, now }, movements)
}

type PreviousMove = {
  order_number: string
  reference: string
  sku_code: string
  event_key: string
  code: string
  pieces: number
}

/** Movements of returns so far, by order, reference and SKU. */
async function selectPreviousMoves(
  connection: pg.ClientBase,
  client: string,
  returns: readonly StockedReturn[],
): Promise<ReadonlyMap<string, readonly PreviousMove[]>> {
  const wanted = [...new Map(returns.map((one) => [nameOf(one.reference, one.SKU), one])).values()]
  const { rows } = await connection.query<PreviousMove>(
    // A blank is followed by '!': what begins with the name and a blank, from the key.
    `select m.order_number, m.reference, m.sku_code,
       substr(m.movement_key, length('return ' || n.reference || ' ') + 1, 36) as event_key, m.code, m.pieces
     from unnest($2::text[], $3::text[]) as n (reference, sku_code)
     join stock_movements m on m.client_code = $1 and m.sku_code = n.sku_code collate "C" and m.reference = n.reference
       and m.movement_key >= 'return ' || n.reference || ' ' and m.movement_key < 'return ' || n.reference || '!'
     order by m.movement_key`,
    [client, wanted.map(({ reference }) => reference), wanted.map(({ SKU }) => SKU)],
  )
  return Map.groupBy(rows, ({ order_number, reference, sku_code }) => nameOf(order_number, reference, sku_code))
}
