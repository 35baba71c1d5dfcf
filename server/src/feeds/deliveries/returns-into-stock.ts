import type { ReturnRow } from '@despatch/domain/feeds/rows/check-return-row'
import { addDays, dayOf, startOfDay } from '@despatch/domain/calendar/day'
import { intoStock, type StockedCodes, type StockedState } from '@despatch/domain/returns/life/into-stock'
import { codeReader } from '@despatch/domain/stock/allocation-codes'
import type pg from 'pg'
import { Transaction } from '../../database/transaction.ts'
import { allocationCodesOf } from '../../stock/ledger/balances.ts'
import { addMovements, type Movement } from '../../stock/ledger/movements.ts'

/** Pieces that a row of the feed put into stock, in one order and return. `whole` are all that the return has of the SKU. */
export type StockedPieces = {
  readonly row: ReturnRow
  /** Of the event. */
  readonly key: string
  readonly orderNumber: string
  readonly reference: string
  readonly quantity: number
  readonly whole: number
}

const isStocked = (event: ReturnRow['event']): event is StockedState => event === 'restocked' || event === 'quarantined'
const nameOf = (...parts: string[]) => parts.join('\n')

/**
 * Moves the stock of what the warehouse put back or quarantined. A condition that names an allocation code of the client says
 * which; without one it is sellable, or quarantine. Pieces that the same return put into stock before leave where they were.
 */
export async function putIntoStock(
  connection: pg.ClientBase,
  { client, now }: { client: string; now: Date },
  pieces: readonly StockedPieces[],
): Promise<void> {
  const stocked = pieces.filter(({ row: { event } }) => isStocked(event))
  if (stocked.length === 0) return
  const transaction = new Transaction(connection)
  const codeOf = codeReader(await allocationCodesOf(transaction, client))
  const there = await putBefore(connection, client, stocked)
  const movements: Movement[] = []
  for (const { row, key, orderNumber, reference, quantity, whole } of stocked) {
    const { SKU, event, condition } = row
    if (!isStocked(event)) continue
    const name = nameOf(orderNumber, reference, SKU)
    const before = there.get(name) ?? new Map()
    const told = condition === '' ? undefined : codeOf(condition)
    const moved = intoStock(before, { state: event, told, quantity, whole })
    const after = new Map(before)
    for (const { code, pieces: added } of moved) {
      after.set(code, (after.get(code) ?? 0) + added)
      const own = { SKU, key: `return ${reference} ${key} ${code}`, kind: 'return' as const, pieces: added, code }
      movements.push({ ...own, ...whenOf(row, now), reason: condition, reference, orderNumber })
    }
    there.set(name, after)
  }
  await addMovements(transaction, { client, now }, movements)
}

/** When it moved; where a row tells the day alone, by the end of that day: a count of a later day holds it. */
function whenOf({ occurredAt }: ReturnRow, now: Date): Pick<Movement, 'at' | 'isUncertain'> {
  if (!occurredAt) return { at: now, isUncertain: true }
  const day = dayOf(occurredAt)
  if (startOfDay(day).getTime() !== occurredAt.getTime()) return { at: occurredAt }
  const last = startOfDay(addDays(day, 1)).getTime() - 1000
  return { at: new Date(Math.min(last, now.getTime())), isUncertain: true }
}

type PutRow = { order_number: string; reference: string; sku_code: string; code: string; pieces: number }

/** What returns have put into stock so far, by {@link nameOf}: pieces by allocation code. */
async function putBefore(
  connection: pg.ClientBase,
  client: string,
  pieces: readonly StockedPieces[],
): Promise<Map<string, StockedCodes>> {
  const wanted = [...new Map(pieces.map((one) => [nameOf(one.reference, one.row.SKU), one])).values()]
  const { rows } = await connection.query<PutRow>(
    // A blank is followed by '!': what begins with the name and a blank, from the key.
    `select m.* from unnest($2::text[], $3::text[]) as n (reference, sku_code) cross join lateral (
       select order_number, reference, sku_code, code, pieces from stock_movements
       where client_code = $1 and sku_code = n.sku_code collate "C"
         and movement_key >= 'return ' || n.reference || ' ' and movement_key < 'return ' || n.reference || '!'
       order by movement_key offset 0
     ) m where m.reference = n.reference`,
    [client, wanted.map(({ reference }) => reference), wanted.map(({ row }) => row.SKU)],
  )
  const there = new Map<string, Map<string, number>>()
  for (const { order_number, reference, sku_code, code, pieces: moved } of rows) {
    const name = nameOf(order_number, reference, sku_code)
    const codes = there.get(name) ?? new Map<string, number>()
    there.set(name, codes.set(code, (codes.get(code) ?? 0) + moved))
  }
  return there
}
