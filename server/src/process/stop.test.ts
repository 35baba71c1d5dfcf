import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

/** A process with two uncaught errors, before or after it is told to survive them. */
const PROCESS = `
import { watchForStop } from ${JSON.stringify(join(import.meta.dirname, 'stop.ts'))}

const stopping = watchForStop()
const logged = []
if (process.argv[1] === 'serving') stopping.surviveErrors({ error: ({ err }) => logged.push(err.message) })
setImmediate(() => { throw new Error('thrown by a request') })
Promise.reject(new Error('rejected by a request'))
setTimeout(() => {
  console.log(JSON.stringify({ isStopping: stopping.isRequested(), logged }))
  process.exit()
}, 50)
`
const run = async (phase: string): Promise<unknown> => {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', PROCESS, phase])
  return JSON.parse(stdout)
}

test('an uncaught error ends a start, but is only logged once the server serves', async () => {
  expect(await run('starting')).toEqual({ isStopping: true, logged: [] })
  expect(await run('serving')).toEqual({
    isStopping: false,
    logged: ['rejected by a request', 'thrown by a request'],
  })
})
