import type { users as routes } from '@despatch/contract/administration/users/users'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import type { NetworkBlock, SignInBlock } from '@despatch/contract/administration/users/sign-in-blocks'
import { sql } from 'kysely'
import type { Context } from '../../http/context.ts'
import { AppError } from '../../process/app-error.ts'
import { db } from '../../database/sql.ts'
import { audit } from '../../audit/write-audit.ts'
import { auditUsers, seeForAudit } from '../users/audit-users.ts'
import { isVisible } from '../../sign-in/sessions/visible-users.ts'

const MAX_BLOCKS = 200

type BlockRow = {
  user_id: number
  username: string
  kind: SignInBlock['kind']
  scope: SignInBlock['scope']
  network: string
  failures: number
  first_failed_at: Date
  blocked_until: Date
}

/**
 * Users that the caller may see and who must wait after failed sign-ins, longest wait first. Internal users also see
 * networks where so many usernames failed that newcomers must wait.
 */
export async function listSignInBlocks(context: Context): Promise<RouteAnswer<typeof routes.signInBlocks>> {
  return {
    blocks: await blocksOfUsers(context),
    networks: context.caller.isInternal ? await blocksOfNetworks(context) : [],
  }
}

async function blocksOfNetworks({ transaction, now }: Context): Promise<NetworkBlock[]> {
  const rows = await transaction.rows(
    sql<Pick<BlockRow, 'network' | 'failures' | 'first_failed_at' | 'blocked_until'> & Pick<NetworkBlock, 'kind'>>`
      select kind, network, failures, coalesce(first_failed_at, last_failed_at) as first_failed_at, blocked_until
      from sign_in_failures
      where scope = 'names' and network <> '' and blocked_until > 'epoch' and failures > 0
      order by blocked_until desc, network, kind
      limit ${MAX_BLOCKS}`.compile(db),
  )
  return rows.map(({ kind, network, failures, first_failed_at, blocked_until }) => ({
    kind,
    network,
    names: failures,
    since: first_failed_at.toISOString(),
    until: blocked_until.toISOString(),
    isWaiting: blocked_until > now,
  }))
}

async function blocksOfUsers(context: Context): Promise<SignInBlock[]> {
  const { transaction, now } = context
  const rows = await transaction.rows(
    sql<BlockRow>`
      select users.user_id, users.username, f.kind, f.scope, f.network, f.failures,
        coalesce(f.first_failed_at, f.last_failed_at) as first_failed_at, f.blocked_until
      from sign_in_failures f join users on users.user_id = f.user_id
      where f.blocked_until > 'epoch' and f.failures > 0 and ${isVisible(context)}
      order by f.blocked_until desc, users.user_id, f.subject
      limit ${MAX_BLOCKS}`.compile(db),
  )
  return rows.map((row) => ({
    _id: String(row.user_id),
    username: row.username,
    kind: row.kind,
    scope: row.scope,
    network: row.network,
    failures: row.failures,
    since: row.first_failed_at.toISOString(),
    until: row.blocked_until.toISOString(),
    isWaiting: row.blocked_until > now,
  }))
}

/** Clears the failed sign-ins of a user or a network. Throws an AppError (404) if the caller cannot see it. */
export async function clearSignInBlocks(
  context: Context,
  { query }: RouteChecked<typeof routes.clearSignInBlocks>,
): Promise<RouteAnswer<typeof routes.clearSignInBlocks>> {
  return {
    message: await (query.network === undefined
      ? clearUser(context, Number(query.user))
      : clearNetwork(context, query.network)),
  }
}

/** Clears the failed names of a network. Networks belong to no client, so only internal users clear them. */
async function clearNetwork(context: Context, network: string): Promise<string> {
  if (!context.caller.isInternal) throw new AppError('not_found', NO_SUCH_NETWORK)
  const cleared = await context.transaction.write(
    sql<object>`
      with held as (
        select subject from sign_in_failures where scope = 'names' and network = ${network} order by subject for update
      )
      delete from sign_in_failures where subject in (select subject from held) returning 1`.compile(db),
  )
  if (cleared.length === 0) throw new AppError('not_found', NO_SUCH_NETWORK)
  await seeForAudit(context, [''])
  await audit(context, { clientCode: '', act: 'user.unblocked', object: `network ${network}` })
  return `People who are new at ${network} can try to sign in again.`
}

const NO_SUCH_NETWORK = 'No failed sign-ins from this network are counted.'

async function clearUser(context: Context, userId: number): Promise<string> {
  const { transaction } = context
  const user = await transaction.row(
    sql<{ user_id: number; username: string; clients: string[] }>`
      select users.user_id, users.username, array(
        select m.client_code from user_clients m where m.user_id = users.user_id order by m.position, m.client_code
      ) as clients
      from users where users.user_id = ${userId} and ${isVisible(context)}`.compile(db),
  )
  if (!user) throw new AppError('not_found', 'User not found.')
  // Lock in the order in which a sign-in attempt counts failures: network or device, then everywhere.
  const cleared = await transaction.write(
    sql<object>`
      with held as (
        select subject from sign_in_failures where user_id = ${user.user_id} order by scope desc, subject for update
      )
      delete from sign_in_failures where subject in (select subject from held) returning 1`.compile(db),
  )
  await auditUsers(context, [{ act: 'user.unblocked', user }])
  return cleared.length === 0
    ? `No failed sign-ins of ${user.username} were counted.`
    : `${user.username} can try to sign in again from everywhere.`
}
