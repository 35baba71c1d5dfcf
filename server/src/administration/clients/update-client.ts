import type { clients as routes } from '@despatch/contract/administration/clients/clients'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { changedFields } from '@despatch/domain/administration/user-activity/acts'
import { CLIENT_UPDATED } from '@despatch/domain/feedback/messages'
import { sql } from 'kysely'
import type { Context } from '../../http/context.ts'
import { AppError, refuseFields } from '../../process/app-error.ts'
import { audit } from '../../audit/write-audit.ts'
import { db } from '../../database/sql.ts'
import { currencyProblem } from './currency.ts'
import { resetAccruals } from './reset-accruals.ts'
import {
  clientsToChange,
  noSuchClient,
  clientForAudit,
  presentClient,
  refuseClientUsers,
  usersOfClient,
  workForClient,
} from './queries.ts'

/**
 * Changes a client. Closing it acts on the next call of its users, because a session sees only active clients. Throws
 * an AppError for client users (403), an unknown client (404), and an old version (409).
 */
export async function updateClient(
  context: Context,
  { body }: RouteChecked<typeof routes.update>,
): Promise<RouteAnswer<typeof routes.update>> {
  const { transaction, caller } = context
  refuseClientUsers(caller)
  const code = body._id ?? body.code ?? ''
  await workForClient(context, [code])
  const was = await transaction.row(clientsToChange([code]))
  if (!was) throw noSuchClient()
  refuseOldVersion(was, body)
  const problem = body.currencyCode !== undefined && currencyProblem(body.currencyCode)
  if (problem) throw refuseFields([{ path: 'currencyCode', message: problem }])
  const set = {
    name: body.name ?? was.name,
    description: body.description ?? was.description,
    active: body.active ?? was.active,
    currency_code: body.currencyCode ?? was.currency_code,
    mfa_required: body.mfaRequired ?? was.mfa_required,
  }
  const { children = was.children, calendar = was.calendar } = body
  const changed = await transaction.writeRow(
    db
      .updateTable('clients')
      .set({
        ...set,
        children: JSON.stringify(children),
        calendar: JSON.stringify(calendar),
        version: sql`version + 1`,
      })
      .where('client_code', '=', code)
      .returning(['version', usersOfClient.as('users')]),
  )
  if (!changed) throw noSuchClient()
  if (set.currency_code !== was.currency_code) await resetAccruals(transaction, code)
  await audit(context, {
    clientCode: code,
    act: 'client.amended',
    object: `client ${code}`,
    record: `client:${code}`,
    ...changedFields(clientForAudit(was), clientForAudit({ ...set, children, calendar })),
  })
  return {
    message: CLIENT_UPDATED,
    client: presentClient({ client_code: code, ...set, children, calendar, ...changed }),
  }
}

/** Throws an AppError (409) if the client changed after the caller read it. */
export function refuseOldVersion(current: { version: number }, seen: { version?: number | undefined }): void {
  if (seen.version !== undefined && current.version !== seen.version)
    throw new AppError(
      'version_conflict',
      'Someone else saved this client. Reload to see their changes, then try again.',
    )
}
