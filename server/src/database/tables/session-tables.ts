import type { SignInStep } from '@despatch/domain/sign-in/two-factor/second-factor'
import type { Generated, GeneratedAlways } from 'kysely'
import type { Instant } from '../column-types.ts'

/** The tables of signing in and of sessions; see `tables.ts`. */
export type SessionTables = {
  mails: {
    mail_id: GeneratedAlways<number>
    recipient: string
    subject: string
    /** Sealed. */
    body: Buffer
    created_at: Instant
    attempts: Generated<number>
    next_attempt_at: Instant
    /** What is written to mails_given_up if no mail server accepts the message. */
    about: string | null
    /** From the last attempt; null before the first. */
    refused_with: Generated<string | null>
    shopper_of: Generated<string | null>
  }
  sign_in_steps: {
    token_hash: Buffer
    user_id: number
    step: Exclude<SignInStep, 'done'>
    tries: Generated<number>
    created_at: Instant
    network: Generated<string>
  }
  password_links: { token_hash: Buffer; user_id: number; expires_at: Instant }
  sessions: {
    session_id: GeneratedAlways<number>
    user_id: number
    token_hash: Buffer
    token_issued_at: Instant
    previous_token_hash: Buffer | null
    previous_valid_until: Instant | null
    created_at: Instant
    last_used_at: Instant
    address: Generated<string>
    browser: Generated<string>
    password_confirmed_at: Instant | null
  }
  sign_in_failures: {
    subject: Buffer
    failures: number
    last_failed_at: Instant
    blocked_until: Instant
    /** Whether a user has this name. */
    user_id: number | null
    kind: Generated<string>
    scope: Generated<string>
    network: Generated<string>
    first_failed_at: Instant | null
  }
  known_devices: {
    token_hash: Buffer
    user_id: number
    browser: Generated<string>
    created_at: Instant
    last_used_at: Instant
  }
  known_networks: { user_id: number; network: string; last_used_at: Instant }
}
