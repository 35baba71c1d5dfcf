import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

/** A project with all of npm test's scripts, where the checks do nothing and vitest runs files of JavaScript. */
let project: string

/** Runs the files a.js and b.js, or those named; each says by its exit code whether it passed. */
const VITEST = `#!/usr/bin/env node
import { spawnSync } from 'node:child_process'
import { appendFileSync, writeFileSync } from 'node:fs'
const named = process.argv.slice(2).filter((word) => word.endsWith('.js'))
const files = named.length > 0 ? named : ['a.js', 'b.js']
appendFileSync('vitest.log', files.join(' ') + '\\n')
const failed = {}
for (const file of files) if (spawnSync(process.execPath, [file]).status !== 0) failed[file] = ['opens']
const count = Object.keys(failed).length
writeFileSync(process.env.DESPATCH_TEST_COUNTS, JSON.stringify({
  counts: { passed: files.length - count, failed: count, skipped: 0 }, corners: 0, skips: [], failed, loose: 0,
  projects: { unit: 12.4, server: 70 }, longest: [{ file: 'b.js', seconds: 8 }],
}))
process.exit(count > 0 ? 1 : 0)
`
const PASSES = ''
const FAILS = 'process.exit(1)'
const FAILS_ONCE = `
import { existsSync, writeFileSync } from 'node:fs'
if (!existsSync('tried')) { writeFileSync('tried', ''); process.exit(1) }
`

beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), 'despatch-test-'))
  mkdirSync(join(project, 'tools'))
  for (const name of ['test.mjs', 'build-web.mjs', 'install.mjs', 'install-plan.mjs', 'install-turn.mjs', 'run.mjs'])
    copyFileSync(join(import.meta.dirname, '..', name), join(project, 'tools', name))
  mkdirSync(join(project, 'node_modules', '.bin'), { recursive: true })
  write('package.json', JSON.stringify({ type: 'module' }))
  for (const lockfile of ['package-lock.json', 'node_modules/.package-lock.json'])
    write(lockfile, JSON.stringify({ packages: { '': {} } }))
  for (const name of ['oxlint', 'oxfmt', 'knip']) program(name, '#!/usr/bin/env node\n')
  program('vitest', VITEST)
})
afterEach(() => rmSync(project, { recursive: true, force: true }))

test('npm test passes where all tests pass, and says what took long', async () => {
  const { code, output } = await npmTest(PASSES, PASSES)
  expect(code).toBe(0)
  expect(output).toContain('2 passed, 0 failed, 0 skipped')
  expect(output).toContain('by project: unit 12 s, server 70 s\nlongest files: b.js 8 s')
  expect(runs()).toEqual(['a.js b.js'])
})

test('npm test fails where a test failed and passes alone, and says so', async () => {
  const { code, output } = await npmTest(PASSES, FAILS_ONCE)
  expect(code).toBe(1)
  expect(output).toContain('UNSTEADY, failed beside the others and passed alone; find out why: b.js > opens')
  expect(output).toContain('1 passed, 1 failed, 0 skipped')
  expect(runs()).toEqual(['a.js b.js', 'b.js'])
})

test('npm test fails where a test fails again, and does not call it unsteady', async () => {
  const { code, output } = await npmTest(FAILS, FAILS_ONCE)
  expect(code).toBe(1)
  expect(output).not.toContain('UNSTEADY')
  expect(output).toContain('0 passed, 2 failed, 0 skipped')
  expect(runs()).toEqual(['a.js b.js', 'a.js b.js'])
})

function write(path: string, text: string) {
  writeFileSync(join(project, path), text)
}

function program(name: string, text: string) {
  write(`node_modules/.bin/${name}`, text)
  chmodSync(join(project, 'node_modules', '.bin', name), 0o755)
}

async function npmTest(a: string, b: string) {
  write('a.js', a)
  write('b.js', b)
  const child = spawn(process.execPath, ['tools/test.mjs'], { cwd: project })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  await once(child, 'close')
  return { code: child.exitCode, output }
}

/** Which files vitest ran each time. */
function runs() {
  return readFileSync(join(project, 'vitest.log'), 'utf8').trim().split('\n')
}
