import { Checkbox, Select } from '@mantine/core'
import { formatCount } from '@despatch/domain/money/money'
import { ALL_CLIENTS, isInternalType, type RoleType } from '@despatch/domain/administration/roles/role-types'
import { useStore } from '../../kit/browser/store.ts'
import formStyles from '../../kit/form/form.module.css'
import { clientTitle } from '../../kit/session/client-title.ts'
import { session } from '../../kit/session/session-store.ts'
import { SearchSelect } from '../../kit/ui/search-select.tsx'
import { clientOfRole } from './role-columns.tsx'
import { RoleTextField } from './role-text-field.tsx'
import type { RoleForm, RoleValues } from './role-values.ts'
import styles from './roles.module.css'

const NOT_OWN = 'This is your own role, so another administrator must change it.'

type RoleFieldsProps = {
  readonly form: RoleForm
  readonly types: readonly RoleType[]
  readonly onType: (type: RoleType) => void
  /** The saved role; undefined for a new one. */
  readonly saved: RoleValues | undefined
  /** Number of users with the role. */
  readonly users: number
  /** Whether it is the user's own role, whose type and activity they cannot change. */
  readonly isOwn: boolean
}

/** The fields of a role above its permissions. */
export function RoleFields({ form, types, onType, saved, users, isOwn }: RoleFieldsProps) {
  const { user, clients } = useStore(session.store)
  const client = form.useWatchValue('client')
  const type = form.useWatchValue('type')
  const active = form.useWatchValue('active')
  const offered = [...(user?.role.iforce_user ? [ALL_CLIENTS] : []), ...clients.map(({ code }) => code)]
  const nameOf = (code: string) => {
    const known = clients.find((one) => one.code === code)
    return known ? clientTitle(known) : clientOfRole(code)
  }
  const isClosing = saved?.active === true && !active && users > 0
  return (
    <>
      <div className={formStyles.fields}>
        <RoleTextField
          form={form}
          field="code"
          label="Code"
          description="Letters, digits, dots, hyphens and underscores"
          saved={saved}
        />
        <RoleTextField form={form} field="name" label="Name" saved={saved} />
        <SearchSelect
          data-path="client"
          label="Client"
          description="Clients whose users can have it"
          data={[...new Set([...offered, ...(client ? [client] : [])])].map((code) => ({
            value: code,
            label: nameOf(code),
          }))}
          value={client}
          error={form.errors['client']}
          onChange={(code) => code && form.setFieldValue('client', code)}
          allowDeselect={false}
          nothingFoundMessage="No client found"
        />
        <Select
          data-path="type"
          label="Type"
          description={isOwn ? NOT_OWN : isInternalType(type) ? 'For operator staff' : 'For client users'}
          disabled={isOwn}
          data={[...new Set([...types, type])]}
          value={type}
          error={form.errors['type']}
          onChange={(chosen) => chosen && onType(chosen as RoleType)}
          allowDeselect={false}
        />
      </div>
      <div className={styles.checks}>
        <Checkbox
          key={form.key('active')}
          {...form.getInputProps('active', { type: 'checkbox' })}
          label="Active"
          disabled={isOwn}
          description={
            isOwn ? NOT_OWN : isClosing ? closingText(users) : 'Users of a role that is not active cannot sign in.'
          }
        />
        <Checkbox
          key={form.key('mfaRequired')}
          {...form.getInputProps('mfaRequired', { type: 'checkbox' })}
          label="Two-factor sign-in required"
          description="Users with this role need a one-time code from their next sign-in."
        />
      </div>
    </>
  )
}

/** The warning before a role becomes inactive. */
function closingText(users: number): string {
  const who = users === 1 ? 'The user who has it is' : `The ${formatCount(users)} users who have it are`
  return `${who} signed out and cannot sign in until they have another role.`
}
