import type { FeedRefusal } from '@despatch/contract/feeds/feed-refusal'
import { movementKey, type MovementRow } from '@despatch/domain/feeds/rows/check-stock-row'
import type pg from 'pg'
import { Transaction } from '../../database/transaction.ts'
import { addMovements } from '../../stock/ledger/movements.ts'
import type { RowFeedContext } from '../rows/run-row-feed.ts'

const OTHER_QUANTITY =
  'This reference already exists with another quantity. Correct it with an adjustment with a new reference, or add up the rows'
const OTHER_TYPE = 'This reference already exists with another type. Correct it with an adjustment with a new reference'

/** A movement of a row; `code` is its allocation code. */
type CodedMovement = MovementRow & { readonly code: string }

const nameOf = (SKU: string, key: string) => `${SKU}\n${key}`

/** Adds movements to a client's stock; refuses those that contradict a stored one. */
export async function takeMovements(
  connection: pg.ClientBase,
  context: Pick<RowFeedContext, 'client' | 'now' | 'byName' | 'columnOf'>,
  rows: readonly CodedMovement[],
): Promise<{ added: number; refused: FeedRefusal[] }> {
  const { movements, refused } = await withoutOtherMovements(connection, context, rows)
  const added = await addMovements(
    new Transaction(connection),
    context,
    movements.map((row) => ({
      SKU: row.SKU,
      key: movementKey(row),
      kind: row.kind,
      pieces: row.quantity,
      at: row.asOf,
      code: row.code,
      reason: row.reason,
      reference: row.reference,
    })),
  )
  return { added, refused }
}

/**
 * Refuses movements that contradict a stored one, or an earlier row, of the same SKU and reference: each moves stock
 * once.
 * @returns the other movements, and the refusals
 */
async function withoutOtherMovements(
  connection: pg.ClientBase,
  { client, columnOf }: Pick<RowFeedContext, 'client' | 'columnOf'>,
  movements: readonly CodedMovement[],
): Promise<{ movements: CodedMovement[]; refused: FeedRefusal[] }> {
  const known = await movementsOf(connection, client, movements)
  const taken: CodedMovement[] = []
  const refused: FeedRefusal[] = []
  for (const row of movements) {
    const name = nameOf(row.SKU, movementKey(row))
    const stored = known.get(name)
    const describe = (pieces: string) => `${pieces}: ${row.reference} is there with`
    if (!stored) known.set(name, { pieces: row.quantity, code: row.code })
    if (stored && stored.pieces !== row.quantity)
      refused.push({
        line: row.line,
        column: columnOf('quantity'),
        reason: OTHER_QUANTITY,
        value: `${describe(String(row.quantity))} ${stored.pieces}`,
      })
    else if (stored && stored.code !== row.code)
      refused.push({
        line: row.line,
        column: columnOf('type'),
        reason: OTHER_TYPE,
        value: `${describe(row.type)} ${stored.code}`,
      })
    else taken.push(row)
  }
  return { movements: taken, refused }
}

type StoredMovement = { pieces: number; code: string }

async function movementsOf(
  connection: pg.ClientBase,
  client: string,
  movements: readonly CodedMovement[],
): Promise<Map<string, StoredMovement>> {
  if (movements.length === 0) return new Map()
  const { rows } = await connection.query<StoredMovement & { SKU: string; key: string }>(
    `select m.sku_code as "SKU", m.movement_key as key, m.pieces, m.code
     from unnest($2::text[], $3::text[]) as n (sku_code, movement_key)
     join stock_movements m on m.client_code = $1 and m.sku_code = n.sku_code collate "C" and m.movement_key = n.movement_key`,
    [client, movements.map(({ SKU }) => SKU), movements.map((row) => movementKey(row))],
  )
  return new Map(rows.map(({ SKU, key, ...known }) => [nameOf(SKU, key), known]))
}
