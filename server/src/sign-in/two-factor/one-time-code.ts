import { CODE_STEP_SECONDS, CODE_WINDOW_STEPS } from '@despatch/domain/sign-in/two-factor/second-factor'
import { generateSecret, generateURI, verifySync } from 'otplib/functional'
import type { SecretBox } from '../../process/secret-box.ts'

/** RFC 4226: 160 bits, the size of the hash. */
const SEED_BYTES = 20

/** A new seed for an authenticator app, in base32. */
export const newSeed = () => generateSecret({ length: SEED_BYTES })

/** The address that an app reads from a QR code: SHA-1, six digits, 30 seconds, which every app knows. */
export function uriOf(seed: string, username: string): string {
  return generateURI({ issuer: 'Despatch', label: username, secret: seed })
}

/** Seals a seed for one user: in another user's row it does not open. */
export function sealSeed(secrets: SecretBox, seed: string, userId: number): Buffer {
  return secrets.seal(seed, `otp:${userId}`)
}

/** Opens it; undefined when the portal's key is not the one it was sealed with. */
export function openSeed(secrets: SecretBox, sealed: Buffer, userId: number): string | undefined {
  return secrets.open(sealed, `otp:${userId}`)
}

/**
 * The time step (of 30 s) that a code is of, where it is one of about now: clocks differ. Undefined for any other code.
 * Anyone who takes a code remembers its step and refuses it, and those before, from then on.
 */
export function stepOfCode(code: string, seed: string, now: Date): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined
  const checked = verifySync({
    secret: seed,
    token: code,
    epoch: Math.floor(now.getTime() / 1000),
    period: CODE_STEP_SECONDS,
    epochTolerance: CODE_WINDOW_STEPS * CODE_STEP_SECONDS,
  })
  return checked.valid && 'timeStep' in checked ? checked.timeStep : undefined
}
