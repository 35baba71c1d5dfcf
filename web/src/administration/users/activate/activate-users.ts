import type { User } from '@despatch/contract/administration/users/user'
import { users as calls } from '@despatch/contract/administration/users/users'
import { call } from '../../../kit/server/call.ts'

/** The contract's limit per call. */
const BATCH_SIZE = 1000

export type Activated = {
  readonly activated: number
  /** Number of activated users who were mailed a link to choose a password. */
  readonly invited: number
  readonly refused: readonly { readonly username: string; readonly reason: string }[]
}

/** Activates users in the versions shown, in batches. Throws what a call throws. */
export async function activateUsers(users: readonly Pick<User, 'username' | 'version'>[]): Promise<Activated> {
  let done: Activated = { activated: 0, invited: 0, refused: [] }
  for (let start = 0; start < users.length; start += BATCH_SIZE) {
    const piece = users.slice(start, start + BATCH_SIZE)
    const usernames = piece.map(({ username }) => username)
    const versions = Object.fromEntries(piece.map(({ username, version }) => [username, version]))
    const answer = await call(calls.activate, { body: { users: { usernames, versions } } })
    done = {
      activated: done.activated + answer.activated,
      invited: done.invited + answer.invited,
      refused: [...done.refused, ...answer.refused],
    }
  }
  return done
}
