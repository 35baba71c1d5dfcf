import type { personalData as routes } from '@despatch/contract/enquiries/personal-data/personal-data'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import {
  type AnyErasureReason,
  type ErasedKind,
  ERASED,
  ERASED_ACT,
  namesPerson,
  orderCountText,
} from '@despatch/domain/enquiries/personal-data/person-records'
import { sql } from 'kysely'
import { audit } from '../../audit/write-audit.ts'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'
import type { Context } from '../../http/context.ts'
import { AppError, refuseFields } from '../../process/app-error.ts'
import { presentErasure } from './list-erasures.ts'
import { keysTable, readNamedRecords, type OrderKey } from './person-records.ts'

/** Further obstacles are only counted. */
const MAX_NAMED = 5

/**
 * Erases the personal data of orders of several clients in one transaction. Throws an AppError: 404 if an order does
 * not exist, 409 if all were erased before, 422 if something is under way, 400 if the reference names the person.
 */
export async function erasePerson(
  context: Context,
  { body: { orders, requestReference, reason } }: RouteChecked<typeof routes.erase>,
): Promise<RouteAnswer<typeof routes.erase>> {
  const { transaction, clients, caller, now } = context
  await lockOrders(
    transaction,
    orders.filter(({ clientCode }) => clients.includes(clientCode)),
  )
  const records = await readNamedRecords(context, orders)
  if (namesPerson(requestReference, records))
    throw refuseFields([
      {
        path: 'requestReference',
        message: 'Don’t name the person in the reference. Use the request number.',
      },
    ])
  const toErase = records.filter(({ isErased }) => !isErased)
  if (toErase.length === 0)
    throw new AppError(
      'already_exists',
      'This person’s data has already been erased. Search again to see what is left.',
    )
  const obstacles = toErase.flatMap((record) => record.obstacles)
  if (obstacles.length > 0) throw new AppError('unprocessable', refusedText(obstacles))
  const erasures = []
  const byClient = Map.groupBy(toErase, ({ clientCode }) => clientCode)
  for (const clientCode of [...byClient.keys()].toSorted()) {
    const numbers = (byClient.get(clientCode) ?? []).map(({ orderNumber }) => orderNumber)
    const row = await eraseOrders(
      transaction,
      { clientCode, numbers },
      {
        requestReference,
        reason,
        at: now,
        byName: caller.username,
      },
    )
    erasures.push(presentErasure(row))
    await audit(context, {
      clientCode,
      act: 'person.erased',
      object: `request ${requestReference}`,
      after: { orders: numbers.length, reason },
    })
  }
  return { message: `Personal data erased from ${orderCountText(toErase.length)}.`, erasures }
}

function refusedText(obstacles: readonly string[]): string {
  const named = obstacles.slice(0, MAX_NAMED).join(' ')
  const others = obstacles.length - MAX_NAMED
  return `Nothing was erased. ${named}${others > 0 ? ` And ${others} more.` : ''}`
}

/** Locks the orders in the order of locks, so that the records judged next cannot change. */
const lockOrders = (transaction: Transaction, keys: readonly OrderKey[]) =>
  transaction.write(
    sql`select from ${keysTable(keys)} join orders o on o.client_code = k.client_code and o.order_number = k.order_number
      order by o.client_code, o.order_number for update of o`.compile(db),
  )

type ErasureDetails = {
  readonly requestReference: string
  readonly reason: AnyErasureReason
  readonly at: Date
  readonly byName: string
}

/** Marks the fields as changed in the order's history, so that later feeds do not fill them again. */
const ERASED_CHANGES = JSON.stringify(
  Object.fromEntries(
    [
      'customerFirstName',
      'customerLastName',
      'customerAccount',
      'email',
      'phone',
      'addressLine1',
      'addressLine2',
      'addressLine3',
      'addressLine4',
      'postCode',
    ].map((field) => [field, { before: ERASED, after: ERASED }]),
  ),
)

/**
 * Erases the personal data of locked orders of one client and records the erasure. Orders that do not exist are listed
 * too, so that a feed that brings them later stores them without personal data.
 */
export async function eraseOrders(
  transaction: Transaction,
  { clientCode, numbers }: { clientCode: string; numbers: readonly string[] },
  { requestReference, reason, at, byName }: ErasureDetails,
) {
  const erasure = await transaction.writeRow(
    db
      .insertInto('erasures')
      .values({
        client_code: clientCode,
        request_reference: requestReference,
        reason,
        erased_at: at,
        by_name: byName,
        orders: numbers.length,
        counts: '{}',
      })
      .returningAll(),
  )
  if (!erasure) throw new Error('The erasure was not kept')
  await transaction.write(
    sql`insert into erased_orders (client_code, order_number, erasure_id)
      select ${clientCode}, n, ${erasure.erasure_id}::bigint from unnest(${numbers}::text[]) n order by n
      on conflict do nothing`.compile(db),
  )
  const erased = await transaction.writeRow(
    sql<{ counts: Partial<Record<ErasedKind, number>> }>`
      select erase_orders(${clientCode}, ${numbers}::text[]) as counts`.compile(db),
  )
  const counts = erased?.counts ?? {}
  // Counts that are not folded yet contain tags too.
  if (counts.tags) await transaction.write(sql`select fold_work_deltas(1000000)`.compile(db))
  await transaction.write(
    sql`insert into order_history (client_code, order_number, version, at, by_name, act, status, note, changes)
      select client_code, order_number, version, ${at}::timestamptz, ${byName}::text, ${ERASED_ACT}::text, status,
        ${`Request ${requestReference}`}::text, ${ERASED_CHANGES}::jsonb
      from orders where client_code = ${clientCode} and order_number = any (${numbers}::text[])
      order by order_number`.compile(db),
  )
  await transaction.write(
    db
      .updateTable('erasures')
      .set({ counts: JSON.stringify(counts) })
      .where('client_code', '=', clientCode)
      .where('erasure_id', '=', erasure.erasure_id),
  )
  return { ...erasure, counts }
}
