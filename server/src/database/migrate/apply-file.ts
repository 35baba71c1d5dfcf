import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { StartError } from '../../process/start-error.ts'
import { endWhenIdle, MAX_IDLE_MS } from '../faults/held-transactions.ts'

/** The first line of a file with statements that cannot run in a transaction, such as create index concurrently. */
const OUTSIDE_TRANSACTION = '-- outside a transaction'

/** How long a file waits for a lock, and how often it is tried. Tests use other values. */
export type LockPatience = { readonly timeoutMs: number; readonly pauseMs: number; readonly tries: number }
/** In a rolling update servers of the previous version go on working: their transactions end within seconds. */
const LOCK_PATIENCE: LockPatience = { timeoutMs: 5000, pauseMs: 2000, tries: 6 }
/** Lock not available, and deadlock: other work held what the file needs. */
const HELD_BY_OTHERS: ReadonlySet<string | undefined> = new Set(['55P03', '40P01'])

/** SQL to apply, and the statement that records it. */
type SqlFile = {
  /** The name in errors and reports: 'migration 0835-…'. */
  readonly name: string
  readonly sql: string
  readonly note: { readonly text: string; readonly values: readonly unknown[] }
}
export type ApplyOptions = { readonly report?: (line: string) => void; readonly lockPatience?: LockPatience }

/** The hash of a text, whatever its line ends. */
export const hashOf = (text: string): string => createHash('sha256').update(text.replaceAll('\r\n', '\n')).digest('hex')

/**
 * Applies a file in one transaction as the owner and records it. Retries while others hold a table that it needs. Throws if the
 * file fails (everything is rolled back), or a StartError if others hold its tables for too long.
 */
export async function applyFile(client: pg.Client, file: SqlFile, options: ApplyOptions): Promise<void> {
  const { report, lockPatience: { timeoutMs, pauseMs, tries } = LOCK_PATIENCE } = options
  for (let attempt = 1; ; attempt++) {
    try {
      return await applyOnce(client, file, timeoutMs)
    } catch (error) {
      if (!(error instanceof Error) || !HELD_BY_OTHERS.has((error.cause as { code?: string } | undefined)?.code))
        throw error
      if (attempt >= tries)
        throw new StartError(
          `${capitalised(file.name)} was tried ${tries} times, and others held its tables each time (lock timeout). Start again when less is going on, or end long transactions in the database first.`,
        )
      report?.(`${file.name} waits: others hold its tables`)
      await sleep(pauseMs)
    }
  }
}

async function applyOnce(client: pg.Client, { name, sql, note }: SqlFile, lockTimeoutMs: number): Promise<void> {
  const record = () => client.query(note.text, [...note.values])
  try {
    if (sql.startsWith(OUTSIDE_TRANSACTION)) {
      // One at a time: several statements in one message would be a transaction.
      for (const statement of sql.split(/;\n/).filter((text) => text.trim() !== '')) {
        await dropInvalidIndex(client, statement)
        await client.query(statement)
      }
      await record()
      return
    }
    await client.query('begin')
    // If the lock is not free soon, give way to other work rather than make it queue behind this file.
    await client.query(`set local lock_timeout = ${lockTimeoutMs}; ${endWhenIdle(MAX_IDLE_MS)}`)
    await client.query(sql)
    await record()
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw new Error(`${capitalised(name)} failed: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    })
  }
}

/** Drops the invalid index that a server left if it ended while creating it. */
async function dropInvalidIndex(client: pg.Client, sql: string): Promise<void> {
  const made = /^create (?:unique )?index concurrently (\w+) on/m.exec(sql)?.[1]
  if (made) await client.query(`drop index concurrently if exists ${made}`)
}

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
