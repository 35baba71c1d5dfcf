/** What sign-in answers, as far as it decides what comes next. */
export type SignInState = {
  /** The temporary password has been replaced: true, or absent where it never was one. */
  readonly isTemporaryPasswordReset?: boolean | undefined
  readonly mfa_required: boolean
  readonly otp_enabled: boolean
  readonly otp_verified: boolean
}

/** What one who has given the right password has to do before being signed in. */
export type SignInStep = 'new-password' | 'otp-validation' | 'otp-registration' | 'done'

/**
 * Specification 4, sign-in: 'if mfa_required is true and otp is both enabled and verified, the one-time-code validation
 * prompt is shown; if mfa_required is true otherwise, one-time-code registration is shown; if mfa is not required, the
 * user is stored.' A temporary password that has not been replaced comes first.
 */
export function nextSignInStep(state: SignInState): SignInStep {
  if (state.isTemporaryPasswordReset === false) return 'new-password'
  if (!state.mfa_required) return 'done'
  return state.otp_enabled && state.otp_verified ? 'otp-validation' : 'otp-registration'
}

/** Between the password and the end of signing in. */
export const SIGN_IN_MINUTES = 15
/** Sign-ins of one user under way at once, each from a network of its own. */
export const MAX_SIGN_INS_OF_A_USER = 20
/** Wrong codes after which signing in begins again. */
export const TRIES_OF_A_SIGN_IN = 5
/** Codes of so many steps (of 30 s) before and after this one are taken: clocks differ. */
export const CODE_WINDOW_STEPS = 1
export const CODE_STEP_SECONDS = 30
export const RECOVERY_CODES = 10
