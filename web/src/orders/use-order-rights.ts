import { useOpens, useEditDisabledReason } from '../kit/session/use-may.ts'

const CREATE = 'orderManagement.createNewOrder'
const VIEW = 'orderManagement.viewNewOrders'
const ACT = 'orderManagement.orderSuspendAmendOrCancel'

/** Why one may not release orders (or undo what one did to them), in words; undefined where one may. Anyone who may not change them either is told so by it. */
export const useReleaseDisabledReason = () => useEditDisabledReason(VIEW, ACT)
/** Why one may not suspend, amend or cancel orders. */
export const useChangeDisabledReason = () => useEditDisabledReason(ACT)
/** Why one may not create orders. */
export const useCreateDisabledReason = () => useEditDisabledReason(CREATE)
export const useShowsCreating = () => useOpens(CREATE)

/** Whether one is shown what may be done to orders at all, and whether beyond releasing them. */
export const useShowsActions = () => ({ releases: useOpens(VIEW, ACT), changes: useOpens(ACT) })
