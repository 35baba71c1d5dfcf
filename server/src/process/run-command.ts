import { fileURLToPath } from 'node:url'
import { StartError } from './start-error.ts'

/**
 * Runs `main` if its module was started rather than imported. An error that the user can fix (a StartError, a wrong option) is
 * printed as its message only; the exit code is then 1.
 */
export async function runCommand(moduleUrl: string, main: () => Promise<void>): Promise<void> {
  if (process.argv[1] !== fileURLToPath(moduleUrl)) return
  await main().catch((error: unknown) => {
    const isPlain = error instanceof StartError || (error instanceof TypeError && 'code' in error)
    process.stderr.write(`${isPlain ? error.message : String(error)}\n`)
    process.exitCode = 1
  })
}
