/** Open links to choose a password that a user may have at once. */
export const MAX_OPEN_RESET_LINKS = 5
/** Lifetime of a mailed link to choose a password. */
export const RESET_LINK_MINUTES = 30
/** Lifetime of an invitation: long enough for a weekend. */
export const INVITATION_HOURS = 72
