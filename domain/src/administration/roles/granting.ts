import { SEES_EVERYTHING, type Visibility, visibilityBeyond, visibilityText } from '../clients/visibility.ts'
import { type Grant, grantsBeyond, type PermissionTree, titlesOf } from './permissions.ts'
import { ALL_CLIENTS, isAdministratorType, isInternalType, type RoleType } from './role-types.ts'

/** The facts about a role that decide who may give or change it. `client` is 'All_client' for a shared role. */
export type GrantedRole = {
  readonly type: RoleType
  readonly client: string
  readonly permissions: PermissionTree
  /** What it shows of the operator's data; everything by default. */
  readonly sees?: Visibility | undefined
}

/** The user who grants: what they hold, and their clients (undefined for internal users, who have all). */
export type Granter = {
  readonly type: RoleType
  readonly permissions: PermissionTree
  readonly clients: readonly string[] | undefined
  /** What the granter's own role shows; everything by default. */
  readonly sees?: Visibility | undefined
}

/**
 * Why the granter may not give a role to others, in words that name the excess; undefined if they may. domain.md,
 * Access: 'Nobody grants more than they hold: a role, a user, a client or a permission beyond the granter's own is
 * refused.'
 */
export function giveRoleProblem(role: GrantedRole, granter: Granter): string | undefined {
  if (isInternalType(role.type) && !isInternalType(granter.type)) return 'This role is for internal users'
  if (isAdministratorType(role.type) && !isAdministratorType(granter.type))
    return `A role of the type ${role.type} can only be given by administrators`
  if (role.client !== ALL_CLIENTS && granter.clients && !granter.clients.includes(role.client))
    return 'This role belongs to another client'
  const beyond = grantsBeyond(role.permissions, granter.permissions)
  if (beyond.length > 0) return `This is more than your own access: ${grantsLabel(beyond)}`
  const more = visibilityBeyond(role.sees ?? SEES_EVERYTHING, granter.sees ?? SEES_EVERYTHING)
  return more.length > 0 ? `This shows more than you can see: ${visibilityText(more)}` : undefined
}

/**
 * Why the granter may not create or change a role: as for giving it, and it must belong to one of the granter's
 * clients.
 */
export function changeRoleProblem(role: GrantedRole, granter: Granter): string | undefined {
  if (granter.clients && role.client === ALL_CLIENTS) return 'Only the operator can change a role shared by all clients'
  return giveRoleProblem(role, granter)
}

/** Why a role does not suit a user of these clients, with the field to correct; undefined if it does. */
export function roleSuitabilityProblem(
  role: Pick<GrantedRole, 'type' | 'client'>,
  clients: readonly string[],
): { field: 'client' | 'role'; message: string } | undefined {
  const isInternal = isInternalType(role.type)
  if (isInternal && clients.length > 0)
    return { field: 'client', message: 'An internal role is for users without a client' }
  if (!isInternal && clients.length === 0)
    return { field: 'client', message: 'A user with a client’s role belongs to at least one client' }
  if (role.client !== ALL_CLIENTS && !clients.includes(role.client))
    return { field: 'role', message: `This role is for users of the client ${role.client}` }
  return undefined
}

const MAX_LISTED_NAMES = 5

/** 'Create New Order (Edit), Client List (Enable, Read Only) and 3 more'. */
export function grantsLabel(grants: readonly Grant[]): string {
  const leaves = [...new Set(grants.map(({ leaf }) => leaf))]
  const named = leaves.slice(0, MAX_LISTED_NAMES).map((leaf) => {
    const rights = grants.filter((grant) => grant.leaf === leaf).map(({ right }) => right)
    return `${titlesOf(leaf).at(-1)} (${rights.join(', ')})`
  })
  const more = leaves.length - MAX_LISTED_NAMES
  return `${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}
