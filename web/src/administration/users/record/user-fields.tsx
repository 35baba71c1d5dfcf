import { Checkbox, Switch, TextInput } from '@mantine/core'
import type { Role } from '@despatch/contract/administration/roles/roles'
import type { User } from '@despatch/contract/administration/users/user'
import type { ReactNode } from 'react'
import { OptionalLabel } from '../../../kit/form/optional-label.tsx'
import { ClientsField } from './clients-field.tsx'
import { roleFitProblem } from '../give-role-preview.ts'
import { RoleSelect } from './role-select.tsx'
import type { UserForm } from './user-values.ts'
import { useStore } from '../../../kit/browser/store.ts'
import { session } from '../../../kit/session/session-store.ts'
import { UsernameField } from './username-field.tsx'
import styles from '../users.module.css'

type UserFieldsProps = {
  readonly form: UserForm
  readonly roles: readonly Role[]
  /** The user to edit; undefined for a new one. */
  readonly user: User | undefined
  /** Whether the user edits themselves: then they cannot lock themselves out. */
  readonly isSelf: boolean
  readonly password: ReactNode
}

const NOT_SELF = 'Another administrator must change this for you.'

export function UserFields({ form, roles, user, isSelf, password }: UserFieldsProps) {
  const roleId = form.useWatchValue('role') ?? ''
  const codes = form.useWatchValue('client') ?? []
  const role = roles.find(({ _id }) => _id === roleId)
  const isInternal = useStore(session.store, (now) => now.user?.role.iforce_user ?? false)
  const misfit = role && !role.iforce_user && roleFitProblem({ client: codes.map((code) => ({ code })) }, role)
  const text = (
    name: 'first_name' | 'last_name' | 'email' | 'phone_number' | 'power_bi_username' | 'domain_username',
  ) => ({
    ...form.getInputProps(name),
    autoComplete: 'off',
  })
  const flag = (name: 'active' | 'lock' | 'resetSecondFactor') => form.getInputProps(name, { type: 'checkbox' })
  function chooseRole(id: string) {
    form.setFieldValue('role', id)
    form.clearFieldError('role')
    // Internal users belong to no client, and have all.
    if (roles.find(({ _id }) => _id === id)?.iforce_user) form.setFieldValue('client', [])
  }
  return (
    <div className={styles.sections}>
      <div className={styles.section} role="group" aria-labelledby="who-heading">
        <h2 id="who-heading">Who</h2>
        <UsernameField form={form} own={user?.username ?? ''} />
        <div className={styles.pair}>
          <TextInput key={form.key('first_name')} {...text('first_name')} label="First name" />
          <TextInput key={form.key('last_name')} {...text('last_name')} label="Last name" />
        </div>
        <div className={styles.pair}>
          <TextInput
            key={form.key('email')}
            {...text('email')}
            label={<OptionalLabel>Email</OptionalLabel>}
            inputMode="email"
          />
          <TextInput
            key={form.key('phone_number')}
            {...text('phone_number')}
            label={<OptionalLabel>Phone number</OptionalLabel>}
            inputMode="tel"
          />
        </div>
        <div className={styles.pair}>
          <TextInput
            key={form.key('power_bi_username')}
            {...text('power_bi_username')}
            label={<OptionalLabel>Power BI username</OptionalLabel>}
            // It decides whose rows reports show.
            disabled={!isInternal}
            description={isInternal ? undefined : 'The operator sets it.'}
          />
          <TextInput
            key={form.key('domain_username')}
            {...text('domain_username')}
            label={<OptionalLabel>Domain username</OptionalLabel>}
          />
        </div>
      </div>
      <div className={styles.section} role="group" aria-labelledby="access-heading">
        <h2 id="access-heading">Access</h2>
        <RoleSelect
          data-path="role"
          label="Role"
          roles={roles}
          value={roleId}
          onChange={chooseRole}
          disabled={isSelf}
          description={isSelf ? NOT_SELF : undefined}
          error={form.errors['role'] ?? (codes.length > 0 ? misfit : undefined)}
        />
        <ClientsField
          form={form}
          isInternal={role?.iforce_user ?? false}
          names={new Map(user?.client.map(({ code, name }) => [code, name]))}
        />
      </div>
      <div className={styles.section} role="group" aria-labelledby="sign-in-heading">
        <h2 id="sign-in-heading">Signing in</h2>
        <Switch
          key={form.key('active')}
          {...flag('active')}
          label="Active"
          description={isSelf ? NOT_SELF : 'Only active users can sign in. Deactivating signs out at once.'}
          disabled={isSelf}
        />
        <Switch
          key={form.key('lock')}
          {...flag('lock')}
          label="Locked"
          description={isSelf ? NOT_SELF : 'Locked users can’t sign in. Locking signs out at once.'}
          disabled={isSelf}
        />
        {password}
        {user && (
          <Checkbox
            key={form.key('resetSecondFactor')}
            {...flag('resetSecondFactor')}
            label="Reset two-factor"
            disabled={!user.otp_enabled}
            description={
              user.otp_enabled
                ? 'Use this if they lost their app. They set it up again at the next sign-in.'
                : 'Two-factor sign-in is not set up.'
            }
          />
        )}
      </div>
    </div>
  )
}
