/** A session ends after so long without a call. */
export const IDLE_MINUTES = 30
/** A session ends so long after sign-in in any case. */
export const ABSOLUTE_HOURS = 12
/** The age at which a token is renewed: half of the idle limit. */
export const ROTATE_AFTER_MINUTES = IDLE_MINUTES / 2
/** The replaced token still works for calls in flight. */
export const ROTATION_GRACE_SECONDS = 60
/** Sessions per user. A new one ends the least recently used. */
export const MAX_SESSIONS_OF_A_USER = 20
/** After confirming the password within a session, a second factor can be enrolled for so long. */
export const PASSWORD_CONFIRMED_MINUTES = 10
