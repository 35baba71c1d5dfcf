import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { StartError } from '../../process/start-error.ts'
import { endWhenIdle, MAX_IDLE_MS } from '../faults/held-transactions.ts'

/** A file that begins so holds statements that PostgreSQL refuses in a transaction: create index concurrently. */
const OUTSIDE = '-- outside a transaction'

/** How long a file waits for a lock, and how often it is tried again. Tests give other values. */
export type LockPatience = { readonly timeoutMs: number; readonly pauseMs: number; readonly tries: number }
/** In a rolling update servers of the version before work on: their transactions end within some seconds. */
const LOCK_PATIENCE: LockPatience = { timeoutMs: 5000, pauseMs: 2000, tries: 6 }
/** Lock not available, and deadlock: work under way had what the file needs. */
const HELD_BY_OTHERS: ReadonlySet<string | undefined> = new Set(['55P03', '40P01'])

/** SQL to apply, and the statement that notes that it was applied. */
type SqlFile = {
  /** What errors and the report call it: 'migration 0835-…'. */
  readonly name: string
  readonly sql: string
  readonly note: { readonly text: string; readonly values: readonly unknown[] }
}
export type ApplyOptions = { readonly report?: (line: string) => void; readonly lockPatience?: LockPatience }

/** The hash of a file's text, the same whatever its line ends. */
export const hashOf = (text: string): string => createHash('sha256').update(text.replaceAll('\r\n', '\n')).digest('hex')

/**
 * Applies a file in one transaction as the owner, again and again while others hold a table that it needs, and notes that it
 * was applied. Throws where it fails (nothing of it is kept), or a StartError where others hold its tables for too long.
 */
export async function applyFile(client: pg.Client, file: SqlFile, options: ApplyOptions): Promise<void> {
  const { report, lockPatience: { timeoutMs, pauseMs, tries } = LOCK_PATIENCE } = options
  for (let tried = 1; ; tried++) {
    try {
      return await applyOnce(client, file, timeoutMs)
    } catch (error) {
      if (!(error instanceof Error) || !HELD_BY_OTHERS.has((error.cause as { code?: string } | undefined)?.code))
        throw error
      if (tried >= tries)
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
    if (sql.startsWith(OUTSIDE)) {
      // One by one: several statements sent at once are a transaction.
      for (const statement of sql.split(/;\n/).filter((text) => text.trim() !== '')) {
        await clearRemains(client, statement)
        await client.query(statement)
      }
      await record()
      return
    }
    await client.query('begin')
    // A file that cannot have its lock at once gives way to the work under way, rather than queue everyone up.
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

/** Drops what a server that ended while it made an index left of it: that is invalid, and in the way. */
async function clearRemains(client: pg.Client, sql: string): Promise<void> {
  const made = /^create (?:unique )?index concurrently (\w+) on/m.exec(sql)?.[1]
  if (made) await client.query(`drop index concurrently if exists ${made}`)
}

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
