import type { User } from '@despatch/contract/administration/users/user'
import { users as calls } from '@despatch/contract/administration/users/users'
import { call } from '../../../kit/server/call.ts'

/** The contract's most for one call. */
const A_PIECE = 1000

export type Activated = {
  readonly activated: number
  /** Of them, who was mailed a link to choose a password. */
  readonly invited: number
  readonly refused: readonly { readonly username: string; readonly reason: string }[]
}

/** Activates users as they are shown, a piece of them at a time. Throws what a call throws. */
export async function activateUsers(users: readonly Pick<User, 'username' | 'version'>[]): Promise<Activated> {
  let done: Activated = { activated: 0, invited: 0, refused: [] }
  for (let start = 0; start < users.length; start += A_PIECE) {
    const piece = users.slice(start, start + A_PIECE)
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
