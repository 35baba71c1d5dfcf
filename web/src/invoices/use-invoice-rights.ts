import { useStore } from '../kit/browser/store.ts'
import { session } from '../kit/session/session-store.ts'
import { useEditDisabledReason } from '../kit/session/use-may.ts'

/** Whether one works for the operator: files, proofs and what is agreed with carriers are theirs alone. */
export function useIsOperator(): boolean {
  return useStore(session.store, ({ user }) => user?.role.iforce_user ?? false)
}

/** Why one may decide on no invoice, in words; undefined where one may. */
export const useDecideDisabledReason = () => useEditDisabledReason('invoiceReconciliation')
