/** Links to choose a password that a user is mailed before one of them runs out. */
export const MAX_OPEN_RESET_LINKS = 5
/** A link to choose a password by mail. */
export const RESET_LINK_MINUTES = 30
/** The same for someone who is invited: they may read it on Monday. */
export const INVITATION_HOURS = 72
