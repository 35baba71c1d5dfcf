import { SessionCache } from './authentication/cached-sessions.ts'
import type { Caller } from './authentication/open-session.ts'
import { strangerShare } from '../database/fair-slots.ts'
import { AppError } from '../process/app-error.ts'

/** How many tokens, and how many users and keys, are remembered. */
const MAX_REMEMBERED = 20_000
/** A browser that restarts loads dozens of screens at once. */
const SECONDS_AT_ONCE = 8

/** How many calls a user or key may still make at once. */
type Allowance = { calls: number; at: number }
type KnownToken = { sender: string; allowance: Allowance; clients: Set<string> }

export type Callers = {
  /**
   * Whose share of the database a call counts towards: the client that it names, if its token was admitted for that client
   * before. A stranger counts as their own address, whatever client they name.
   */
  shareOf(call: { token: string | undefined; client: string | undefined; address: string }): string
  /** Counts a call of a known token. Throws an AppError (429) if its user or key calls faster than anyone could work. */
  count(token: string): void
  /** Remembers an admitted token and its client. */
  admitted(token: string, client: string | undefined, caller: Caller): void
  /** The cached sessions. */
  readonly sessions: SessionCache
}

/** Remembers whose the recently used tokens are, for use before the database is asked. */
export function openCallers({ callsPerSecond }: { callsPerSecond: number }): Callers {
  const known = new Map<string, KnownToken>()
  const allowances = new Map<string, Allowance>()
  const maxCalls = callsPerSecond * SECONDS_AT_ONCE
  return {
    sessions: new SessionCache(),
    shareOf({ token, client, address }) {
      const caller = token === undefined ? undefined : known.get(token)
      if (!caller) return strangerShare(address)
      return client !== undefined && caller.clients.has(client) ? `client ${client}` : caller.sender
    },
    count(token) {
      const allowance = known.get(token)?.allowance
      if (!allowance) return
      const now = performance.now()
      allowance.calls = Math.min(maxCalls, allowance.calls + ((now - allowance.at) / 1000) * callsPerSecond)
      allowance.at = now
      if (allowance.calls < 1)
        throw new AppError('too_many_calls', 'Too many requests. Try again in a second.', {
          retryAfterSeconds: 1,
        })
      allowance.calls--
    },
    admitted(token, client, caller) {
      const present = known.get(token)
      if (present && (client === undefined || present.clients.has(client))) return
      const sender = senderOf(caller)
      const allowance = allowances.get(sender) ?? { calls: maxCalls, at: performance.now() }
      remember(allowances, sender, allowance)
      const clients = present?.clients ?? new Set()
      // A call for all of one's clients counts towards the caller.
      if (client !== undefined && caller.clients.includes(client)) clients.add(client)
      remember(known, token, { sender, allowance, clients })
    },
  }
}

/** The user or API key that calls, for whichever client. */
export const senderOf = ({ apiKey, userId }: Pick<Caller, 'apiKey' | 'userId'>): string =>
  apiKey ? `key ${apiKey.id}` : `user ${userId}`

function remember<Value>(map: Map<string, Value>, key: string, value: Value): void {
  map.delete(key)
  map.set(key, value)
  const [oldest] = map.keys()
  if (map.size > MAX_REMEMBERED && oldest !== undefined) map.delete(oldest)
}
