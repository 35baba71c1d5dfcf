import type { Role } from '@despatch/contract/administration/roles/roles'
import { intersectVisibility, SEES_EVERYTHING } from '@despatch/domain/administration/clients/visibility'
import type { PermissionTree } from '@despatch/domain/administration/roles/permissions'
import { ALL_CLIENTS, roleTitle } from '@despatch/domain/administration/roles/role-types'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { leaveRecord } from '../../kit/tabs/leave-record.ts'
import { RecordLoading } from '../../kit/record/record-loading.tsx'
import { ENTRIES } from '../../kit/navigation/menu-keys.ts'
import { session, type Session } from '../../kit/session/session-store.ts'
import { useEditDisabledReason } from '../../kit/session/use-rights.ts'
import { NEW_ROLE, roleAddress, ROLES, roleTabId } from './addresses.ts'
import { limitToHeld, rightsNotHeldBy } from './permission-draft.ts'
import { RoleForm, type TypeDefaults } from './role-form.tsx'
import { roleRecord, roleTypes } from './role-queries.ts'
import { type RoleValues, valuesOf } from './role-values.ts'

/** The form of a new role: with the defaults of its type, or a copy of another role (`copy` is its id, or ''). */
export function NewRole({ copy }: { readonly copy: string }) {
  const router = useRouter()
  const types = useQuery(roleTypes)
  const copied = useQuery({ ...roleRecord(copy), enabled: copy !== '' })
  const whyNot = useEditDisabledReason(ENTRIES.rolesAndPermissions)
  const [first] = types.data ?? []
  const original = copied.data
  if (whyNot || !first || !types.data || (copy !== '' && !original))
    return (
      <RecordLoading
        title="New Role"
        why={whyNot ?? (types.data && !first ? 'You can’t create any type of role.' : undefined)}
        error={types.error ?? copied.error}
        onRetry={() => void (types.error ? types.refetch() : copied.refetch())}
      />
    )
  const own = session.store.get()
  const notHeld = rightsNotHeldBy((own.user?.role.permissions ?? {}) as PermissionTree)
  const initial = initialValues(own, types.data)
  const leave = (href: string) => void leaveRecord(router, roleTabId(NEW_ROLE), href)
  return (
    <RoleForm
      title={original ? `New Role, a copy of ${roleTitle(original)}` : 'New Role'}
      draftKey={`role-${NEW_ROLE}-${copy}`}
      original={original ?? undefined}
      initialValues={original ? copyOf(original, initial, types.data, notHeld) : initial}
      types={types.data}
      notHeld={notHeld}
      onSaved={({ _id }) => leave(roleAddress(_id))}
      onCancel={() => leave(ROLES)}
    />
  )
}

function initialValues({ user, client, clients }: Session, types: readonly TypeDefaults[]): RoleValues {
  const usual = types.find(({ type }) => type === 'Client User') ?? types[0]
  return {
    code: '',
    name: '',
    client: user?.role.iforce_user ? client || ALL_CLIENTS : client || (clients[0]?.code ?? ''),
    type: usual?.type ?? 'Client User',
    active: true,
    mfaRequired: false,
    permissions: usual?.permissions ?? {},
    sees: user?.role.sees ?? { ...SEES_EVERYTHING },
    version: 0,
  }
}

/** Initial values of a copy: everything but the name, and only permissions that the user may give. */
function copyOf(
  original: Role,
  initial: RoleValues,
  types: readonly TypeDefaults[],
  notHeld: Parameters<typeof limitToHeld>[1],
): RoleValues {
  const values = valuesOf(original)
  const isOwn = session.store.get().user?.role.iforce_user || values.client !== ALL_CLIENTS
  return {
    ...values,
    code: '',
    name: '',
    client: isOwn ? values.client : initial.client,
    type: types.some(({ type }) => type === values.type) ? values.type : initial.type,
    active: true,
    permissions: limitToHeld(values.permissions, notHeld),
    sees: intersectVisibility(values.sees, initial.sees),
    version: 0,
  }
}
