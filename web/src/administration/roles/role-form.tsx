import { Button } from '@mantine/core'
import { type Role, roles as calls } from '@despatch/contract/administration/roles/roles'
import { ROLE_FAILED } from '@despatch/domain/feedback/messages'
import { changedGrants } from '@despatch/domain/administration/roles/permissions'
import type { RoleType } from '@despatch/domain/administration/roles/role-types'
import type { ReactNode } from 'react'
import { ApiError, messageOf } from '../../kit/server/api-error.ts'
import { call } from '../../kit/server/call.ts'
import { queryClient } from '../../kit/server/query-client.ts'
import { useStore } from '../../kit/browser/store.ts'
import { notify } from '../../kit/notify/notify.ts'
import { FormShell } from '../../kit/form/form-shell.tsx'
import recordStyles from '../../kit/form/record.module.css'
import { useContractForm } from '../../kit/form/use-contract-form.tsx'
import { useVersionConflict } from '../../kit/form/use-version-conflict.tsx'
import { session } from '../../kit/session/session-store.ts'
import { DisabledReason } from '../../kit/list/disabled-reason.tsx'
import { PermissionGrid } from './permission-grid.tsx'
import type { NotHeld } from './permission-draft.ts'
import { ROLES } from './addresses.ts'
import { RoleFacts } from './role-facts.tsx'
import { RoleFields } from './role-fields.tsx'
import { RoleVisibility } from './role-visibility.tsx'
import { roleRecord, rolesChanged } from './role-queries.ts'
import { mergedRole, ROLE_LABELS, type RoleValues, roleValues, shownRole, valuesOf } from './role-values.ts'
import styles from './roles.module.css'
import { ViewAsRole } from './preview/view-as-role.tsx'

const NOT_OWN = 'This is your own role. Another administrator must change its permissions, type and status.'

export type TypeDefaults = { readonly type: RoleType; readonly permissions: RoleValues['permissions'] }

type RoleFormProps = {
  readonly title: string
  readonly draftKey: string
  /** The role to edit; undefined for a new one. */
  readonly role?: Role
  /** The role that a new one is a copy of, if any. */
  readonly original?: Role | undefined
  readonly initialValues: RoleValues
  readonly types: readonly TypeDefaults[]
  readonly notHeld: NotHeld
  readonly onSaved: (role: Role) => void
  readonly onCancel: () => void
  /** Further buttons beside 'View as this role'. */
  readonly actions?: ReactNode
  /** Content below the permissions. */
  readonly children?: ReactNode
}

/** The form of a new or existing role: names, client and permissions. */
export function RoleForm(given: RoleFormProps) {
  const { title, role, initialValues, types, notHeld, onSaved } = given
  const isOwn = useStore(session.store, ({ user }) => role !== undefined && user?.role._id === role._id)
  const state = useContractForm({
    schema: roleValues,
    initialValues,
    draftKey: given.draftKey,
    labels: ROLE_LABELS,
    async onSubmit({ version, ...body }, idempotencyKey) {
      const answer = role
        ? await call(calls.update, { body: { _id: role._id, version, ...body } }).catch(conflict.show)
        : await call(calls.create, { body }, { idempotencyKey }).catch(failCreating)
      conflict.rebase(valuesOf(answer.role))
      notify.success(answer.message)
      queryClient.setQueryData(roleRecord(answer.role._id).queryKey, answer.role)
      void rolesChanged([answer.role._id])
      onSaved(answer.role)
    },
    onCancel() {
      conflict.clear()
      given.onCancel()
    },
  })
  const { form } = state
  const conflict = useVersionConflict({
    noun: 'role',
    state,
    initialValues,
    async fetchNow() {
      const now = role && (await queryClient.fetchQuery({ ...roleRecord(role._id), staleTime: 0 }))
      return now ? valuesOf(now) : undefined
    },
    shown: shownRole,
    merged: mergedRole,
  })
  const permissions = form.useWatchValue('permissions')
  const type = form.useWatchValue('type')
  const defaults = types.find((one) => one.type === type)?.permissions
  const whyNotDefaults = isOwn
    ? NOT_OWN
    : !defaults
      ? `You can’t create roles of type ${type}.`
      : isSame(permissions, defaults)
        ? `It already has the defaults of ${type}.`
        : undefined

  const setPermissions = (next: RoleValues['permissions']) => state.setFields({ permissions: next })
  function chooseType(chosen: RoleType) {
    form.setFieldValue('type', chosen)
    const next = types.find((one) => one.type === chosen)?.permissions
    // Keep permissions that the user ticked; replace untouched defaults of the previous type.
    if (!role && next && defaults && isSame(permissions, defaults)) setPermissions(next)
  }

  return (
    <FormShell title={title} backTo={[ROLES]} state={state} saveLabel={role ? 'Save' : 'Create role'} isWide>
      {conflict.panel}
      {role && (
        <div className={recordStyles.head}>
          <RoleFacts role={role} />
        </div>
      )}
      {isOwn && <p role="note">{NOT_OWN}</p>}
      <RoleFields
        form={form}
        types={types.map((one) => one.type)}
        onType={chooseType}
        saved={role && conflict.base}
        users={role?.users ?? 0}
        isOwn={isOwn}
      />
      <RoleVisibility form={form} isOwn={isOwn} />
      <section className={recordStyles.section}>
        <div className={styles.sectionHead}>
          <h2>Permissions</h2>
          <Button
            size="xs"
            variant="subtle"
            disabled={whyNotDefaults !== undefined}
            onClick={() => defaults && setPermissions(defaults)}
          >
            Use the defaults of {type}
          </Button>
          {!isOwn && <DisabledReason reasons={[whyNotDefaults]} />}
          <ViewAsRole role={role} original={given.original} values={() => form.getValues()} />
          {given.actions}
        </div>
        <PermissionGrid
          permissions={permissions}
          notHeld={notHeld}
          whyNot={isOwn ? NOT_OWN : undefined}
          onChange={setPermissions}
        />
      </section>
      {given.children}
    </FormShell>
  )
}

function isSame(one: RoleValues['permissions'], other: RoleValues['permissions']): boolean {
  const { gained, lost } = changedGrants(one, other)
  return gained.length + lost.length === 0
}

/** Specification 8: 'Role creation failure: alert 'Error creating role:' followed by the details.' */
function failCreating(error: unknown): never {
  if (!(error instanceof ApiError)) throw error
  throw new ApiError(error.status, {
    code: error.code,
    message: `${ROLE_FAILED} ${messageOf(error)}`,
    fields: [...error.fields],
    ...(error.requestId !== undefined && { requestId: error.requestId }),
  })
}
