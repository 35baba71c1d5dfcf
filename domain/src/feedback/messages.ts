/** Messages of specification 8 that several rooms use. */
export const SOMETHING_WENT_WRONG = 'Something went wrong'
export const DATA_ADDED = 'Data added successfully.'
export const DATA_UPDATED = 'Data updated successfully.'
/** For a save without changes; the specification has no message for it. */
export const NOTHING_CHANGED = 'No changes to save.'
/** For a repeated call that creates a key or a secret. */
export const SECRET_SHOWN_ONCE =
  'It was created on the first try. Its secret can’t be shown again. Replace it in the list.'
/** For a record that changed after the caller saw it: the last act, for example 'Suspended', with its note. */
export const changedSinceShown = (record: string, act: string, note: string): string =>
  `${record} has changed: ${act}${note && ` (${note})`}. Check it, then try again.`
export const DATA_DELETED = 'Data deleted successfully.'
export const SIGNED_IN = 'Sign-in has been successful!'
/** Specification 4: after a right one-time code, without the exclamation mark of {@link SIGNED_IN}. */
export const SIGNED_IN_BY_CODE = 'Sign-in has been successful'
export const SECOND_FACTOR_ENABLED = 'Two-Factor Auth Enabled Successfully!'
export const PASSWORD_RESET = 'Password reset successfully! Please login with you new password.!'
export const CLIENT_PARAMS_UPDATED = 'Client Params Updated'
export const CLIENT_UPDATED = 'updated successful'
export const EMPTY_PDF = 'Empty PDF received'
export const FILE_FAILED = 'We couldn’t create the file. Try again.'
export const PDF_FAILED = 'Failed to generate PDF'
export const ROLE_FAILED = 'Error creating role:'

/** Specification 9: 'Notifications close after 3000 ms by default'. */
export const NOTIFICATION_MS = 3000

/**
 * Milliseconds for which a notification stays. Specification 9: 'a given duration is multiplied by 1000 (5 when
 * falsy)'.
 */
export function notificationMs(seconds?: number | null): number {
  return seconds === undefined ? NOTIFICATION_MS : (seconds || 5) * 1000
}

/** Specification 8: 'Generic report or trend failure'. */
export const REPORT_FAILED = 'Oops! Something went wrong. Unable to load the report. Please contact the administrator'

/** Specification 8: 'Download returns nothing'. */
export const DOWNLOAD_FAILED = 'Unable to download the report. For more information please contact the administrator'

/** Specification 8: 'Export create with no id'. */
export const EXPORT_NOT_CREATED =
  'Export report failed. Please try again later. For more information please contact the administrator'

/** Specification 8: 'Export status Failed or Undefined'. */
export const EXPORT_STATUS_FAILED =
  'Export report failed or status unknown. Please try again later. For more information please contact the administrator'
