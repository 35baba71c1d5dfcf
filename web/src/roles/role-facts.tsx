import type { Role } from '@despatch/contract/roles/roles'
import { formatCount } from '@despatch/domain/money/money'
import { Status } from '../table/cells.tsx'
import { clientOfRole } from './role-columns.tsx'
import styles from './roles.module.css'

/** What people look for of a role. */
export function RoleFacts({ role }: { readonly role: Role }) {
  const facts: readonly (readonly [string, string])[] = [
    ['Client', clientOfRole(role.client)],
    ['Type', role.type],
    ['Users', formatCount(role.users)],
    ['Two-factor sign-in', role.mfaRequired ? 'Demanded' : 'By choice'],
  ]
  return (
    <dl className={styles.facts}>
      <div>
        <dt>Status</dt>
        <dd>
          <Status meaning={role.active ? 'good' : 'neutral'}>{role.active ? 'Active' : 'Not active'}</Status>
        </dd>
      </div>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
