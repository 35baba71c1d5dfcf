import type { Role } from '@despatch/contract/administration/roles/roles'
import type { User } from '@despatch/contract/administration/users/user'
import { users as calls } from '@despatch/contract/administration/users/users'
import { formatCount } from '@despatch/domain/money/money'
import { messageOf } from '../../kit/server/api-error.ts'
import { call } from '../../kit/server/call.ts'

/** The contract's limit per call. */
const BATCH_SIZE = 500

type Progress = {
  /** Called after each batch that was deleted. */
  readonly onDeleted: (ids: readonly string[]) => void
  /** Aborting skips the remaining batches. The batch in progress is awaited, so that its result is known. */
  readonly signal: AbortSignal
}

/**
 * Deletes users in batches; each batch is deleted completely or not at all. Throws an Error with the server's message
 * if a batch is refused, or if it was aborted, which also says how many were deleted by then.
 */
export async function removeUsers(users: readonly User[], { onDeleted, signal }: Progress): Promise<void> {
  let deleted = 0
  const done = () => `${formatCount(deleted)} of ${formatCount(users.length)} were deleted. The others were not.`
  for (let start = 0; start < users.length; start += BATCH_SIZE) {
    if (signal.aborted) throw new Error(`Stopped. ${done()}`)
    const piece = users.slice(start, start + BATCH_SIZE)
    const ids = piece.map(({ _id }) => _id)
    try {
      const versions = piece.map(({ version }) => version).join(',')
      await call(calls.remove, { query: { ids: ids.join(','), versions } })
    } catch (error) {
      if (deleted === 0) throw error
      throw new Error(`${messageOf(error)} ${done()}`, { cause: error })
    }
    deleted += ids.length
    onDeleted(ids)
  }
}

/** What deleting users would affect, in sentences, the most serious first. */
export function deletionEffects(users: readonly User[], roles: readonly Role[]): string[] {
  const administrators = new Set(roles.filter(({ isAdministrator }) => isAdministrator).map(({ _id }) => _id))
  const count = (holds: (user: User) => boolean) => users.filter(holds).length
  const sentence = (many: number, one: string, several: string) =>
    many === 0 ? [] : [many === 1 ? `1 ${one}` : `${formatCount(many)} ${several}`]
  return [
    ...sentence(
      count(({ is_login }) => is_login),
      'is signed in and will be signed out.',
      'are signed in and will be signed out.',
    ),
    ...sentence(
      count(({ role }) => administrators.has(role._id)),
      'is an administrator.',
      'are administrators.',
    ),
    ...sentence(
      count(({ role }) => role.iforce_user),
      'is an internal user.',
      'are internal users.',
    ),
    ...sentence(
      count(({ client }) => client.length > 1),
      'belongs to more than one client.',
      'belong to more than one client.',
    ),
  ]
}
