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
      <h2 id={id}>Visible to this role</h2>
      <p className={recordStyles.remark}>
        Client users see what both their client and role allow. Set the client’s part in Client Specific Parameters.
      </p>
      <div className={styles.checks}>
        {VISIBILITY_KEYS.map((key) => (
          <Checkbox
            key={form.key(`sees.${key}`)}
            {...form.getInputProps(`sees.${key}`, { type: 'checkbox' })}
            label={visibilityTitle(key)}
            disabled={isOwn || own?.[key] === false}
            description={own?.[key] === false ? 'Your own role doesn’t show it.' : undefined}
          />
        ))}
      </div>
    </section>
  )
}
