import { useOpens, useEditDisabledReason } from '../kit/session/use-may.ts'

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
export const useShowsCreating = () => useOpens(CREATE)

/** Which groups of order actions the user sees. */
export const useShowsActions = () => ({ releases: useOpens(VIEW, ACT), changes: useOpens(ACT) })
