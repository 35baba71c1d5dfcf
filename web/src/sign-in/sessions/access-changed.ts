import { queryClient } from '../../kit/server/query-client.ts'
import { refreshUser } from '../password/sign-in.ts'

const SHOWN_IN = ['users', 'roles', 'clients', 'activity'] as const

/**
 * Clients, roles or users have changed: whatever shows them, counts them or tells what was done to them asks again.
 * `isOwn` where the rights or the clients of who is signed in may be touched: the session is asked for, too
 * (specification 4: 'Saving a changed user who is the current user updates the stored current user'; 'Client list fetch
 * refreshes the cached current client by code and caches the list locally'). Never throws: what was changed is changed,
 * and the next call says what is wrong.
 */
export async function accessChanged({ isOwn = false } = {}): Promise<void> {
  await Promise.allSettled([
    ...SHOWN_IN.map((room) => queryClient.invalidateQueries({ queryKey: [room] })),
    ...(isOwn ? [refreshUser()] : []),
  ])
}
