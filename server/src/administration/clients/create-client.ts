import type { clients as routes } from '@despatch/contract/administration/clients/clients'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { DATA_ADDED } from '@despatch/domain/feedback/messages'
import { type InsertObject, sql } from 'kysely'
import type { Context } from '../../http/context.ts'
import { AppError, refuseFields } from '../../process/app-error.ts'
import { audit } from '../../audit/write-audit.ts'
import { db } from '../../database/sql.ts'
import { seeClients } from '../../http/authentication/open-session.ts'
import { currencyProblem } from './currency.ts'
import { clientForAudit, presentClient, refuseClientUsers } from './queries.ts'
import type { Tables } from '../../database/tables.ts'
import type { Transaction } from '../../database/transaction.ts'

/** Creates a client. Throws an AppError for client users, an unknown currency, and a code that exists in any case. */
export async function createClient(
  context: Context,
  { body }: RouteChecked<typeof routes.create>,
): Promise<RouteAnswer<typeof routes.create>> {
  const { transaction, caller, now } = context
  refuseClientUsers(caller)
  const problem = currencyProblem(body.currencyCode)
  if (problem) throw refuseFields([{ path: 'currencyCode', message: problem }])
  const row = {
    client_code: body.code,
    name: body.name,
    description: body.description,
    active: body.active,
    currency_code: body.currencyCode,
    mfa_required: body.mfaRequired,
  }
  const created = await insertClient(transaction, {
    ...row,
    children: JSON.stringify(body.children),
    calendar: JSON.stringify(body.calendar),
    created_on: now,
  })
  const client = { ...row, children: body.children, calendar: body.calendar, version: created.version }
  await seeClients(transaction, [body.code, ''])
  const left = await transaction.row(
    db.selectFrom('audit').select('audit_id').where('client_code', '=', body.code).limit(1),
  )
  if (left) {
    const message = `${body.code} was used by an earlier client. Choose another code`
    throw new AppError('already_exists', message, { fields: [{ path: 'code', message }] })
  }
  await audit(context, {
    clientCode: body.code,
    act: 'client.created',
    object: `client ${body.code}`,
    record: `client:${body.code}`,
    after: clientForAudit(client),
  })
  return { message: DATA_ADDED, client: presentClient({ ...client, users: 0 }) }
}

async function insertClient(
  transaction: Transaction,
  row: InsertObject<Tables, 'clients'> & { client_code: string },
): Promise<{ version: number }> {
  // Two calls that create codes differing only in case queue at this lock; the second then sees the first.
  await transaction.rows(
    sql`select pg_advisory_xact_lock(hashtext('client'), hashtext(lower(${row.client_code})))`.compile(db),
  )
  const alike = await transaction.row(
    db
      .selectFrom('clients')
      .select('client_code')
      .where(sql`lower(client_code)`, '=', row.client_code.toLowerCase()),
  )
  const created =
    alike === undefined &&
    (await transaction.writeRow(
      db
        .insertInto('clients')
        .values(row)
        .onConflict((conflict) => conflict.doNothing())
        .returning('version'),
    ))
  if (!created) {
    const message = `Client ${alike?.client_code ?? row.client_code} already exists. Choose another code`
    throw new AppError('already_exists', message, { fields: [{ path: 'code', message }] })
  }
  return created
}
