import { ABSOLUTE_HOURS, ROTATE_AFTER_MINUTES } from '@despatch/domain/sign-in/sessions/limits'
import type { Transaction } from '../../database/transaction.ts'
import type { Caller } from './open-session.ts'
import { checkSession } from './queries.ts'

/** Sessions that are remembered, each for one client: a client user's tree of permissions takes some kilobytes. */
const MAX_KEPT = 300
const MINUTE = 60_000

/** A session as an earlier call found it, for one client. */
export type KeptSession = { readonly caller: Caller; check(transaction: Transaction): Promise<unknown> }

type Named = { token: string; client: string | undefined }

/**
 * Remembers what calls have learnt of their sessions, for less than a minute: until a use is to be noted, the token renewed,
 * or the session at its end. It says nothing of whether a session still is so: anyone who goes by it sends its `check` first, in
 * the same transaction, and that fails where anything was changed since ({@link isNotAsKept}). So a change acts on the next
 * call, whichever server made it, and nothing has to be told to forget.
 */
export class KeptSessions {
  readonly #kept = new Map<string, KeptSession & { readonly until: number }>()

  /** What is kept of a session; undefined where nothing is, or where it is to be looked at again. */
  find(of: Named, now: Date): KeptSession | undefined {
    const kept = this.#kept.get(nameOf(of))
    return kept && now.getTime() < kept.until ? kept : undefined
  }

  /** Remembers a session that a transaction has just found, and that is one to be gone by. */
  keep(of: Named, caller: Caller): void {
    const { token, stamped } = caller
    // A token that is being replaced is worth a look each time: what becomes of it depends on who comes with which.
    if (!token?.isCurrent || !stamped || token.isRenewalUnused || caller.needsUsageUpdate) return
    const { createdAt, lastUsedAt } = stamped
    const until = Math.min(
      lastUsedAt.getTime() + MINUTE,
      token.issuedAt.getTime() + ROTATE_AFTER_MINUTES * MINUTE,
      createdAt.getTime() + ABSOLUTE_HOURS * 60 * MINUTE,
    )
    const name = nameOf(of)
    this.#kept.delete(name)
    this.#kept.set(name, {
      caller,
      until,
      check: (transaction) => transaction.rows(checkSession(token.hash, stamped)),
    })
    const [oldest] = this.#kept.keys()
    if (this.#kept.size > MAX_KEPT && oldest !== undefined) this.#kept.delete(oldest)
  }

  forget(of: Named): void {
    this.#kept.delete(nameOf(of))
  }
}

/** Whether this is the failure of a check: what was done by what was kept is to be done again by what is so now. */
export const isNotAsKept = (error: unknown): boolean => (error as { code?: unknown } | null)?.code === 'DRSES'

const nameOf = ({ token, client }: Named): string => `${token}\n${client ?? ''}`
