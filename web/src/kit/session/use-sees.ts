import { intersectVisibility, SEES_NOTHING, type Visibility } from '@despatch/domain/administration/clients/visibility'
import { ALL_CLIENTS } from '@despatch/domain/administration/roles/role-types'
import { useStore } from '../browser/store.ts'
import { useMemo } from 'react'
import { type Session, session } from './session-store.ts'

/** What a session sees of the operator's business: of several clients, what all of them let be seen. */
export function seenBy({ user, clients, client }: Session): Visibility {
  if (!user) return SEES_NOTHING
  const own = user.role.sees ?? SEES_NOTHING
  if (user.role.iforce_user) return own
  return clients
    .filter(({ code }) => client === ALL_CLIENTS || code === client)
    .map(({ sees }) => sees ?? SEES_NOTHING)
    .reduce(intersectVisibility, own)
}

/** What is seen of costs, capacities, other methods and names of staff: what is not, the server leaves out. */
export function useSees(): Visibility {
  // Worked out from the session and not in the store's selector: what that gives must be the same object each time.
  const now = useStore(session.store)
  return useMemo(() => seenBy(now), [now])
}

/** Whether one sees all that a rule book tells: what it charges, what it takes, and every method. */
export function useSeesRules(): boolean {
  const { costs, capacities, otherMethods } = useSees()
  return costs && capacities && otherMethods
}
