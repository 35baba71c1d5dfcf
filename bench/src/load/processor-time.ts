import type pg from 'pg'
import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'

/** Indexes of fields in /proc/PID/stat after the name, which may contain spaces: proc_pid_stat(5). */
const PARENT = 1
const OWN = [11, 12]
const OF_ENDED_CHILDREN = [13, 14]
/** Linux reports hundredths of a second. */
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

/** Processor time of a process in milliseconds; NaN on systems other than Linux. */
export async function processorTime(pid: number): Promise<number> {
  return sumOf(await statOf(pid), OWN)
}

/** Processor time of the whole PostgreSQL of a connection, including ended connections. */
export async function databaseTime(connection: number): Promise<number> {
  const postmaster = (await statOf(connection))?.[PARENT] ?? 0
  const children = await readFile(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8').catch(() => '')
  const stats = await Promise.all(children.trim().split(' ').map(Number).map(statOf))
  const living = stats.filter((stat) => stat !== undefined).map((stat) => sumOf(stat, OWN))
  return sumOf(await statOf(postmaster), [...OWN, ...OF_ENDED_CHILDREN]) + living.reduce((sum, time) => sum + time, 0)
}

/** The process id of a connection's backend. */
export async function processOf(connection: pg.Client): Promise<number> {
  return (await connection.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid ?? 0
}

/** Idle: at most `work` ms of processor time in each of `seconds` consecutive seconds. Waits at most `most` seconds. */
const IDLE = { work: 100, seconds: 5, most: 900 }

/**
 * Waits until a server and its database (found by one of its connections) have finished the background work of a new
 * database, such as judging claims and counting days, which would disturb measurements. Gives up after fifteen minutes,
 * with a message.
 */
export async function untilIdle(server: number, connection: number): Promise<void> {
  const work = async () => (await processorTime(server)) + (await databaseTime(connection))
  let quiet = 0
  let before = await work()
  for (let second = 0; second < IDLE.most; second++) {
    await sleep(1000)
    const now = await work()
    // NaN, without Linux, counts as idle too.
    quiet = now - before > IDLE.work ? 0 : quiet + 1
    if (quiet >= IDLE.seconds) return
    before = now
  }
  console.log('The server has other work still: what follows is measured beside it.')
}
