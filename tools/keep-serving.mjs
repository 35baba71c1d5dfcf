// Keeps the server of npm start running. Plain JavaScript for Node 20, with nothing installed.

/** With which the server ends once it has compiled itself (server/src/process/restart-when-compiled.ts). */
const COMPILED = 75
/** With which it ends when it served and had to end, as when its database is lost (server/src/main.ts). */
const TO_START_AGAIN = 70
const PAUSE_MS = 1000
const MAX_PAUSE_MS = 60_000
/** A server that served for so long is started again at once. */
const STEADY_MS = 600_000

/**
 * Starts the server, and starts it again when it was killed or had to end, after a pause that doubles up to a minute while it
 * ends early. What a person has to mend, such as a wrong setting, ends it with another code, and it is left at that.
 * @param {(flags: string[]) => import('node:child_process').ChildProcess} start
 * @param {{ isStopping: () => boolean, say: (line: string) => void, pauseMs?: number }} options
 * @returns {Promise<number>} the exit code to end with
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
    if (code !== TO_START_AGAIN && !signal) return code ?? 1
    if (performance.now() - began > STEADY_MS) pause = pauseMs
    say(`The server ended (${signal ?? 'an error'}). It is started again.`)
    await new Promise((resolve) => setTimeout(resolve, pause))
    if (isStopping()) return 0
    pause = Math.min(pause * 2, MAX_PAUSE_MS)
  }
}
