import { useStore } from '../kit/browser/store.ts'
import { session } from '../kit/session/session-store.ts'
import { useEditDisabledReason } from '../kit/session/use-may.ts'

export const useIsOperator = (): boolean => useStore(session.store, ({ user }) => user?.role.iforce_user ?? false)

/** Why one may prepare no claim, in words; undefined where one may. */
export const usePrepareDisabledReason = () => useEditDisabledReason('reportsAndEnquiries.claimsPreparation')

/** The client that is chosen, or all of them. */
export const useClient = (): string => useStore(session.store, (now) => now.client)
