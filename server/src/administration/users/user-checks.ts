import type { FieldProblem } from '@despatch/contract/route/problem'
import { giveRoleProblem, roleSuitabilityProblem } from '@despatch/domain/administration/roles/granting'
import { sql } from 'kysely'
import type { Context } from '../../http/context.ts'
import { AppError, refuseFields } from '../../process/app-error.ts'
import { db } from '../../database/sql.ts'
import { grantedRole, type RoleRow, rolesById } from './roles-to-give.ts'
import { granterOf } from '../../sign-in/sessions/visible-users.ts'

/**
 * Reads and locks a role in order to give it to users. Throws an AppError if it does not exist or is inactive
 * (validation_failed), or is more than the caller may give (unauthorized_access).
 */
export async function roleToGive({ transaction, caller }: Context, id: string): Promise<RoleRow> {
  const role = (await rolesById(transaction, [Number(id)], { isGiven: true })).get(Number(id))
  if (!role) throw refuseFields([{ path: 'role', message: 'Role not found. Choose another' }])
  const whyNot = giveRoleProblem(grantedRole(role), granterOf(caller))
  if (whyNot) throw new AppError('unauthorized_access', `You can’t give this role. ${whyNot}.`)
  if (!role.active)
    throw refuseFields([{ path: 'role', message: `The role ${role.code} is not active. Choose another` }])
  return role
}

/** Why a role does not suit a user of these clients, with the field to correct; undefined if it does. */
export function roleMisfit(role: RoleRow, clients: readonly string[]): FieldProblem | undefined {
  const misfit = roleSuitabilityProblem(grantedRole(role), clients)
  return misfit && { path: misfit.field, message: misfit.message }
}

/**
 * Throws an AppError for clients that the caller may not add a user to: for client users, clients that are not theirs
 * or where they may not edit users (unauthorized_access); for internal users, unknown clients (validation_failed).
 */
export async function checkClients({ transaction, caller }: Context, clients: readonly string[]): Promise<void> {
  const { openClients } = caller
  if (openClients) {
    const beyond = clients.filter((code) => !openClients.includes(code))
    if (beyond.length)
      throw new AppError('unauthorized_access', `You may not put users into the client ${beyond.join(', ')}.`)
    return
  }
  const existing = await transaction.rows(
    db
      .selectFrom('clients')
      .select('client_code')
      .where('client_code', '=', sql<string>`any (${[...clients]}::text[])`)
      // Locked, so that none is deleted before its user is inserted.
      .forKeyShare(),
  )
  const unknown = clients.filter((code) => !existing.some(({ client_code }) => client_code === code))
  if (unknown.length)
    throw refuseFields([{ path: 'client', message: `Client ${unknown.join(', ')} not found. Choose from the list` }])
}
