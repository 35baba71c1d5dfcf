import { addReservation, PURPOSES } from '@despatch/contract/stock/reservations'
import type { stock as routes } from '@despatch/contract/stock/stock'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { readDate } from '@despatch/domain/calendar/date-format'
import { formatDayShort } from '@despatch/domain/calendar/day'
import { formatCount } from '@despatch/domain/money/money'
import { SELLABLE } from '@despatch/domain/stock/allocation-codes'
import { fromSpreadsheetText } from '@despatch/domain/text/spreadsheet-text'
import { sql } from 'kysely'
import { audit, skipAudit } from '../../audit/write-audit.ts'
import { loadSkuSpelling } from '../../database/stored-names.ts'
import { db } from '../../database/sql.ts'
import type { Context } from '../../http/context.ts'
import { AppError, refuseFields } from '../../process/app-error.ts'
import { reservationContext } from './reservations.ts'
import { prepareToReserve } from './reserve.ts'

const FIELDS = ['sku', 'type', 'pieces', 'purpose', 'until', 'orderNumber', 'customerAccount', 'note'] as const

/**
 * Makes a reservation for each row of a file, independently. A row that cannot be reserved changes nothing, and the
 * answer has a verdict for each. Line 1 is the header.
 */
export async function importReservations(
  context: Context,
  { body: { rows } }: RouteChecked<typeof routes.importReservations>,
): Promise<RouteAnswer<typeof routes.importReservations>> {
  const namedRows = rows.map((row) => namedFields(row))
  const missing = REQUIRED.filter(
    (field) => !rows.some((row) => Object.keys(row).some((name) => plain(name) === field)),
  )
  if (missing.length > 0) throw refuseFields([{ path: 'rows', message: noColumnText(missing) }])
  const firsts = firstDuplicates(namedRows)
  const skus = namedRows.map((row) => row['sku'] ?? '')
  const writing = await loadSkuSpelling(context.transaction, context.client, skus)
  // In the lock order of balances, whatever the order of the file.
  const inOrder = namedRows
    .map((row, index) => ({
      line: index + 2,
      row,
      place: `${writing(row['sku'] ?? '')}\u0000${typeOf(row).toUpperCase()}`,
    }))
    .toSorted((one, other) => (one.place === other.place ? 0 : one.place < other.place ? -1 : 1))
  const verdicts: { line: number; isReserved: boolean; message: string }[] = []
  for (const { line, row } of inOrder) {
    const first = firsts[line - 2] ?? line
    verdicts.push({ line, ...(first < line ? duplicateOf(first) : await verdictOf(context, row)) })
  }
  const reserved = verdicts.filter(({ isReserved }) => isReserved).length
  if (reserved === 0) skipAudit(context)
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

/** Matches columns to fields, ignoring case and spacing: 'Order number' is orderNumber. */
function namedFields(row: Readonly<Record<string, string>>): Record<string, string> {
  const byName = new Map(Object.entries(row).map(([name, cell]) => [plain(name), fromSpreadsheetText(cell.trim())]))
  return Object.fromEntries(FIELDS.flatMap((field) => [[field, byName.get(plain(field)) ?? '']]))
}
/** Required columns. */
const REQUIRED = ['sku', 'pieces', 'purpose', 'until'] as const
const TITLES = { sku: 'SKU', pieces: 'Pieces', purpose: 'Purpose', until: 'Until' } as const
const noColumnText = (missing: readonly (typeof REQUIRED)[number][]) =>
  `The file has no column ${missing.map((field) => TITLES[field]).join(' or ')}. Its first line must have the columns SKU, Pieces, Purpose and Until.`

/** For each row, the line number of the first row with the same fields: its own, or an earlier one. */
function firstDuplicates(rows: readonly Record<string, string>[]): number[] {
  const lines = new Map<string, number>()
  return rows.map((row, index) => {
    const all = JSON.stringify(FIELDS.map((field) => (row[field] ?? '').toLowerCase()))
    const line = lines.get(all) ?? index + 2
    lines.set(all, line)
    return line
  })
}
const duplicateOf = (line: number) => ({
  isReserved: false,
  message: `This row repeats line ${line}. To keep both, give each its own note`,
})

const plain = (name: string) => name.toLowerCase().replaceAll(/[^a-z]/g, '')

const typeOf = (row: Record<string, string>) => row['type'] || SELLABLE

/** Reads a purpose by its code or its title on screen: 'Wholesale customer', 'Named order'. */
function purposeOf(text: string): string {
  const words = text.toLowerCase().split(' ')
  return PURPOSES.find((purpose) => words[0] === purpose || (words[0] === 'named' && words[1] === purpose)) ?? text
}

async function verdictOf(context: Context, row: Record<string, string>) {
  // Spreadsheets can write 12 as 12.0; but 12.000 could be twelve thousand.
  const pieces = /^\d{1,9}([.,]0{1,2})?$/.test(row['pieces'] ?? '')
    ? Number.parseInt(row['pieces'] ?? '', 10)
    : row['pieces']
  const read = addReservation.safeParse({
    ...row,
    pieces,
    type: typeOf(row),
    purpose: purposeOf(row['purpose'] ?? ''),
    // Also accepts days as spreadsheets show them: 31/12/2026.
    until: readDate(row['until'] ?? '')?.day ?? row['until'],
  })
  if (!read.success) return { isReserved: false, message: read.error.issues[0]?.message ?? 'This row cannot be read' }
  const { transaction } = context
  // Release it, or the savepoints of all rows would nest.
  const release = () => transaction.write(sql`release savepoint file_row`.compile(db))
  await transaction.write(sql`savepoint file_row`.compile(db))
  try {
    const { reservation, statement, toRefusal } = await prepareToReserve(reservationContext(context), read.data)
    await transaction.write(statement).catch((error: unknown) => {
      throw toRefusal(error)
    })
    await release()
    return {
      isReserved: true,
      message: `${formatCount(reservation.pieces)} of ${reservation.sku} reserved until ${formatDayShort(reservation.until)}`,
    }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    await transaction.write(sql`rollback to savepoint file_row`.compile(db))
    await release()
    return { isReserved: false, message: error.message }
  }
}
