import { type ReportedEvent, stockedPieces } from '@despatch/domain/returns/life/return-tally'
import type { ReturnPart } from '@despatch/domain/returns/life/match-return-event'
import type pg from 'pg'
import { Transaction } from '../../database/transaction.ts'
import { addMovements, type Movement } from '../../stock/ledger/movements.ts'

/** A return of which a SKU was put into stock, or moved there. */
export type StockedReturn = ReturnPart & { readonly SKU: string }

const nameOf = (...parts: string[]) => parts.join('\n')
const prefixOf = (reference: string) => `return ${reference} `

/**
 * Moves the stock of what the warehouse put back or quarantined, each event at its own moment. A condition that names an
 * allocation code of the client says which; without one it is sellable, or quarantine. Where an event that came late shows that
 * others moved other pieces than was thought, their movements are put right.
 */
export async function putIntoStock(
  connection: pg.ClientBase,
  { client, now }: { client: string; now: Date },
  returns: readonly StockedReturn[],
): Promise<void> {
  if (returns.length === 0) return
  const before = await movedBefore(connection, client, returns)
  const movements: Movement[] = []
  for (const { SKU, orderNumber, reference, tally } of returns) {
    const missing = new Map<string, { of: ReportedEvent; code: string; pieces: number }>()
    const add = (of: ReportedEvent, code: string, pieces: number) => {
      const name = nameOf(of.key, code)
      missing.set(name, { of, code, pieces: pieces + (missing.get(name)?.pieces ?? 0) })
    }
    const there = before.get(nameOf(orderNumber, reference, SKU)) ?? []
    for (const { of, code, pieces } of stockedPieces(tally).moves) add(of, code, pieces)
    for (const of of tally.stocked)
      for (const moved of there) if (moved.event_key === of.key) add(of, moved.code, -moved.pieces)
    for (const { of, code, pieces } of missing.values()) {
      if (pieces === 0) continue
      const times = there.filter((moved) => moved.event_key === of.key && moved.code === code).length
      const key = `${prefixOf(reference)}${of.key} ${code}${times === 0 ? '' : ` ${times}`}`
      const { at, isUncertain, condition: reason } = of
      movements.push({ SKU, key, kind: 'return', pieces, code, at, isUncertain, reason, reference, orderNumber })
    }
  }
  await addMovements(new Transaction(connection), { client, now }, movements)
}

type MovedRow = {
  order_number: string
  reference: string
  sku_code: string
  event_key: string
  code: string
  pieces: number
}

/** What events of returns have moved so far, by order, reference and SKU. */
async function movedBefore(
  connection: pg.ClientBase,
  client: string,
  returns: readonly StockedReturn[],
): Promise<ReadonlyMap<string, readonly MovedRow[]>> {
  const wanted = [...new Map(returns.map((one) => [nameOf(one.reference, one.SKU), one])).values()]
  const { rows } = await connection.query<MovedRow>(
    // A blank is followed by '!': what begins with the name and a blank, from the key.
    `select m.* from unnest($2::text[], $3::text[]) as n (reference, sku_code) cross join lateral (
       select order_number, reference, sku_code, substr(movement_key, length('return ' || n.reference || ' ') + 1, 36) as event_key,
         code, pieces
       from stock_movements
       where client_code = $1 and sku_code = n.sku_code collate "C"
         and movement_key >= 'return ' || n.reference || ' ' and movement_key < 'return ' || n.reference || '!'
       order by movement_key offset 0
     ) m where m.reference = n.reference`,
    [client, wanted.map(({ reference }) => reference), wanted.map(({ SKU }) => SKU)],
  )
  return Map.groupBy(rows, ({ order_number, reference, sku_code }) => nameOf(order_number, reference, sku_code))
}
