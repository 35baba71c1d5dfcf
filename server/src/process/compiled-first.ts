import { flushCompileCache } from 'node:module'

/** Given by a starter that starts the server again when it ends with `AGAIN`. */
const FLAG = '--again-once-compiled'
const AGAIN = 75
/** Node's stripper of types, which it loads with the first file that its compile cache does not have. */
const STRIPPER = /\bamaro\b/

/**
 * Ends the process where it had to strip types, once all is kept in the compile cache: the stripper stays loaded, and takes
 * some 30 MB for as long as the server runs. Started again, the server does without.
 */
export function endOnceCompiled(): void {
  if (!process.argv.includes(FLAG)) return
  const { moduleLoadList = [] } = process as { moduleLoadList?: readonly string[] }
  if (!moduleLoadList.some((name) => STRIPPER.test(name))) return
  flushCompileCache()
  process.exit(AGAIN)
}
