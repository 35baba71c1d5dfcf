/** The part of the sign-in answer that decides the next step. */
export type SignInState = {
  /** True once the temporary password has been replaced; absent if there never was one. */
  readonly isTemporaryPasswordReset?: boolean | undefined
  readonly mfa_required: boolean
  readonly otp_enabled: boolean
  readonly otp_verified: boolean
}

/** The next step after a right password. */
export type SignInStep = 'new-password' | 'otp-validation' | 'otp-registration' | 'done'

/**
 * Specification 4, sign-in: 'if mfa_required is true and otp is both enabled and verified, the one-time-code validation
 * prompt is shown; if mfa_required is true otherwise, one-time-code registration is shown; if mfa is not required, the
 * user is stored.' Replacing a temporary password comes first.
 */
export function nextSignInStep(state: SignInState): SignInStep {
  if (state.isTemporaryPasswordReset === false) return 'new-password'
  if (!state.mfa_required) return 'done'
  return state.otp_enabled && state.otp_verified ? 'otp-validation' : 'otp-registration'
}

/** Time limit for the steps after the password. */
export const SIGN_IN_MINUTES = 15
/** Sign-ins in progress per user. */
export const MAX_SIGN_INS_OF_A_USER = 20
/** Wrong codes after which sign-in starts again. */
export const TRIES_OF_A_SIGN_IN = 5
/** Steps of 30 s before and after the current one whose codes are accepted, because clocks differ. */
export const CODE_WINDOW_STEPS = 1
export const CODE_STEP_SECONDS = 30
export const RECOVERY_CODES = 10
