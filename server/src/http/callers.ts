import { KeptSessions } from './authentication/kept-sessions.ts'
import type { Caller } from './authentication/open-session.ts'
import { strangerShare } from '../database/fair-slots.ts'
import { AppError } from '../process/app-error.ts'

/** Tokens, and users and keys, that are remembered. */
const MAX_REMEMBERED = 20_000
/** A browser that is started again asks for dozens of screens at once. */
const SECONDS_AT_ONCE = 8

/** A user or key with the calls that may yet be made at once. */
type Allowance = { calls: number; at: number }
type Known = { who: string; allowance: Allowance; clients: Set<string> }

export type Callers = {
  /**
   * Whose share of the database a call counts for: the client's that it names, where its token was let in for that
   * client before. A stranger counts for their own address, whatever client they name.
   */
  shareOf(call: { token: string | undefined; client: string | undefined; address: string }): string
  /** Counts a call of a token that is known. Throws an AppError (429) where its user or key makes more than anyone could. */
  count(token: string): void
  /** Remembers who has been let in, and for which client. */
  admitted(token: string, client: string | undefined, caller: Caller): void
  /** What their calls have learnt of their sessions. */
  readonly sessions: KeptSessions
}

/** Remembers, of the tokens that were used lately, whose they are: before the database is asked who calls. */
export function openCallers({ callsPerSecond }: { callsPerSecond: number }): Callers {
  const known = new Map<string, Known>()
  const allowances = new Map<string, Allowance>()
  const most = callsPerSecond * SECONDS_AT_ONCE
  return {
    sessions: new KeptSessions(),
    shareOf({ token, client, address }) {
      const caller = token === undefined ? undefined : known.get(token)
      if (!caller) return strangerShare(address)
      return client !== undefined && caller.clients.has(client) ? `client ${client}` : caller.who
    },
    count(token) {
      const allowance = known.get(token)?.allowance
      if (!allowance) return
      const now = performance.now()
      allowance.calls = Math.min(most, allowance.calls + ((now - allowance.at) / 1000) * callsPerSecond)
      allowance.at = now
      if (allowance.calls < 1)
        throw new AppError('too_many_calls', 'There were too many calls in a short time. Try again in a second.', {
          retryAfterSeconds: 1,
        })
      allowance.calls--
    },
    admitted(token, client, caller) {
      const present = known.get(token)
      if (present && (client === undefined || present.clients.has(client))) return
      const who = senderOf(caller)
      const allowance = allowances.get(who) ?? { calls: most, at: performance.now() }
      remember(allowances, who, allowance)
      const clients = present?.clients ?? new Set()
      // What is asked for all of one's clients counts for the one who asks.
      if (client !== undefined && caller.clients.includes(client)) clients.add(client)
      remember(known, token, { who, allowance, clients })
    },
  }
}

/** The user or API key that calls, whichever client it is for. */
export const senderOf = ({ apiKey, userId }: Pick<Caller, 'apiKey' | 'userId'>): string =>
  apiKey ? `key ${apiKey.id}` : `user ${userId}`

function remember<Value>(map: Map<string, Value>, key: string, value: Value): void {
  map.delete(key)
  map.set(key, value)
  const [oldest] = map.keys()
  if (map.size > MAX_REMEMBERED && oldest !== undefined) map.delete(oldest)
}
