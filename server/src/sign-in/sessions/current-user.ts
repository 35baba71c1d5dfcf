import type { CurrentUser } from '@despatch/contract/sign-in/session'
import type { Context } from '../../http/context.ts'
import { db } from '../../database/sql.ts'
import { entriesNotSeen, type Visibility } from '@despatch/domain/administration/clients/visibility'
import { type ClientRestrictions, withheldEntries } from '@despatch/domain/administration/client-menu-options/withheld'
import { permissionTemplate } from '@despatch/domain/administration/roles/permissions'
import { isAdministratorType } from '@despatch/domain/administration/roles/role-types'
import { clientsOf, demandsSecondFactor, roleOf } from '../../http/authentication/queries.ts'

/** The signed-in user with their current role, permissions and clients. */
export async function readCurrentUser({ caller, transaction }: Context): Promise<CurrentUser> {
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
      sees: caller.roleSees,
      permissions: caller.ownClients?.length === 0 ? permissionTemplate() : caller.rolePermissions,
    },
    client: clients.map(({ client_code, name, currency_code }) => ({
      code: client_code,
      name,
      currencyCode: currency_code,
      ...withheldBy(caller.clientRestrictions[client_code], caller.seesOf[client_code] ?? caller.roleSees),
    })),
  }
}

/** What a client withholds from its users and what they see, with the reasons of entries that are switched off. */
function withheldBy(cut: ClientRestrictions | undefined, sees: Visibility) {
  const taken = cut ? withheldEntries(cut) : []
  return {
    withheld: [...new Set([...taken, ...entriesNotSeen(sees)])],
    sees,
    switchedOff: taken.flatMap((entry) => {
      const reason = cut?.disabled[entry]
      return reason === undefined ? [] : [{ entry, reason }]
    }),
  }
}
