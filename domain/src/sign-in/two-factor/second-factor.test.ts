import { expect, test } from 'vitest'
import { RESET_LINK_MINUTES } from '../password/links.ts'
import { nextSignInStep, SIGN_IN_MINUTES } from './second-factor.ts'

const demanded = { mfa_required: true, otp_enabled: false, otp_verified: false }
const setUp = { mfa_required: true, otp_enabled: true, otp_verified: true }
const none = { mfa_required: false, otp_enabled: false, otp_verified: false }

// Specification 4, sign-in.
test.each([
  ['mfa is not required', { ...none, isTemporaryPasswordReset: true }, 'done'],
  ['the flag is absent', none, 'done'],
  ['required, otp enabled and verified', { ...setUp, isTemporaryPasswordReset: true }, 'otp-validation'],
  ['required, the flag absent, otp enabled and verified', setUp, 'otp-validation'],
  ['required otherwise: nothing set up', demanded, 'otp-registration'],
  ['required otherwise: enabled, not verified', { ...demanded, otp_enabled: true }, 'otp-registration'],
  ['required otherwise: verified, not enabled', { ...demanded, otp_verified: true }, 'otp-registration'],
  ['not required, though set up', { ...setUp, mfa_required: false }, 'done'],
  ['a temporary password that was not replaced', { ...none, isTemporaryPasswordReset: false }, 'new-password'],
  ['the same, and a second factor', { ...setUp, isTemporaryPasswordReset: false }, 'new-password'],
])('%s', (_case, state, step) => {
  expect(nextSignInStep(state)).toBe(step)
})

test('steps, tries and codes are short-lived', () => {
  expect(SIGN_IN_MINUTES).toBeLessThanOrEqual(15)
  expect(RESET_LINK_MINUTES).toBeLessThanOrEqual(60)
})
