import { useCanOpen, useEditDisabledReason } from '../kit/session/use-rights.ts'

const CREATE = 'orderManagement.createNewOrder'
const VIEW = 'orderManagement.viewNewOrders'
const ACT = 'orderManagement.orderSuspendAmendOrCancel'

/**
 * Reason why the user may not release orders or undo releases; undefined if they may. It covers users who may not
 * change orders either.
 */
export const useReleaseDisabledReason = () => useEditDisabledReason(VIEW, ACT)
export const useChangeDisabledReason = () => useEditDisabledReason(ACT)
export const useCreateDisabledReason = () => useEditDisabledReason(CREATE)
export const useShowsCreating = () => useCanOpen(CREATE)

/** Which groups of order actions the user sees. */
export const useShowsActions = () => ({ releases: useCanOpen(VIEW, ACT), changes: useCanOpen(ACT) })
