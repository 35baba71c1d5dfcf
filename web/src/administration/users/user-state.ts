import type { User } from '@despatch/contract/administration/users/user'
import type { Meaning } from '../../kit/list/columns/cells.tsx'

/** The state of a user's account. Of several reasons why they may not sign in, the strongest. */
export function stateOf(user: Pick<User, 'active' | 'lock' | 'hasPassword'>): { meaning: Meaning; word: string } {
  if (user.lock) return { meaning: 'bad', word: 'Locked' }
  if (!user.active) return { meaning: 'neutral', word: 'Inactive' }
  if (!user.hasPassword) return { meaning: 'attention', word: 'Awaiting password' }
  return { meaning: 'good', word: 'Active' }
}
