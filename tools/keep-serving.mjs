// Keeps the server of npm start running. Plain JavaScript for Node 20, with nothing installed.

/** With which the server ends once it has compiled itself (server/src/process/compiled-first.ts). */
const COMPILED = 75
/** With which it ends when it served and had to end, as when its database is lost (server/src/main.ts). */
const TO_START_AGAIN = 70
const PAUSE_MS = 1000

/**
 * Starts the server, and starts it again when it was killed or had to end. What a person has to mend, such as a wrong setting, ends it
 * with another code, and it is left at that.
 * @param {(flags: string[]) => import('node:child_process').ChildProcess} start
 * @param {{ isStopping: () => boolean, say: (line: string) => void, pauseMs?: number }} options
 * @returns {Promise<number>} the exit code to end with
 */
export async function keepServing(start, { isStopping, say, pauseMs = PAUSE_MS }) {
  let flags = ['--again-once-compiled']
  for (;;) {
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
    say(`The server ended (${signal ?? 'an error'}). It is started again.`)
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
    if (isStopping()) return 0
  }
}
