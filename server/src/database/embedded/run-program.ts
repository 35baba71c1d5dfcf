import { spawn } from 'node:child_process'

/** The user that a program runs as. Without ids: the user who runs the server. */
export interface Account {
  readonly name: string
  readonly ids: { readonly uid: number; readonly gid: number } | undefined
}

/** The environment of PostgreSQL programs, without variables such as PGDATA and PGPORT that would change what they do. */
export function plainEnvironment(): NodeJS.ProcessEnv {
  const names = ['PATH', 'SystemRoot', 'TEMP', 'TMP', 'TMPDIR']
  const environment: NodeJS.ProcessEnv = { LC_ALL: 'C', TZ: 'UTC' }
  for (const name of names) {
    const value = process.env[name]
    if (value !== undefined) environment[name] = value
  }
  return environment
}

/**
 * Runs a program in its own process group and returns its output.
 * Throws if it cannot start or exits with a code other than 0; the message ends with the last lines of its output.
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
  // If the program exits without reading all of its input, its exit code matters, not the broken pipe.
  child.stdin.on('error', () => {}).end(input)
  const code = await new Promise<number | string>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (exitCode, signal) => resolve(exitCode ?? signal ?? 'unknown'))
  })
  if (code !== 0) throw new Error(`${program} ended with ${code}: ${lastLines(stderr || stdout)}`)
  return { stdout, stderr }
}

/** The last lines of a log joined in one, for an error message. */
export function lastLines(text: string, count = 4): string {
  return text.trim().split('\n').slice(-count).join(' | ')
}
