import { ABSOLUTE_HOURS, ROTATE_AFTER_MINUTES } from '@despatch/domain/sign-in/sessions/limits'
import type { Transaction } from '../../database/transaction.ts'
import type { Caller } from './open-session.ts'
import { checkSession } from './queries.ts'

/** Sessions in the cache, one entry per client: the permission tree of a client user takes some kilobytes. */
const MAX_SESSIONS = 300
const MINUTE = 60_000

/** A session as an earlier call opened it, for one client. */
export type CachedSession = { readonly caller: Caller; check(transaction: Transaction): Promise<unknown> }

type SessionKey = { token: string; client: string | undefined }

/**
 * Caches opened sessions for less than a minute: until the next use must be noted, the token renewed, or the session ends. The
 * cache does not know whether it is fresh. A call first sends the session's `check` in the same transaction, which fails if
 * anything has changed ({@link isStaleSession}). So a change takes effect on the next call, whichever server made it, and
 * nothing has to be invalidated.
 */
export class SessionCache {
  readonly #sessions = new Map<string, CachedSession & { readonly until: number }>()

  /** The cached session, unless it is missing or too old. */
  find(key: SessionKey, now: Date): CachedSession | undefined {
    const cached = this.#sessions.get(nameOf(key))
    return cached && now.getTime() < cached.until ? cached : undefined
  }

  /** Caches a session that a transaction has just opened, if it may be cached. */
  store(key: SessionKey, caller: Caller): void {
    const { token, sessionVersion } = caller
    // A token that is being replaced must be looked up each time: what happens to it depends on which token a call brings.
    if (!token?.isCurrent || !sessionVersion || token.isRenewalUnused || caller.needsUsageUpdate) return
    const { createdAt, lastUsedAt } = sessionVersion
    const until = Math.min(
      lastUsedAt.getTime() + MINUTE,
      token.issuedAt.getTime() + ROTATE_AFTER_MINUTES * MINUTE,
      createdAt.getTime() + ABSOLUTE_HOURS * 60 * MINUTE,
    )
    const name = nameOf(key)
    this.#sessions.delete(name)
    this.#sessions.set(name, {
      caller,
      until,
      check: (transaction) => transaction.rows(checkSession(token.hash, sessionVersion)),
    })
    const [oldest] = this.#sessions.keys()
    if (this.#sessions.size > MAX_SESSIONS && oldest !== undefined) this.#sessions.delete(oldest)
  }

  forget(key: SessionKey): void {
    this.#sessions.delete(nameOf(key))
  }
}

/** Whether the check of a cached session failed: the call must be repeated with the current session. */
export const isStaleSession = (error: unknown): boolean => (error as { code?: unknown } | null)?.code === 'DRSES'

const nameOf = ({ token, client }: SessionKey): string => `${token}\n${client ?? ''}`
