import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

/** Keeps a server running that does one of these deeds at each start. */
const STARTER = `
import { spawn } from 'node:child_process'
import { keepServing } from ${JSON.stringify(join(import.meta.dirname, '..', 'keep-serving.mjs'))}

const { deeds, isStopping } = JSON.parse(process.argv[1])
const [flags, said] = [[], []]
const start = (given) => spawn(process.execPath, ['--eval', deeds[flags.push(given) - 1]])
const code = await keepServing(start, { isStopping: () => isStopping, say: (line) => said.push(line), pauseMs: 1 })
process.stdout.write(JSON.stringify({ code, flags, said }))
`
const KILLED = "process.kill(process.pid, 'SIGKILL')"
const ended = (code: number) => `process.exit(${code})`
const FIRST = ['--again-once-compiled']

async function serve(deeds: readonly string[], isStopping = false): Promise<unknown> {
  const input = JSON.stringify({ deeds, isStopping })
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', STARTER, input])
  return JSON.parse(stdout)
}

test('a server that was killed or had to stop is restarted', async () => {
  expect(await serve([KILLED, ended(70), ended(0)])).toEqual({
    code: 0,
    flags: [FIRST, FIRST, FIRST],
    said: ['The server ended (SIGKILL). It is started again.', 'The server ended (an error). It is started again.'],
  })
})

test.each([
  ['has to be mended by a person', ended(1), false, 1],
  ['has stopped', ended(0), false, 0],
  ['is killed as it stops', KILLED, true, 0],
])('a server that %s is not restarted', async (_what, deed, isStopping, code) => {
  expect(await serve([deed], isStopping)).toEqual({ code, flags: [FIRST], said: [] })
})

test('a server that has filled its compile cache is restarted once, silently', async () => {
  expect(await serve([ended(75), ended(0)])).toEqual({ code: 0, flags: [FIRST, []], said: [] })
})
