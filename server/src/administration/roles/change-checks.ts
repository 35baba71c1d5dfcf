import { type GrantedRole, whyNotChange } from '@despatch/domain/administration/roles/granting'
import { holdsRight, permissionTree } from '@despatch/domain/administration/roles/permissions'
import {
  ALL_CLIENTS,
  isInternalType,
  type RoleType,
  roleTypeAsked,
} from '@despatch/domain/administration/roles/role-types'
import { sql } from 'kysely'
import type { Context } from '../../http/context.ts'
import { AppError, refuseFields } from '../../process/app-error.ts'
import { db } from '../../database/sql.ts'
import { type Caller, permissionsFor, seeClients } from '../../http/authentication/open-session.ts'
import { granterOf } from '../../sign-in/sessions/visible-users.ts'
import { CODE_EXISTS, NAME_EXISTS } from './role-exists.ts'

/**
 * Throws an AppError (403) with what is too much, where someone may not make a role, or not make of the one there `was`
 * what it is to be. What it grants already it may go on granting, though an entry of it is withheld from the client for
 * the time being; what is added has to be held for that client.
 */
export function refuseBeyond(caller: Caller, willBe: GrantedRole, was?: GrantedRole): void {
  const held = permissionsFor(caller, willBe.client)
  const granter = granterOf(caller)
  const why =
    (was && whyNotChange(was, { ...granter, permissions: caller.rolePermissions })) ??
    whyNotChange(willBe, {
      ...granter,
      permissions: was
        ? permissionTree((leaf, right) => holdsRight(held, leaf, right) || holdsRight(was.permissions, leaf, right))
        : held,
    })
  if (why) throw new AppError('unauthorized_access', why)
}

/** The type that a body asks for. Throws an AppError where its flags contradict each other or the type. */
export function typeAsked(body: Parameters<typeof roleTypeAsked>[0], was?: RoleType): RoleType {
  const type = roleTypeAsked(body, was)
  if (!type)
    throw refuseFields([
      { path: 'type', message: 'The type, isIForce, iforce_user and isAdministrator contradict each other' },
    ])
  return type
}

/** Whose role it may be. Throws an AppError beside the field for a client that there is not, or an internal role of a single client. */
export async function checkClientOfRole(
  { transaction }: Context,
  role: Pick<GrantedRole, 'client' | 'type'>,
): Promise<void> {
  if (role.client === ALL_CLIENTS) return
  if (isInternalType(role.type))
    throw refuseFields([{ path: 'client', message: 'A role of internal users is no single client’s: choose Add All' }])
  // Held, so that the client is not deleted before its role is there.
  const client = await transaction.row(
    db.selectFrom('clients').select('client_code').where('client_code', '=', role.client).forKeyShare(),
  )
  if (!client) throw refuseFields([{ path: 'client', message: `There is no client ${role.client}` }])
}

/**
 * Lets the rest of the transaction write for the clients of roles, beside those of the call: the caller's own, where they
 * may edit roles there. Throws an AppError (403) for another's.
 */
export async function workForClientsOf(
  { transaction, caller, clients }: Context,
  codes: readonly string[],
): Promise<void> {
  const others = codes.filter((code) => code !== ALL_CLIENTS && !clients.includes(code))
  if (others.length === 0) return
  const { openClients } = caller
  if (openClients && !others.every((code) => openClients.includes(code)))
    throw new AppError('unauthorized_access', 'This role belongs to another client')
  await seeClients(transaction, [...clients, ...others, ...(caller.isInternal ? [''] : [])])
}

/** What is said where another role of the client has the code or the name; any other failure as it came. */
export function alreadyExists(error: { code?: string; constraint?: string }): unknown {
  if (error.code !== '23505') return error
  const [path, message] = error.constraint === 'roles_by_name' ? ['name', NAME_EXISTS] : ['code', CODE_EXISTS]
  return new AppError('already_exists', message, { fields: [{ path, message }] })
}

/** Those who have a role: how many, how many are not of a client, how many the caller may see, and the first of their names. */
export type Holders = { role_id: number; total: number; outside: number; seen: number; names: string[] | null }

const MAX_LISTED_NAMES = 5

/** Who has roles, one row a role that anyone has. `client` is that whose users are not counted as outside. */
export const holdersOf = (isSeen: ReturnType<typeof sql<boolean>>, roleIds: readonly number[], client = '') =>
  sql<Holders>`
    select role_id, count(*) as total,
      count(*) filter (where not exists (
        select from user_clients m where m.user_id = users.user_id and m.client_code = ${client}
      )) as outside,
      count(*) filter (where ${isSeen}) as seen,
      (array_agg(username order by lower(username)) filter (where ${isSeen}))[1:${sql.lit(MAX_LISTED_NAMES)}] as names
    from users where role_id = any (${roleIds}::bigint[]) group by role_id`.compile(db)

/** '3 users have this role: a, b, c'; those the caller may not see are counted among others, not named. */
export function holdersLabel({ total, names }: Holders): string {
  const others = total - (names?.length ?? 0)
  const named = [...(names ?? []), ...(others > 0 ? [`${others} ${names ? 'more' : 'whom you do not see here'}`] : [])]
  return `${total} ${total === 1 ? 'user has' : 'users have'} this role: ${named.join(', ')}`
}
