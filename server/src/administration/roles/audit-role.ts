import { changedFields } from '@despatch/domain/administration/user-activity/acts'
import {
  seesEverything,
  type Visibility,
  VISIBILITY_KEYS,
  visibilityText,
} from '@despatch/domain/administration/clients/visibility'
import { type GrantedRole, grantsLabel } from '@despatch/domain/administration/roles/granting'
import { changedGrants, permissionTemplate } from '@despatch/domain/administration/roles/permissions'
import { ALL_CLIENTS } from '@despatch/domain/administration/roles/role-types'
import type { Context } from '../../http/context.ts'
import { audit } from '../../audit/write-audit.ts'

/** The fields of a role's form. */
export type RoleState = GrantedRole & {
  code: string
  name: string
  active: boolean
  mfaRequired: boolean
  sees: Visibility
}

const NOTHING = permissionTemplate()

/**
 * Writes the audit row of a role that was created (no `was`), changed, or deleted (no `is`): the fields that differ,
 * and grants in words.
 */
export async function auditRole(
  context: Context,
  { id, was, is }: { id: number | string } & ({ was: RoleState; is?: RoleState } | { was?: RoleState; is: RoleState }),
): Promise<void> {
  const { before, after } = changedFields(was ? plain(was) : {}, is ? plain(is) : {})
  const { gained, lost } = changedGrants(was?.permissions ?? NOTHING, is?.permissions ?? NOTHING)
  const role = (is ?? was) as RoleState
  await audit(context, {
    clientCode: role.client === ALL_CLIENTS ? null : role.client,
    act: !was ? 'role.created' : is ? 'role.amended' : 'role.deleted',
    object: `role ${role.code}`,
    record: `role:${id}`,
    ...(was && { before: { ...before, ...(lost.length > 0 && { permissions: grantsLabel(lost) }) } }),
    ...(is && { after: { ...after, ...(gained.length > 0 && { permissions: grantsLabel(gained) }) } }),
  })
}

const plain = ({ code, name, client, type, active, mfaRequired, sees }: RoleState) => ({
  code,
  name,
  client,
  type,
  active,
  mfaRequired,
  // Only if the role hides something.
  ...(!seesEverything(sees) && { sees: visibilityText(VISIBILITY_KEYS.filter((key) => sees[key])) }),
})
