import type { stock as routes } from '@despatch/contract/stock/stock'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { DATA_DELETED, DATA_UPDATED } from '@despatch/domain/feedback/messages'
import { formatCount } from '@despatch/domain/money/money'
import { SELLABLE } from '@despatch/domain/stock/allocation-codes'
import { sql } from 'kysely'
import { audit } from '../audit/write-audit.ts'
import { db } from '../database/sql.ts'
import type { Context } from '../http/context.ts'
import { AppError, refuseFields } from '../process/app-error.ts'
import { allocationCodesOf } from './ledger/balances.ts'

/** Maximum allocation codes of a client's own. */
const MAX_OWN = 50

/** The client's allocation codes: its own and the operator's, by code. */
export async function allocationCodes({
  transaction,
  client,
}: Context): Promise<RouteAnswer<typeof routes.allocationCodes>> {
  return [...(await allocationCodesOf(transaction, client))]
}

/**
 * Adds an allocation code of the client, or changes one.
 *
 * @throws AppError if another code already has this title or code (files may use either), if sellable stock could no
 * longer be promised (orders promise it), or for more than {@link MAX_OWN} codes
 */
export async function saveAllocationCode(
  context: Context,
  { params, body }: RouteChecked<typeof routes.saveAllocationCode>,
): Promise<RouteAnswer<typeof routes.saveAllocationCode>> {
  const { transaction, client } = context
  await lockCodes(context)
  const codes = await allocationCodesOf(transaction, client)
  const before = codes.find(({ code }) => isSame(code, params.code))
  const code = before?.code ?? params.code.toUpperCase()
  const others = codes.filter((one) => one.code !== code)
  const named = others.find((one) => isSame(one.title, body.title) || isSame(one.code, body.title))
  if (named) throw refuseFields([{ path: 'title', message: `${named.title} (${named.code}) already has this name` }])
  if (others.some((one) => isSame(one.title, code)))
    throw refuseFields([{ path: 'code', message: `Another code has the title ${code}` }])
  if (code === SELLABLE && !body.mayBePromised)
    throw refuseFields([{ path: 'mayBePromised', message: 'Sellable stock always counts as available' }])
  if (!before && codes.filter(({ isOwn }) => isOwn).length >= MAX_OWN)
    throw new AppError('unprocessable', `A client has at most ${formatCount(MAX_OWN)} allocation codes of its own.`)
  const after = { title: body.title, may_be_promised: body.mayBePromised }
  await transaction.write(
    db
      .insertInto('allocation_codes')
      .values({ client_code: client, code, ...after })
      .onConflict((already) => already.columns(['client_code', 'code']).doUpdateSet(after)),
  )
  await audit(context, {
    clientCode: client,
    act: 'stock.code-saved',
    object: code,
    ...(before && { before: { title: before.title, mayBePromised: before.mayBePromised } }),
    after: body,
  })
  return { message: DATA_UPDATED, code: { code, ...body, isOwn: true } }
}

/**
 * Deletes an allocation code of the client. If it replaced the operator's, the operator's applies again.
 *
 * @throws AppError 404 if the client has no such code of its own, 422 if stock exists under a code that would no longer
 * exist
 */
export async function removeAllocationCode(
  context: Context,
  { params }: RouteChecked<typeof routes.removeAllocationCode>,
): Promise<RouteAnswer<typeof routes.removeAllocationCode>> {
  const { transaction, client } = context
  await lockCodes(context)
  const codes = await allocationCodesOf(transaction, client)
  const before = codes.find(({ code, isOwn }) => isOwn && isSame(code, params.code))
  if (!before) throw new AppError('not_found', 'This client has no such allocation code')
  const { code } = before
  const [operators, used] = await Promise.all([
    transaction.row(db.selectFrom('default_allocation_codes').select('code').where('code', '=', code)),
    transaction.row(
      sql<{ skus: number }>`select count(*)::int as skus from stock_balances
        where client_code = ${client} and code = ${code}`.compile(db),
    ),
  ])
  const skus = used?.skus ?? 0
  if (!operators && skus > 0)
    throw new AppError(
      'unprocessable',
      `${formatCount(skus)} ${skus === 1 ? 'SKU has' : 'SKUs have'} stock of ${code}, so it can’t be deleted.`,
    )
  await transaction.write(db.deleteFrom('allocation_codes').where('client_code', '=', client).where('code', '=', code))
  await audit(context, {
    clientCode: client,
    act: 'stock.code-deleted',
    object: code,
    before: { title: before.title, mayBePromised: before.mayBePromised },
  })
  return { message: DATA_DELETED }
}

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

/** Serialises changes of a client's codes, so that two can never get the same name. */
const lockCodes = ({ transaction, client }: Context) =>
  transaction.rows(
    sql`select pg_advisory_xact_lock(hashtextextended('allocation codes of ' || ${client}, 0))`.compile(db),
  )
