/** How many refused rows, and how many charges that were billed before, are kept with an invoice and its file. */
export const MAX_REFUSALS_KEPT = 1000
export const MAX_DUPLICATES_KEPT = 1000
