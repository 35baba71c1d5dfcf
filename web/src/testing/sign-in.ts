import { type CurrentUser, currentUser } from '@despatch/contract/sign-in/session'
import { SEES_EVERYTHING } from '@despatch/domain/administration/clients/visibility'
import type { LeafPath } from '@despatch/domain/administration/roles/menu'
import { permissionTree, type Right } from '@despatch/domain/administration/roles/permissions'
import {
  ALL_CLIENTS,
  isAdministratorType,
  isInternalType,
  type RoleType,
} from '@despatch/domain/administration/roles/role-types'
import { session } from '../kit/session/session-store.ts'

export type SignInOptions = {
  /** 'Client User' by default. */
  readonly type?: RoleType
  /** The rights of the role; all by default. */
  readonly holds?: (leaf: LeafPath, right: Right) => boolean
  /** Client codes; ACME by default. */
  readonly clients?: readonly string[]
  /** The selected client; by default the first, or for staff all clients. */
  readonly client?: string
  readonly roleId?: string
  /** Currency by client code; GBP by default. */
  readonly currencies?: Readonly<Record<string, string>>
}

let people = 0

/**
 * Signs in a new user and returns the server’s answer. Each has a new id, because the browser stores data per user.
 */
export function signIn({
  type = 'Client User',
  holds = () => true,
  clients = ['ACME'],
  client,
  roleId = '7',
  currencies = {},
}: SignInOptions = {}): CurrentUser {
  const isInternal = isInternalType(type)
  const user = currentUser.parse({
    _id: String(++people),
    username: 'ada',
    first_name: 'Ada',
    last_name: 'Byron',
    otp_enabled: false,
    mfa_required: false,
    role: {
      _id: roleId,
      name: type,
      iforce_user: isInternal,
      isAdministrator: isAdministratorType(type),
      sees: SEES_EVERYTHING,
      permissions: permissionTree(holds),
    },
    client: clients.map((code) => ({
      code,
      name: `Client ${code}`,
      currencyCode: currencies[code] ?? 'GBP',
      withheld: [],
      sees: SEES_EVERYTHING,
      switchedOff: [],
    })),
  })
  session.saveToken('a token')
  session.storeUser(user)
  session.selectClient(client ?? (isInternal ? ALL_CLIENTS : (clients[0] ?? '')))
  return user
}
