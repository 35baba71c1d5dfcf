import { Button } from '@mantine/core'
import type { Role } from '@despatch/contract/administration/roles/roles'
import { changeRoleProblem } from '@despatch/domain/administration/roles/granting'
import { type PermissionTree, permissionTemplate } from '@despatch/domain/administration/roles/permissions'
import { roleTitle } from '@despatch/domain/administration/roles/role-types'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { RecordHistory } from '../user-activity/record-history.tsx'
import { useStore } from '../../kit/browser/store.ts'
import { leaveRecord } from '../../kit/tabs/leave-record.ts'
import { nameTab } from '../../kit/tabs/window-tabs.ts'
import { BackLink } from '../../kit/record/back-link.tsx'
import { RecordLoading } from '../../kit/record/record-loading.tsx'
import recordStyles from '../../kit/form/record.module.css'
import { ENTRIES } from '../../kit/navigation/menu-keys.ts'
import { session } from '../../kit/session/session-store.ts'
import { useEditDisabledReason } from '../../kit/session/use-rights.ts'
import { grantedRole, ownGranter } from '../users/granter.ts'
import { copyAddress, ROLES, roleTabId } from './addresses.ts'
import { rightsNotHeldBy } from './permission-draft.ts'
import { PermissionGrid } from './permission-grid.tsx'
import { RemoveRolesDialog } from './remove-roles-dialog.tsx'
import { RoleFacts } from './role-facts.tsx'
import { RoleForm } from './role-form.tsx'
import { roleRecord, roleTypes } from './role-queries.ts'
import { valuesOf } from './role-values.ts'
import styles from './roles.module.css'

const NOTHING_HELD = rightsNotHeldBy(permissionTemplate())

/** The tab of one role: its form, or its facts if it cannot be changed, and its history. */
export function RoleRecord({ id }: { readonly id: string }) {
  const { data: role, error, refetch } = useQuery(roleRecord(id))
  const title = role && roleTitle(role)
  useEffect(() => {
    if (title) nameTab(roleTabId(id), title)
  }, [id, title])
  if (!role)
    return (
      <RecordLoading
        title={`Role ${id}`}
        why={role === null ? 'Role not found, or you don’t have access to it.' : undefined}
        error={error}
        onRetry={() => void refetch()}
      />
    )
  return <OpenRole role={role} />
}

function OpenRole({ role }: { readonly role: Role }) {
  const router = useRouter()
  const own = useStore(session.store)
  const mayNotEdit = useEditDisabledReason(ENTRIES.rolesAndPermissions)
  const types = useQuery({ ...roleTypes, enabled: mayNotEdit === undefined })
  const [isAsking, setIsAsking] = useState(false)
  const granter = ownGranter(own)
  const granted = grantedRole(role)
  const whyNot = mayNotEdit ?? (granter && granted && changeRoleProblem(granted, granter))
  const permissions = role.permissions ?? permissionTemplate()

  const close = () => void leaveRecord(router, roleTabId(role._id), ROLES)
  const history = (
    <section className={recordStyles.section}>
      <h2>History</h2>
      <RecordHistory of="role" id={role._id} />
    </section>
  )
  const copy = (
    <Button
      size="xs"
      variant="default"
      disabled={mayNotEdit !== undefined}
      title={mayNotEdit}
      onClick={() => void router.navigate({ href: copyAddress(role._id) })}
    >
      Copy
    </Button>
  )

  if (whyNot)
    return (
      <section className={recordStyles.screen} aria-label={roleTitle(role)}>
        <BackLink paths={[ROLES]} />
        <h1>{roleTitle(role)}</h1>
        <p role="note">{whyNot}</p>
        <RoleFacts role={role} />
        <section className={recordStyles.section}>
          <div className={styles.sectionHead}>
            <h2>Permissions</h2>
            {copy}
          </div>
          <PermissionGrid permissions={permissions} notHeld={NOTHING_HELD} whyNot={whyNot} />
        </section>
        {history}
      </section>
    )
  if (!types.data)
    return <RecordLoading title={roleTitle(role)} error={types.error} onRetry={() => void types.refetch()} />
  return (
    <>
      <RoleForm
        title={roleTitle(role)}
        draftKey={`role-${role._id}`}
        role={role}
        initialValues={valuesOf(role)}
        types={types.data}
        notHeld={rightsNotHeldBy((own.user?.role.permissions ?? {}) as PermissionTree)}
        onSaved={() => undefined}
        onCancel={close}
        actions={
          <>
            {copy}
            <Button size="xs" variant="default" onClick={() => setIsAsking(true)}>
              Delete…
            </Button>
          </>
        }
      >
        {history}
      </RoleForm>
      <RemoveRolesDialog roles={[role]} opened={isAsking} onClose={() => setIsAsking(false)} onDeleted={close} />
    </>
  )
}
