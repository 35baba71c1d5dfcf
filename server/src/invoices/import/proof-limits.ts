/** Limits for refused rows and already billed charges stored with an invoice and its file. */
export const MAX_STORED_REFUSALS = 1000
export const MAX_STORED_DUPLICATES = 1000
