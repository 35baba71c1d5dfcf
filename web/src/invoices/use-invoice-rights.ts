import { useStore } from '../kit/browser/store.ts'
import { session } from '../kit/session/session-store.ts'
import { useEditDisabledReason } from '../kit/session/use-rights.ts'

/** Whether the user works for the operator: files, proofs and agreements are only for them. */
export function useIsOperator(): boolean {
  return useStore(session.store, ({ user }) => user?.role.iforce_user ?? false)
}

/** Explains why the user cannot decide on invoices; undefined if they can. */
export const useDecideDisabledReason = () => useEditDisabledReason('invoiceReconciliation')
