// Keeps the server of npm start running. Plain JavaScript for Node 20, without dependencies.

/** Exit code of a server that has filled its compile cache (server/src/process/restart-when-compiled.ts). */
const COMPILED = 75
/** Exit code of a server that served and had to stop, for example because its database was lost (server/src/main.ts). */
const RESTART_CODE = 70
const PAUSE_MS = 1000
const MAX_PAUSE_MS = 60_000
/** A server that ran for this long is restarted after the shortest pause. */
const STEADY_MS = 600_000

/**
 * Starts the server, and restarts it when it was killed or had to stop. The pause before a restart doubles up to a minute while
 * the server ends early. Another exit code means that a person must fix something, such as a wrong setting: then it stays ended.
 * @param {(flags: string[]) => import('node:child_process').ChildProcess} start
 * @param {{ isStopping: () => boolean, say: (line: string) => void, pauseMs?: number }} options
 * @returns {Promise<number>} the exit code of this process
 */
export async function keepServing(start, { isStopping, say, pauseMs = PAUSE_MS }) {
  let flags = ['--again-once-compiled']
  let pause = pauseMs
  for (;;) {
    const began = performance.now()
    const server = start(flags)
    const { error, code, signal } = await new Promise((resolve) => {
      server.once('error', (error) => resolve({ error }))
      server.once('exit', (code, signal) => resolve({ code, signal }))
    })
    if (error) {
      say(`The server could not be started: ${error.message}`)
      return 1
    }
    if (isStopping()) return code === COMPILED ? 0 : (code ?? 0)
    if (code === COMPILED && flags.length > 0) {
      flags = []
      continue
    }
    if (code !== RESTART_CODE && !signal) return code ?? 1
    if (performance.now() - began > STEADY_MS) pause = pauseMs
    say(`The server ended (${signal ?? 'an error'}). It is started again.`)
    await new Promise((resolve) => setTimeout(resolve, pause))
    if (isStopping()) return 0
    pause = Math.min(pause * 2, MAX_PAUSE_MS)
  }
}
