import type { User } from '@despatch/contract/administration/users/user'
import recordStyles from '../../../kit/form/record.module.css'
import { RecordFacts } from '../../../kit/record/record-facts.tsx'
import { stateOf } from '../user-state.ts'
import { signInFacts } from './user-facts.tsx'

/** Whether a user can sign in, and when they last did, above the form. */
export function UserHead({ user }: { readonly user: User }) {
  return (
    <div className={recordStyles.head}>
      <RecordFacts status={stateOf(user)} facts={signInFacts(user)} />
    </div>
  )
}
