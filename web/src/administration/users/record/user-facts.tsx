import type { User } from '@despatch/contract/administration/users/user'
import { roleTitle } from '@despatch/domain/administration/roles/role-types'
import { MomentText, Reference, Status } from '../../../kit/list/columns/cells.tsx'
import type { FactsByName } from '../../../kit/record/record-facts.tsx'
import { clientTitle } from '../../../kit/session/client-title.ts'
import { clientsOf } from '../user-columns.tsx'
import { stateOf } from '../user-state.ts'

/** The status and facts of a user, for the page and the drawer of one who is not edited there. */
export const userHead = (user: User) => ({ status: <UserStatus user={user} />, facts: userFacts(user) })

function UserStatus({ user }: { readonly user: User }) {
  const { meaning, word } = stateOf(user)
  return <Status meaning={meaning}>{word}</Status>
}

const userFacts = (user: User): FactsByName => ({
  Name: `${user.first_name} ${user.last_name}`.trim(),
  Role: roleTitle(user.role),
  Clients: user.role.iforce_user ? clientsOf(user) : user.client.map(clientTitle).join(', '),
  Email: user.email && <Reference text={user.email} />,
  ...signInFacts(user),
  'Phone number': user.phone_number && <Reference text={user.phone_number} />,
  'Power BI username': user.power_bi_username,
  'Domain username': user.domain_username,
  'Signed in': user.is_login ? 'Yes' : 'No',
  Created: <MomentText at={user.created_on} />,
})

/** When a user last signed in, and what it takes. */
export const signInFacts = (user: User): FactsByName => ({
  'Last sign-in': user.last_login ? <MomentText at={user.last_login} /> : 'Never',
  Password: passwordWords(user),
  'Two-factor': user.otp_enabled ? 'Set up' : 'Not set up',
})

/** The state of a user's password, in words. */
function passwordWords({ hasPassword, isTemporaryPassword }: User): string {
  if (!hasPassword) return 'None yet'
  return isTemporaryPassword ? 'Temporary (must be changed at next sign-in)' : 'Chosen by the user'
}
