import type { Role } from '@despatch/contract/administration/roles/roles'
import type { User } from '@despatch/contract/administration/users/user'
import { users as calls } from '@despatch/contract/administration/users/users'
import { passwordProblem } from '@despatch/domain/sign-in/password/password'
import { type ReactNode, useState } from 'react'
import { ApiError } from '../../../kit/server/api-error.ts'
import { call } from '../../../kit/server/call.ts'
import { queryClient } from '../../../kit/server/query-client.ts'
import { notify } from '../../../kit/notify/notify.ts'
import { FormShell } from '../../../kit/form/form-shell.tsx'
import { useContractForm } from '../../../kit/form/use-contract-form.tsx'
import { useVersionConflict } from '../../../kit/form/use-version-conflict.tsx'
import { accessChanged } from '../../../sign-in/sessions/access-changed.ts'
import type { SavedPassword } from './saved-password-dialog.tsx'
import { TemporaryPassword } from './temporary-password.tsx'
import { MANAGE_USERS } from '../addresses.ts'
import { UserFields } from './user-fields.tsx'
import { UserHead } from './user-head.tsx'
import { userRecord } from '../user-queries.ts'
import { mergedUser, shownUser, USER_LABELS, type UserValues, userValues, valuesOf } from './user-values.ts'

type UserFormProps = {
  readonly title: string
  /** The user to edit; undefined for a new one. */
  readonly user: User | undefined
  readonly initialValues: UserValues
  readonly roles: readonly Role[]
  readonly isSelf: boolean
  /** Opens the record of a new user. */
  readonly onCreated?: (user: User) => Promise<void>
  /** Called with a temporary password after it was saved. */
  readonly onPasswordSaved: (given: SavedPassword) => void
  readonly onCancel: () => void
  /** Content below the fields. */
  readonly children?: ReactNode
}

/** The form of a new or existing user. */
export function UserForm({ title, user, initialValues, roles, isSelf, onCancel, children, ...given }: UserFormProps) {
  const [password, setPassword] = useState('')
  const state = useContractForm({
    schema: userValues,
    initialValues,
    draftKey: `user-${user?._id ?? 'new'}`,
    labels: USER_LABELS,
    async onSubmit({ version, resetSecondFactor, ...fields }, idempotencyKey) {
      const body = { ...fields, ...(password && { password }) }
      if (password) checkPassword(password, fields.username)
      if (!user) {
        const answer = await call(calls.create, { body }, { idempotencyKey })
        notify.success(answer.message)
        if (answer.isInvited) notify.info(`${answer.user.username} will be emailed a link to choose a password.`)
        void accessChanged()
        handOver(answer.user)
        return given.onCreated?.(answer.user)
      }
      const answer = await call(calls.update, {
        body: { _id: user._id, version, ...body, ...(resetSecondFactor && { resetSecondFactor }) },
      }).catch(conflict.show)
      conflict.rebase(valuesOf(answer.user))
      handOver(answer.user)
      // Keep a password that was typed while this one was being saved.
      setPassword((now) => (now === password ? '' : now))
      notify.success(answer.message)
      queryClient.setQueryData(userRecord(user._id).queryKey, answer.user)
      void accessChanged({ isOwn: isSelf })
    },
    onCancel() {
      setPassword('')
      conflict.clear()
      onCancel()
    },
  })
  const { form } = state
  const conflict = useVersionConflict({
    noun: 'user',
    state,
    initialValues,
    async fetchNow() {
      const now = user && (await queryClient.fetchQuery({ ...userRecord(user._id), staleTime: 0 }))
      return now ? valuesOf(now) : undefined
    },
    shown: (values) => shownUser(values, roles),
    merged: mergedUser,
  })

  function handOver({ username }: User) {
    if (password) given.onPasswordSaved({ username, password })
  }

  const changed = password ? [...state.changed, 'password'] : state.changed
  const labels = { ...state.labels, password: 'temporary password' }
  return (
    <FormShell
      title={title}
      backTo={[MANAGE_USERS]}
      state={{ ...state, changed, labels }}
      saveLabel={user ? 'Save' : 'Create user'}
      notInDraft={password ? 'the temporary password' : undefined}
    >
      {conflict.panel}
      {user && <UserHead user={user} />}
      <UserFields
        form={form}
        roles={roles}
        user={user}
        isSelf={isSelf}
        password={
          <TemporaryPassword
            value={password}
            otherwise={
              user?.hasPassword
                ? 'If empty, the password does not change.'
                : 'If empty, an active user with an email address is emailed a link to choose a password.'
            }
            error={form.errors['password']}
            onChange={(text) => {
              setPassword(text)
              form.clearFieldError('password')
            }}
          />
        }
      />
      {children}
    </FormShell>
  )
}

/** Throws the problem of a password for its field. Only the server knows the common passwords. */
function checkPassword(password: string, username: string): void {
  const problem = passwordProblem(password, { username, isCommon: () => false })
  if (!problem) return
  throw new ApiError(400, {
    code: 'validation_failed',
    message: problem,
    fields: [{ path: 'password', message: problem }],
  })
}
