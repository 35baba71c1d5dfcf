import { spawn } from 'node:child_process'

/** Who a program runs as: nothing for the user who runs the server. */
export interface Account {
  readonly name: string
  readonly ids: { readonly uid: number; readonly gid: number } | undefined
}

/** What a PostgreSQL program sees of our environment: a stray PGDATA or PGPORT of the shell must not steer it. */
export function plainEnvironment(): NodeJS.ProcessEnv {
  const kept = ['PATH', 'SystemRoot', 'TEMP', 'TMP', 'TMPDIR']
  const environment: NodeJS.ProcessEnv = { LC_ALL: 'C', TZ: 'UTC' }
  for (const name of kept) {
    const value = process.env[name]
    if (value !== undefined) environment[name] = value
  }
  return environment
}

/**
 * Runs a program to its end, in its own process group, and gives what it wrote.
 * Throws when it cannot be started or ends with anything but 0; the message ends with its last lines.
 */
export async function runProgram(
  program: string,
  args: readonly string[],
  account: Account,
  input = '',
): Promise<{ stdout: string; stderr: string }> {
  const child = spawn(program, args, {
    ...account.ids,
    cwd: '/',
    env: plainEnvironment(),
    detached: process.platform !== 'win32',
    windowsHide: true,
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  let stdout = ''
  let stderr = ''
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (stdout += chunk))
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (stderr += chunk))
  // A program that ends without reading all of its input is judged by its exit code, not by our broken pipe.
  child.stdin.on('error', () => {}).end(input)
  const code = await new Promise<number | string>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (exitCode, signal) => resolve(exitCode ?? signal ?? 'unknown'))
  })
  if (code !== 0) throw new Error(`${program} ended with ${code}: ${lastLines(stderr || stdout)}`)
  return { stdout, stderr }
}

/** The last lines of a log, in one line, for an error message. */
export function lastLines(text: string, count = 4): string {
  return text.trim().split('\n').slice(-count).join(' | ')
}
