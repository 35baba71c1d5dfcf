import type { CurrentUser } from '@despatch/contract/session/session'
import type { Context } from '../app/context.ts'
import { db } from '../database/sql.ts'
import { clientsOf, roleOf } from './queries.ts'

/** The signed-in user with role, permissions and clients as they are in this transaction. */
export async function currentUser({ caller, transaction }: Context): Promise<CurrentUser> {
  const [user, role, clients] = await Promise.all([
    transaction.row(
      db
        .selectFrom('users')
        .select(['user_id', 'username', 'first_name', 'last_name'])
        .where('user_id', '=', caller.userId),
    ),
    transaction.row(roleOf(caller.roleId)),
    transaction.rows(clientsOf(caller.userId, caller.isInternal)),
  ])
  return {
    _id: String(caller.userId),
    username: caller.username,
    first_name: user?.first_name ?? '',
    last_name: user?.last_name ?? '',
    role: {
      _id: String(caller.roleId),
      name: role?.name ?? '',
      iforce_user: caller.isInternal,
      permissions: caller.permissions,
    },
    client: clients.map(({ client_code, name, currency_code }) => ({
      code: client_code,
      name,
      currencyCode: currency_code,
    })),
  }
}
