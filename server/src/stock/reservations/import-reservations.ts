import { addReservation } from '@despatch/contract/stock/reservations'
import type { stock as routes } from '@despatch/contract/stock/stock'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { formatCount } from '@despatch/domain/money/money'
import { SELLABLE } from '@despatch/domain/stock/allocation-codes'
import { sql } from 'kysely'
import { audit, nothingDone } from '../../audit/write-audit.ts'
import { writingOfSkus } from '../../database/kept-names.ts'
import { db } from '../../database/sql.ts'
import type { Context } from '../../http/context.ts'
import { AppError } from '../../process/app-error.ts'
import { onOf } from './reservations.ts'
import { reserve } from './reserve.ts'

const FIELDS = ['sku', 'type', 'pieces', 'purpose', 'until', 'orderNumber', 'customerAccount', 'note'] as const

/**
 * Reserves by the rows of a file, each for itself, and says what became of each: a row that cannot be reserved changes
 * nothing. Line 1 is the file's header.
 */
export async function importReservations(
  context: Context,
  { body: { rows } }: RouteChecked<typeof routes.importReservations>,
): Promise<RouteAnswer<typeof routes.importReservations>> {
  const told = rows.map((row) => namedFields(row))
  const skus = told.map((row) => row['sku'] ?? '')
  const writing = await writingOfSkus(context.transaction, context.client, skus)
  // In the order in which everybody holds balances, whatever the order of the file.
  const inOrder = told
    .map((row, index) => ({
      line: index + 2,
      row,
      place: `${writing(row['sku'] ?? '')}\u0000${typeOf(row).toUpperCase()}`,
    }))
    .toSorted((one, other) => (one.place === other.place ? 0 : one.place < other.place ? -1 : 1))
  const verdicts: { line: number; isReserved: boolean; message: string }[] = []
  for (const { line, row } of inOrder) verdicts.push({ line, ...(await verdictOf(context, row)) })
  const reserved = verdicts.filter(({ isReserved }) => isReserved).length
  if (reserved === 0) nothingDone(context)
  else
    await audit(context, {
      clientCode: context.client,
      act: 'stock.reserved',
      object: `${formatCount(reserved)} rows of a file`,
      after: { reserved, refused: verdicts.length - reserved },
    })
  return {
    message: `${formatCount(reserved)} of ${formatCount(verdicts.length)} rows reserved`,
    verdicts: verdicts.toSorted((one, other) => one.line - other.line),
  }
}

/** Columns are named like the fields, in any case and spacing: 'Order number' is orderNumber. */
function namedFields(row: Readonly<Record<string, string>>): Record<string, string> {
  const byName = new Map(Object.entries(row).map(([name, cell]) => [plain(name), cell.trim()]))
  return Object.fromEntries(FIELDS.flatMap((field) => [[field, byName.get(plain(field)) ?? '']]))
}
const plain = (name: string) => name.toLowerCase().replaceAll(/[^a-z]/g, '')

const typeOf = (row: Record<string, string>) => row['type'] || SELLABLE

async function verdictOf(context: Context, row: Record<string, string>) {
  const pieces = /^\d{1,9}$/.test(row['pieces'] ?? '') ? Number(row['pieces']) : row['pieces']
  const read = addReservation.safeParse({
    ...row,
    pieces,
    type: typeOf(row),
    purpose: (row['purpose'] ?? '').toLowerCase(),
  })
  if (!read.success) return { isReserved: false, message: read.error.issues[0]?.message ?? 'This row cannot be read' }
  const { transaction } = context
  // Else each row is a transaction within the one before it.
  const release = () => transaction.write(sql`release savepoint file_row`.compile(db))
  await transaction.write(sql`savepoint file_row`.compile(db))
  try {
    const made = await reserve(onOf(context), read.data)
    await release()
    return { isReserved: true, message: `${formatCount(made.pieces)} of ${made.sku} reserved until ${made.until}` }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    await transaction.write(sql`rollback to savepoint file_row`.compile(db))
    await release()
    return { isReserved: false, message: error.message }
  }
}
