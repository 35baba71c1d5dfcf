/** Limits for refused rows and already billed charges stored with an invoice and its file. */
export const MAX_REFUSALS_KEPT = 1000
export const MAX_DUPLICATES_KEPT = 1000
