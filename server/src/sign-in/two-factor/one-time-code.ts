import { CODE_STEP_SECONDS, CODE_WINDOW_STEPS } from '@despatch/domain/sign-in/two-factor/second-factor'
import { generateSecret, generateURI, verifySync } from 'otplib/functional'
import type { SecretBox } from '../../process/secret-box.ts'

/** RFC 4226: 160 bits, the size of the hash. */
const SEED_BYTES = 20

/** A new seed for an authenticator app, in base32. */
export const newSeed = () => generateSecret({ length: SEED_BYTES })

/** The URI behind the QR code: SHA-1, six digits, 30 seconds, which every app supports. */
export function uriOf(seed: string, username: string): string {
  return generateURI({ issuer: 'Despatch', label: username, secret: seed })
}

/** Encrypts a seed for one user: it cannot be decrypted for another. */
export function sealSeed(secrets: SecretBox, seed: string, userId: number): Buffer {
  return secrets.seal(seed, `otp:${userId}`)
}

/** Decrypts a seed; undefined if the portal's key has changed. */
export function openSeed(secrets: SecretBox, sealed: Buffer, userId: number): string | undefined {
  return secrets.open(sealed, `otp:${userId}`)
}

/**
 * The 30 s time step of a code, allowing for clocks that differ; undefined for a wrong code. The caller must store the
 * step and refuse it, and all earlier ones, from then on.
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
