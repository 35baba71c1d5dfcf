/** Texts of specification 8 that more than one room says. */
export const SOMETHING_WENT_WRONG = 'Something went wrong'
export const DATA_ADDED = 'Data added successfully.'
export const DATA_UPDATED = 'Data updated successfully.'
export const SIGNED_IN = 'Sign-in has been successful!'

/** Specification 9: 'Notifications close after 3000 ms by default'. */
export const NOTIFICATION_MS = 3000

/** How long a notification stays, in ms. Specification 9: 'a given duration is multiplied by 1000 (5 when falsy)'. */
export function notificationMs(seconds?: number | null): number {
  return seconds === undefined ? NOTIFICATION_MS : (seconds || 5) * 1000
}
