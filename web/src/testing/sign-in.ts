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

export type Who = {
  /** 'Client User' unless told. */
  readonly type?: RoleType
  /** What the role grants; everything unless told. */
  readonly holds?: (leaf: LeafPath, right: Right) => boolean
  /** The codes of their clients; ACME unless told. */
  readonly clients?: readonly string[]
  /** The client that is selected: the first, or all of them for staff, unless told. */
  readonly client?: string
  readonly roleId?: string
  /** Of clients, by their codes; GBP unless told. */
  readonly currencies?: Readonly<Record<string, string>>
}

let people = 0

/** Someone new who is signed in, as the server answers them: what is kept for one user is not another's. */
export function signIn({
  type = 'Client User',
  holds = () => true,
  clients = ['ACME'],
  client,
  roleId = '7',
  currencies = {},
}: Who = {}): CurrentUser {
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
