import type pg from 'pg'
import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'

/** Fields of /proc/PID/stat after the name, which may have spaces itself: proc_pid_stat(5). */
const PARENT = 1
const OWN = [11, 12]
const OF_ENDED_CHILDREN = [13, 14]
/** Linux tells in hundredths of a second. */
const MILLISECONDS = 10

async function statOf(pid: number): Promise<number[] | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined)
  return stat
    ?.slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number)
}

const sumOf = (stat: number[] | undefined, fields: number[]) =>
  stat === undefined ? Number.NaN : fields.reduce((sum, field) => sum + (stat[field] ?? 0) * MILLISECONDS, 0)

/** Processor time that a process has had, in milliseconds; NaN where the system does not tell (other than Linux). */
export async function processorTime(pid: number): Promise<number> {
  return sumOf(await statOf(pid), OWN)
}

/** The same of the whole PostgreSQL that one of its connections belongs to, with the connections that have ended. */
export async function databaseTime(connection: number): Promise<number> {
  const postmaster = (await statOf(connection))?.[PARENT] ?? 0
  const children = await readFile(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8').catch(() => '')
  const stats = await Promise.all(children.trim().split(' ').map(Number).map(statOf))
  const living = stats.filter((stat) => stat !== undefined).map((stat) => sumOf(stat, OWN))
  return sumOf(await statOf(postmaster), [...OWN, ...OF_ENDED_CHILDREN]) + living.reduce((sum, time) => sum + time, 0)
}

/** The process of the database that serves a connection. */
export async function processOf(connection: pg.Client): Promise<number> {
  return (await connection.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid ?? 0
}

/** Work of a second, in milliseconds, that counts as none; so many seconds of it in a row; and as long as it is waited for. */
const IDLE = { work: 100, seconds: 5, most: 900 }

/**
 * Waits until a server and its database, told by one of its connections, have done what a new database leaves them to do
 * (claims are judged, days reckoned), so that only what is measured is. Gives up after fifteen minutes, and says so.
 */
export async function untilIdle(server: number, connection: number): Promise<void> {
  const work = async () => (await processorTime(server)) + (await databaseTime(connection))
  let quiet = 0
  let before = await work()
  for (let second = 0; second < IDLE.most; second++) {
    await sleep(1000)
    const now = await work()
    // NaN, where the system does not tell, is no work either.
    quiet = now - before > IDLE.work ? 0 : quiet + 1
    if (quiet >= IDLE.seconds) return
    before = now
  }
  console.log('The server has other work still: what follows is measured beside it.')
}
