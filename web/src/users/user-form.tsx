import type { Role } from '@despatch/contract/roles/roles'
import type { User } from '@despatch/contract/users/user'
import { users as calls } from '@despatch/contract/users/users'
import { passwordProblem } from '@despatch/domain/users/password'
import { type ReactNode, useState } from 'react'
import { ApiError } from '../app/api/api-error.ts'
import { call } from '../app/api/call.ts'
import { queryClient } from '../app/query-client.ts'
import { notify } from '../feedback/notify.ts'
import { type ConflictField, conflictsOf } from '../form/conflict.ts'
import { FormShell } from '../form/form-shell.tsx'
import { useContractForm } from '../form/use-contract-form.tsx'
import { VersionConflict } from '../form/version-conflict.tsx'
import { TemporaryPassword } from './temporary-password.tsx'
import { UserFields } from './user-fields.tsx'
import { UserHead } from './user-head.tsx'
import { userRecord, usersChanged } from './user-queries.ts'
import { mergedUser, shownUser, USER_LABELS, type UserValues, userValues, valuesOf } from './user-values.ts'

type Given = {
  readonly title: string
  /** The user to amend; undefined for a new one. */
  readonly user: User | undefined
  readonly initialValues: UserValues
  readonly roles: readonly Role[]
  readonly isSelf: boolean
  /** After saving. The form of a user who was amended has begun anew with what was saved. */
  readonly onSaved: (user: User) => void | Promise<void>
  readonly onCancel: () => void
  /** What stands beneath the fields. */
  readonly children?: ReactNode
}

/** The form of a user, new or to amend. */
export function UserForm({ title, user, initialValues, roles, isSelf, onSaved, onCancel, children }: Given) {
  const [base, setBase] = useState(initialValues)
  const [password, setPassword] = useState('')
  const [conflict, setConflict] = useState<{ theirs: UserValues; fields: readonly ConflictField[] }>()
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
        if (answer.isInvited) notify.info(`${answer.user.username} is mailed a link to choose a password with.`)
        void usersChanged()
        return onSaved(answer.user)
      }
      const answer = await call(calls.update, {
        body: { _id: user._id, version, ...body, ...(resetSecondFactor && { resetSecondFactor }) },
      }).catch(async (error: unknown) => {
        if (error instanceof ApiError && error.code === 'version_conflict') await showConflict(user._id)
        throw error
      })
      beginWith(valuesOf(answer.user))
      setPassword('')
      setConflict(undefined)
      notify.success(answer.message)
      queryClient.setQueryData(userRecord(user._id).queryKey, answer.user)
      void usersChanged()
      await onSaved(answer.user)
    },
    onCancel() {
      setPassword('')
      setConflict(undefined)
      onCancel()
    },
  })
  const { form, prefill } = state

  /** What the form is compared with from now on; fields that were left as they were follow. */
  function beginWith(values: UserValues) {
    for (const field of Object.keys(values) as (keyof UserValues)[]) prefill(field, values[field])
    setBase(values)
  }

  /** Shows what somebody else has changed meanwhile, to choose from. */
  async function showConflict(id: string) {
    const fresh = await queryClient.fetchQuery({ ...userRecord(id), staleTime: 0 })
    if (!fresh) return
    const mine = form.getValues()
    const theirs = valuesOf(fresh)
    // Where the form goes on with a draft of an older version, it is not known who changed what.
    const known = mine.version === base.version ? shownUser(base, roles) : undefined
    const fields = conflictsOf({ base: known, mine: shownUser(mine, roles), theirs: shownUser(theirs, roles) })
    setConflict({ theirs, fields })
  }
  function takeChosen(fromTheirs: ReadonlySet<string>) {
    if (!conflict) return
    const merged = mergedUser(form.getValues(), conflict.theirs, fromTheirs)
    beginWith(conflict.theirs)
    for (const field of Object.keys(merged) as (keyof UserValues)[]) form.setFieldValue(field, merged[field] as never)
    setConflict(undefined)
  }

  const changed = password ? [...state.changed, 'password'] : state.changed
  const labels = { ...state.labels, password: 'temporary password' }
  return (
    <FormShell title={title} state={{ ...state, changed, labels }} saveLabel={user ? 'Save' : 'Create the user'}>
      {conflict && (
        <VersionConflict key={conflict.theirs.version} noun="user" fields={conflict.fields} onChosen={takeChosen} />
      )}
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
                ? 'Left empty, the password stays as it is.'
                : 'Left empty, an active user with an email address is mailed a link to choose a password.'
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

/** Throws what stands beside the field where a password is no good; whether it is a common one the server knows. */
function checkPassword(password: string, username: string): void {
  const problem = passwordProblem(password, { username, isCommon: () => false })
  if (!problem) return
  throw new ApiError(400, {
    code: 'validation_failed',
    message: problem,
    fields: [{ path: 'password', message: problem }],
  })
}
