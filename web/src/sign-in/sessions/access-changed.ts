import { queryClient } from '../../kit/server/query-client.ts'
import { refreshUser } from '../password/sign-in.ts'

const SHOWN_IN = ['users', 'roles', 'clients', 'activity'] as const

/**
 * Call after clients, roles or users changed: refetches everything that shows, counts or audits them. With `isOwn`, for
 * changes that may affect the signed-in user's rights or clients, also reloads the session (specification 4: 'Saving a
 * changed user who is the current user updates the stored current user'; 'Client list fetch refreshes the cached
 * current client by code and caches the list locally'). Never throws: the change is saved, and the next call reports
 * what is wrong.
 */
export async function accessChanged({ isOwn = false } = {}): Promise<void> {
  await Promise.allSettled([
    ...SHOWN_IN.map((room) => queryClient.invalidateQueries({ queryKey: [room] })),
    ...(isOwn ? [refreshUser()] : []),
  ])
}
