import { KNOWN_DEVICE_DAYS, KNOWN_NETWORK_DAYS, MAX_KNOWN_OF_A_USER } from '@despatch/domain/sign-in/password/lockout'
import { networkOf } from '@despatch/domain/sign-in/password/network'
import { sql } from 'kysely'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'
import { hashToken, isToken, newToken } from '../../http/authentication/token.ts'

const DAY = 86_400_000

/** Where an attempt to sign in comes from, and whether the named user is known there. */
export type SignInPlace = {
  readonly network: string
  /** The hash of the browser's secret, if the user has signed in with that browser before. */
  readonly device: Buffer | undefined
  /** Whether the user has signed in from this network before. */
  readonly isKnownNetwork: boolean
}

type Request = { readonly now: Date; readonly address: string; readonly browser: string }

/**
 * Looks up where an attempt comes from. `device` is the secret that the browser sent. Names that no user has are known
 * nowhere.
 */
export async function signInPlace(
  transaction: Transaction,
  userId: number | undefined,
  device: string | undefined,
  { now, address }: Omit<Request, 'browser'>,
): Promise<SignInPlace> {
  const network = networkOf(address)
  const hash = hashToken(device ?? '')
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY)
  const row = await transaction.row(
    sql<{ device: boolean; network: boolean }>`select
      exists (
        select from known_devices
        where token_hash = ${hash} and user_id = ${userId ?? 0} and last_used_at > ${daysAgo(KNOWN_DEVICE_DAYS)}
      ) as device,
      exists (
        select from known_networks
        where user_id = ${userId ?? 0} and network = ${network} and last_used_at > ${daysAgo(KNOWN_NETWORK_DAYS)}
      ) as network`.compile(db),
  )
  return { network, device: row?.device ? hash : undefined, isKnownNetwork: row?.network === true }
}

/**
 * Stores the device and network from which a held user signs in. Returns the secret that the browser must keep: its own
 * if the server issued it, else a new one; undefined if the caller sent no `device` at all, not even ''.
 */
export async function rememberPlace(
  transaction: Transaction,
  userId: number,
  device: string | undefined,
  request: Request,
): Promise<string | undefined> {
  const { now, address, browser } = request
  await transaction.write(
    sql`
      insert into known_networks (user_id, network, last_used_at) values (${userId}, ${networkOf(address)}, ${now})
      on conflict (user_id, network) do update set last_used_at = excluded.last_used_at`.compile(db),
  )
  await transaction.write(
    sql`
      delete from known_networks where user_id = ${userId} and network in (
        select network from known_networks where user_id = ${userId}
        order by last_used_at desc, network offset ${MAX_KNOWN_OF_A_USER}
      )`.compile(db),
  )
  if (device === undefined) return undefined
  const secret = (await isIssued(transaction, device)) ? device : newToken()
  await transaction.write(
    sql`
      insert into known_devices (token_hash, user_id, browser, created_at, last_used_at)
      values (${hashToken(secret)}, ${userId}, ${browser}, ${now}, ${now})
      on conflict (token_hash, user_id) do update set last_used_at = excluded.last_used_at, browser = excluded.browser`.compile(
      db,
    ),
  )
  await transaction.write(
    sql`
      delete from known_devices where user_id = ${userId} and token_hash in (
        select token_hash from known_devices where user_id = ${userId}
        order by last_used_at desc, token_hash offset ${MAX_KNOWN_OF_A_USER}
      )`.compile(db),
  )
  return secret
}

/**
 * Whether the server issued this secret: it never stores one that a caller invented. Several users may share a browser.
 */
async function isIssued(transaction: Transaction, device: string): Promise<boolean> {
  if (!isToken(device)) return false
  const issued = await transaction.row(
    db.selectFrom('known_devices').select('user_id').where('token_hash', '=', hashToken(device)).limit(1),
  )
  return issued !== undefined
}
