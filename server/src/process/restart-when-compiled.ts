import { flushCompileCache } from 'node:module'

/** Passed by a starter that restarts the server when it exits with `RESTART`. */
const FLAG = '--again-once-compiled'
const RESTART = 75
/** Node's type stripper, which it loads for the first file that is not in its compile cache. */
const STRIPPER = /\bamaro\b/

/**
 * Exits if the process had to strip types, after everything is in the compile cache. The stripper stays loaded and takes some
 * 30 MB while the server runs; a restarted server does not load it.
 */
export function restartWhenCompiled(): void {
  if (!process.argv.includes(FLAG)) return
  const { moduleLoadList = [] } = process as { moduleLoadList?: readonly string[] }
  if (!moduleLoadList.some((name) => STRIPPER.test(name))) return
  flushCompileCache()
  process.exit(RESTART)
}
