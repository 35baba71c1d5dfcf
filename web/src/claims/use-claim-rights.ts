import { useStore } from '../kit/browser/store.ts'
import { session } from '../kit/session/session-store.ts'
import { useEditDisabledReason } from '../kit/session/use-rights.ts'

export const useIsOperator = (): boolean => useStore(session.store, ({ user }) => user?.role.iforce_user ?? false)

/** Explains why the user cannot prepare claims; undefined if they can. */
export const usePrepareDisabledReason = () => useEditDisabledReason('reportsAndEnquiries.claimsPreparation')

/** The selected client, or all. */
export const useClient = (): string => useStore(session.store, (now) => now.client)
