import { mayCall } from '@despatch/contract/route/may-call'
import type { Permission } from '@despatch/contract/route/route'
import { clientSettingsFrom } from '@despatch/domain/administration/clients/client-settings'
import {
  intersectVisibility,
  visibilityOfRole,
  visibilityOfSettings,
} from '@despatch/domain/administration/clients/visibility'
import type { ClientRestrictions } from '@despatch/domain/administration/client-menu-options/withheld'
import { type PermissionTree, completePermissionTree } from '@despatch/domain/administration/roles/permissions'
import { type RawBuilder, sql } from 'kysely'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'
import { permissionsFor } from '../../http/authentication/open-session.ts'
import { mailAddressOf } from '../../sign-in/password/password-link.ts'

export type Reader = { userId: number; name: string; isInternal: boolean; address: string | undefined }

type Row = {
  user_id: number
  username: string
  email: string
  is_internal: boolean
  permissions: PermissionTree
  visibility: Record<string, unknown>
}
type ClientRow = { client_code: string; cut: ClientRestrictions; settings: Record<string, unknown> | null }

/**
 * Of the users that match, those who may see a report over all of these clients now, by the same rules as their calls.
 * None if one of the clients is no longer active.
 */
export async function findReportReaders(
  transaction: Transaction,
  which: RawBuilder<boolean>,
  { permission, clients }: { permission: Permission; clients: readonly string[] },
): Promise<Reader[]> {
  const clientRows = await transaction.rows(
    sql<ClientRow>`
      select client_code, settings_of_clients(array[client_code]) -> client_code as settings, jsonb_build_object(
        'covered', to_jsonb(menu_options), 'disabled', disabled_objects,
        'off', array_remove(array[
          case when not order_returns_enquiry then 'orderReturnsEnquiry' end,
          case when not parcel_delivery_status then 'parcelDeliveryStatus' end], null)) as cut
      from clients where active and client_code = any (${clients})`.compile(db),
  )
  const codes = clients.filter((code) => code !== '')
  if (codes.length === 0 || clientRows.length < codes.length) return []
  const users = await transaction.rows(
    sql<Row>`
      select u.user_id, u.username, u.email, r.is_internal, r.permissions, r.visibility
      from users u join roles r using (role_id)
      where u.active and not u.locked and r.active and ${which} and (r.is_internal or not exists (
        select from unnest(${codes}::text[]) as w (code)
        where not exists (select from user_clients m where m.user_id = u.user_id and m.client_code = w.code)))
      order by lower(u.username)`.compile(db),
  )
  return users
    .filter((user) => isOpenTo(user, permission, clientRows))
    .map(({ user_id, username, email, is_internal }) => ({
      userId: user_id,
      name: username,
      isInternal: is_internal,
      address: mailAddressOf({ username, email }),
    }))
}

function isOpenTo(user: Row, permission: Permission, clients: readonly ClientRow[]): boolean {
  const rolePermissions = completePermissionTree(user.permissions)
  const roleSees = visibilityOfRole(user.visibility)
  const may = (held: Pick<Parameters<typeof permissionsFor>[0], 'clientRestrictions' | 'seesOf'>, client: string) =>
    mayCall(permission, permissionsFor({ rolePermissions, roleSees, ...held }, client))
  if (user.is_internal) return may({ clientRestrictions: {}, seesOf: {} }, '')
  return clients.every(({ client_code: code, cut, settings }) => {
    const sees = intersectVisibility(roleSees, visibilityOfSettings(clientSettingsFrom(settings ?? undefined)))
    return may({ clientRestrictions: { [code]: cut }, seesOf: { [code]: sees } }, code)
  })
}
