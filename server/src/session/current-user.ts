import type { CurrentUser } from '@despatch/contract/session/session'
import type { Context } from '../app/context.ts'
import { db } from '../database/sql.ts'
import { withheldEntries } from '@despatch/domain/clients/withheld'
import { isAdministratorType } from '@despatch/domain/roles/role-types'
import { clientsOf, demandsSecondFactor, roleOf } from './queries.ts'

/** The signed-in user with role, permissions and clients as they are in this transaction. */
export async function currentUser({ caller, transaction }: Context): Promise<CurrentUser> {
  const [user, role, clients] = await Promise.all([
    transaction.row(
      db
        .selectFrom('users')
        .select(['first_name', 'last_name', 'otp_verified', demandsSecondFactor().as('mfa_required')])
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
    otp_enabled: user?.otp_verified ?? false,
    mfa_required: user?.mfa_required ?? false,
    role: {
      _id: String(caller.roleId),
      name: role?.name ?? '',
      iforce_user: caller.isInternal,
      isAdministrator: isAdministratorType(caller.roleType),
      permissions: caller.rolePermissions,
    },
    client: clients.map(({ client_code, name, currency_code }) => ({
      code: client_code,
      name,
      currencyCode: currency_code,
      withheld: caller.cuts[client_code] ? withheldEntries(caller.cuts[client_code]) : [],
    })),
  }
}
