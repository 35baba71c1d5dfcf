import { intersectVisibility, SEES_NOTHING, type Visibility } from '@despatch/domain/administration/clients/visibility'
import { ALL_CLIENTS } from '@despatch/domain/administration/roles/role-types'
import { useStore } from '../browser/store.ts'
import { useMemo } from 'react'
import { type Session, session } from './session-store.ts'

/** What a session may see of the operator's business. With several clients: what all of them allow. */
export function visibilityOf({ user, clients, client }: Session): Visibility {
  if (!user) return SEES_NOTHING
  const own = user.role.sees ?? SEES_NOTHING
  if (user.role.iforce_user) return own
  return clients
    .filter(({ code }) => client === ALL_CLIENTS || code === client)
    .map(({ sees }) => sees ?? SEES_NOTHING)
    .reduce(intersectVisibility, own)
}

/** Whether the user sees costs, capacities, other methods and names of staff. The server leaves out what they may not see. */
export function useVisibility(): Visibility {
  // Not in the store's selector, which must return the same object each time.
  const now = useStore(session.store)
  return useMemo(() => visibilityOf(now), [now])
}

/** Whether the user sees the whole rule book: its charges, its capacities and every method. */
export function useSeesRuleBook(): boolean {
  const { costs, capacities, otherMethods } = useVisibility()
  return costs && capacities && otherMethods
}
