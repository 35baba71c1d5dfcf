import { readFile } from 'node:fs/promises'

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
