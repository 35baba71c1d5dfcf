/** A session ends when nothing was asked for so long. */
export const IDLE_MINUTES = 30
/** A session ends so long after sign-in, whatever was asked. */
export const ABSOLUTE_HOURS = 12
/** A token is replaced once it is older than half of the idle limit. */
export const ROTATE_AFTER_MINUTES = IDLE_MINUTES / 2
/** The replaced token still serves calls that were under way. */
export const ROTATION_GRACE_SECONDS = 60
/** Sessions of one user at once; a new one ends the one that was not used for longest. */
export const MAX_SESSIONS_OF_A_USER = 20
/** For so long after giving the password again within a session a second factor may be enrolled. */
export const PASSWORD_CONFIRMED_MINUTES = 10
