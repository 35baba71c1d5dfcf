import { execFile } from 'node:child_process'
import { readFile, readlink } from 'node:fs/promises'
import { promisify } from 'node:util'

const execute = promisify(execFile)

/**
 * A text that distinguishes a process from a later one with the same pid: when it started. Undefined if there is no such process,
 * or only a zombie.
 */
export async function processIdentity(pid: number): Promise<string | undefined> {
  if (!Number.isInteger(pid) || pid <= 0) return undefined
  if (process.platform === 'linux') return linuxIdentity(pid)
  if (process.platform === 'win32') return isAlive(pid) ? 'alive' : undefined
  try {
    const { stdout } = await execute('ps', ['-o', 'stat=,lstart=', '-p', String(pid)])
    const [state = 'Z', ...started] = stdout.trim().split(/\s+/)
    return state.startsWith('Z') ? undefined : started.join(' ')
  } catch {
    return undefined
  }
}

async function linuxIdentity(pid: number): Promise<string | undefined> {
  try {
    const text = await readFile(`/proc/${pid}/stat`, 'utf8')
    // The second field, the name, may contain spaces and brackets. The state follows its last bracket.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    const [state, startedAt] = [fields[0], fields[19]]
    if (state === 'Z' || state === 'X') return undefined
    const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => '')
    return `${boot.trim()}/${startedAt}`
  } catch {
    return undefined
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** Whether a process is the PostgreSQL of this cluster, and not another process that reuses its pid. */
export async function isPostgresOf(pid: number, clusterFolder: string): Promise<boolean> {
  if ((await processIdentity(pid)) === undefined) return false
  if (process.platform === 'win32') return true
  if (process.platform === 'linux') {
    // PostgreSQL's working directory is its cluster, even if that has been renamed.
    return (await readlink(`/proc/${pid}/cwd`).catch(() => '')) === clusterFolder
  }
  const { stdout } = await execute('ps', ['-o', 'command=', '-p', String(pid)])
  return stdout.includes(clusterFolder)
}
