import type { User } from '@despatch/contract/administration/users/user'
import { type PermissionTree, completePermissionTree } from '@despatch/domain/administration/roles/permissions'

/** A user as queries read it, without the password hash and the second factor's secret. */
export type UserRow = {
  user_id: number
  username: string
  first_name: string
  last_name: string
  email: string
  phone_number: string
  power_bi_username: string
  domain_username: string
  active: boolean
  locked: boolean
  created_on: Date
  last_login: Date | null
  is_temporary_password: boolean
  has_password: boolean
  otp_verified: boolean
  version: number
  role_id: number
  role_code: string
  role_name: string
  is_internal: boolean
  is_login: boolean
  client: { code: string; name: string }[]
  role_permissions?: PermissionTree
}

/** A user in the contract's shape, with the role's permissions if the query read them. */
export function presentUser(row: UserRow): User {
  return {
    _id: String(row.user_id),
    username: row.username,
    first_name: row.first_name,
    last_name: row.last_name,
    email: row.email,
    phone_number: row.phone_number,
    power_bi_username: row.power_bi_username,
    domain_username: row.domain_username,
    active: row.active,
    lock: row.locked,
    client: row.client,
    created_on: row.created_on.toISOString(),
    last_login: row.last_login?.toISOString() ?? null,
    is_login: row.is_login,
    role: {
      _id: String(row.role_id),
      code: row.role_code,
      name: row.role_name,
      iforce_user: row.is_internal,
      ...(row.role_permissions && { permissions: completePermissionTree(row.role_permissions) }),
    },
    otp_enabled: row.otp_verified,
    isTemporaryPassword: row.is_temporary_password,
    hasPassword: row.has_password,
    version: row.version,
  }
}
