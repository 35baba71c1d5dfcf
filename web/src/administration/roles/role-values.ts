import { newRole, type Role } from '@despatch/contract/administration/roles/roles'
import { visibility } from '@despatch/contract/route/visibility'
import { VISIBILITY_KEYS, visibilityText } from '@despatch/domain/administration/clients/visibility'
import type { LeafPath } from '@despatch/domain/administration/roles/menu'
import { menuLeaves } from '@despatch/domain/administration/roles/menu'
import {
  isTicked,
  permissionTemplate,
  permissionTree,
  RIGHTS,
  titlesOf,
} from '@despatch/domain/administration/roles/permissions'
import { z } from 'zod'
import type { ShownField, ShownFields } from '../../kit/form/conflict.ts'
import type { useContractForm } from '../../kit/form/use-contract-form.tsx'
import { clientOfRole } from './role-columns.tsx'

/** The values of the role form: the body of the calls, with the version it started from. */
export const roleValues = newRole.extend({ sees: visibility, version: z.int() })
export type RoleValues = z.input<typeof roleValues>
export type RoleForm = ReturnType<typeof useContractForm<typeof roleValues>>['form']

export const ROLE_LABELS = {
  code: 'code',
  name: 'name',
  client: 'client',
  type: 'type',
  active: 'active',
  mfaRequired: 'two-factor sign-in',
  permissions: 'permissions',
  sees: 'visible data',
} as const

export function valuesOf(role: Role): RoleValues {
  const { code, name, client, type, active, mfaRequired, version, sees, permissions = permissionTemplate() } = role
  return { code, name, client, type, active, mfaRequired, version, sees, permissions }
}

const yesNo = (flag: boolean) => (flag ? 'Yes' : 'No')

/** The values in words, with each right on a menu entry separately. */
export function shownRole(values: RoleValues): ShownFields {
  const { code, name, client, type, active, mfaRequired, permissions, sees } = values
  const plain: Record<string, ShownField> = {
    code: { title: 'Code', text: code },
    name: { title: 'Name', text: name },
    client: { title: 'Client', text: clientOfRole(client) },
    type: { title: 'Type', text: type },
    active: { title: 'Active', text: yesNo(active) },
    mfaRequired: { title: 'Two-factor sign-in required', text: yesNo(mfaRequired) },
    sees: { title: 'Visible data', text: visibilityText(VISIBILITY_KEYS.filter((key) => sees[key])) },
  }
  const rights = menuLeaves().map(({ leaf }): [string, ShownField] => [
    leaf,
    {
      title: titlesOf(leaf).join(' › '),
      text: RIGHTS.filter((right) => isTicked(permissions, leaf, right)).join(', '),
    },
  ])
  return { ...plain, ...Object.fromEntries(rights) }
}

/**
 * Merges two edits: the other's values in the fields named, as {@link shownRole} names them, and the other's version.
 */
export function mergedRole(mine: RoleValues, theirs: RoleValues, fromTheirs: ReadonlySet<string>): RoleValues {
  const of = <Field extends keyof RoleValues>(field: Field) => (fromTheirs.has(field) ? theirs : mine)[field]
  return {
    code: of('code'),
    name: of('name'),
    client: of('client'),
    type: of('type'),
    active: of('active'),
    mfaRequired: of('mfaRequired'),
    sees: of('sees'),
    permissions: permissionTree((leaf: LeafPath, right) =>
      isTicked((fromTheirs.has(leaf) ? theirs : mine).permissions, leaf, right),
    ),
    version: theirs.version,
  }
}
