import { type GrantedRole, changeRoleProblem } from '@despatch/domain/administration/roles/granting'
import { holdsRight, permissionTree } from '@despatch/domain/administration/roles/permissions'
import {
  ALL_CLIENTS,
  isInternalType,
  type RoleType,
  requestedRoleType,
} from '@despatch/domain/administration/roles/role-types'
import { sql } from 'kysely'
import type { Context } from '../../http/context.ts'
import { AppError, refuseFields } from '../../process/app-error.ts'
import { db } from '../../database/sql.ts'
import { type Caller, permissionsFor, seeClients } from '../../http/authentication/open-session.ts'
import { granterOf } from '../../sign-in/sessions/visible-users.ts'
import { CODE_EXISTS, NAME_EXISTS } from './role-exists.ts'

/**
 * Throws an AppError (403) naming the excess if the caller may not create a role, or not change `was` into `willBe`. A
 * role keeps what it grants already, even entries that are withheld from the client for now; what is added, the caller
 * must hold for that client.
 */
export function refuseMoreThanHeld(caller: Caller, willBe: GrantedRole, was?: GrantedRole): void {
  const held = permissionsFor(caller, willBe.client)
  const granter = granterOf(caller)
  const why =
    (was && changeRoleProblem(was, { ...granter, permissions: caller.rolePermissions })) ??
    changeRoleProblem(willBe, {
      ...granter,
      permissions: was
        ? permissionTree((leaf, right) => holdsRight(held, leaf, right) || holdsRight(was.permissions, leaf, right))
        : held,
    })
  if (why) throw new AppError('unauthorized_access', why)
}

/** The role type that a body asks for. Throws an AppError if its flags contradict each other or the type. */
export function requestedType(body: Parameters<typeof requestedRoleType>[0], was?: RoleType): RoleType {
  const type = requestedRoleType(body, was)
  if (!type)
    throw refuseFields([
      { path: 'type', message: 'The type, isIForce, iforce_user and isAdministrator contradict each other' },
    ])
  return type
}

/**
 * Checks the client of a role. Throws an AppError on the field for an unknown client, and for an internal role of a
 * single client.
 */
export async function checkClientOfRole(
  { transaction }: Context,
  role: Pick<GrantedRole, 'client' | 'type'>,
): Promise<void> {
  if (role.client === ALL_CLIENTS) return
  if (isInternalType(role.type))
    throw refuseFields([{ path: 'client', message: 'Internal roles belong to no single client. Choose Add All' }])
  // Locked, so that the client is not deleted before its role is inserted.
  const client = await transaction.row(
    db.selectFrom('clients').select('client_code').where('client_code', '=', role.client).forKeyShare(),
  )
  if (!client) throw refuseFields([{ path: 'client', message: `Client ${role.client} not found` }])
}

/**
 * Lets the rest of the transaction also write for the clients of these roles: the caller's own, if they may edit roles
 * there. Throws an AppError (403) for other clients.
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

/** Turns a violation of the unique code or name into an AppError; returns any other error unchanged. */
export function alreadyExists(error: { code?: string; constraint?: string }): unknown {
  if (error.code !== '23505') return error
  const [path, message] = error.constraint === 'roles_by_name' ? ['name', NAME_EXISTS] : ['code', CODE_EXISTS]
  return new AppError('already_exists', message, { fields: [{ path, message }] })
}

/**
 * Users of a role: how many, how many do not belong to a given client, how many the caller may see, and the first of
 * their names.
 */
export type Holders = { role_id: number; total: number; outside: number; seen: number; names: string[] | null }

const MAX_LISTED_NAMES = 5

/** Counts the users of roles; roles without users have no row. Users of `client` do not count as outside. */
export const countHolders = (isSeen: ReturnType<typeof sql<boolean>>, roleIds: readonly number[], client = '') =>
  sql<Holders>`
    select role_id, count(*) as total,
      count(*) filter (where not exists (
        select from user_clients m where m.user_id = users.user_id and m.client_code = ${client}
      )) as outside,
      count(*) filter (where ${isSeen}) as seen,
      (array_agg(username order by lower(username)) filter (where ${isSeen}))[1:${sql.lit(MAX_LISTED_NAMES)}] as names
    from users where role_id = any (${roleIds}::bigint[]) group by role_id`.compile(db)

/** '3 users have this role: a, b, c'. Users that the caller may not see are counted, not named. */
export function holdersText({ total, names }: Holders): string {
  const others = total - (names?.length ?? 0)
  const named = [...(names ?? []), ...(others > 0 ? [`${others} ${names ? 'more' : 'you can’t see here'}`] : [])]
  return `${total} ${total === 1 ? 'user has' : 'users have'} this role: ${named.join(', ')}`
}
