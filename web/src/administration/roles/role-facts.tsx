import type { Role } from '@despatch/contract/administration/roles/roles'
import { formatCount } from '@despatch/domain/money/money'
import { RecordFacts } from '../../kit/record/record-facts.tsx'
import { clientOfRole } from './role-columns.tsx'

/** The most important facts of a role. */
export function RoleFacts({ role }: { readonly role: Role }) {
  return (
    <RecordFacts
      status={role.active ? { meaning: 'good', word: 'Active' } : { meaning: 'neutral', word: 'Not active' }}
      facts={{
        Client: clientOfRole(role.client),
        Type: role.type,
        Users: formatCount(role.users),
        'Two-factor sign-in': role.mfaRequired ? 'Demanded' : 'By choice',
      }}
    />
  )
}
