import type { User } from '@despatch/contract/administration/users/user'
import { roleTitle } from '@despatch/domain/administration/roles/role-types'
import type { ReactNode } from 'react'
import { clientTitle } from '../../../kit/session/client-title.ts'
import { MomentText, Reference, Status } from '../../../kit/list/columns/cells.tsx'
import { clientsOf } from '../user-columns.tsx'
import { stateOf } from '../user-state.ts'
import styles from '../users.module.css'

/** A user, read-only. */
export function UserFacts({ user }: { readonly user: User }) {
  const { meaning, word } = stateOf(user)
  return (
    <dl className={styles.facts}>
      <Fact name="Name">{`${user.first_name} ${user.last_name}`.trim()}</Fact>
      <Fact name="Status">
        <Status meaning={meaning}>{word}</Status>
      </Fact>
      <Fact name="Role">{roleTitle(user.role)}</Fact>
      <Fact name="Clients">{user.role.iforce_user ? clientsOf(user) : clientNames(user)}</Fact>
      <Fact name="Email">{user.email && <Reference text={user.email} />}</Fact>
      <Fact name="Phone number">{user.phone_number && <Reference text={user.phone_number} />}</Fact>
      <Fact name="Power BI username">{user.power_bi_username}</Fact>
      <Fact name="Domain username">{user.domain_username}</Fact>
      <Fact name="Two-factor">{user.otp_enabled ? 'Set up' : 'Not set up'}</Fact>
      <Fact name="Password">{passwordWords(user)}</Fact>
      <Fact name="Signed in">{user.is_login ? 'Yes' : 'No'}</Fact>
      <Fact name="Last sign-in">{user.last_login ? <MomentText at={user.last_login} /> : 'Never'}</Fact>
      <Fact name="Created">
        <MomentText at={user.created_on} />
      </Fact>
    </dl>
  )
}

/** The state of a user's password, in words. */
export function passwordWords({ hasPassword, isTemporaryPassword }: User): string {
  if (!hasPassword) return 'None yet'
  return isTemporaryPassword ? 'Temporary (must be changed at next sign-in)' : 'Chosen by the user'
}

const clientNames = ({ client }: User) => client.map(clientTitle).join(', ')

function Fact({ name, children }: { name: string; children: ReactNode }) {
  if (!children) return null
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  )
}
