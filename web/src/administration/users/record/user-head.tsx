import type { User } from '@despatch/contract/administration/users/user'
import { MomentText, Status } from '../../../kit/list/columns/cells.tsx'
import { passwordWords } from './user-facts.tsx'
import { stateOf } from '../user-state.ts'
import styles from '../users.module.css'

/** The most important facts of a user: whether they can sign in, and when they last did. */
export function UserHead({ user }: { readonly user: User }) {
  const { meaning, word } = stateOf(user)
  return (
    <div className={styles.head}>
      <Status meaning={meaning}>{word}</Status>
      <span>Last sign-in: {user.last_login ? <MomentText at={user.last_login} /> : 'never'}</span>
      <span>Two-factor: {user.otp_enabled ? 'set up' : 'not set up'}</span>
      <span>Password: {passwordWords(user).toLowerCase()}</span>
    </div>
  )
}
