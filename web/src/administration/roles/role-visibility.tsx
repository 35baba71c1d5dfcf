import { Checkbox } from '@mantine/core'
import { VISIBILITY_KEYS, visibilityTitle } from '@despatch/domain/administration/clients/visibility'
import { useId } from 'react'
import { useStore } from '../../kit/browser/store.ts'
import recordStyles from '../../kit/form/record.module.css'
import { session } from '../../kit/session/session-store.ts'
import type { RoleForm } from './role-values.ts'
import styles from './roles.module.css'

type RoleVisibilityProps = {
  readonly form: RoleForm
  /** Whether it is the user's own role, whose visibility they cannot change. */
  readonly isOwn: boolean
}

/** The operator's data that users of a role see. Nobody shows more than they see themselves. */
export function RoleVisibility({ form, isOwn }: RoleVisibilityProps) {
  const id = useId()
  const own = useStore(session.store, ({ user }) => user?.role.sees)
  return (
    <section className={recordStyles.section} aria-labelledby={id}>
      <h2 id={id}>What users with this role see</h2>
      <p className={recordStyles.remark}>
        Users of a client see what their client and their role both show. Client Specific Parameters says what a client
        shows.
      </p>
      <div className={styles.checks}>
        {VISIBILITY_KEYS.map((key) => (
          <Checkbox
            key={form.key(`sees.${key}`)}
            {...form.getInputProps(`sees.${key}`, { type: 'checkbox' })}
            label={visibilityTitle(key)}
            disabled={isOwn || own?.[key] === false}
            description={own?.[key] === false ? 'Your own role does not show it.' : undefined}
          />
        ))}
      </div>
    </section>
  )
}
