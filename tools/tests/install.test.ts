import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

/** A project of two libraries, one of them for tests. NPM stands in for npm, and npm.log has its commands. */
let project: string

const NPM = `
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
const [command, ...options] = process.argv.slice(2)
appendFileSync('npm.log', [command, ...options].join(' ') + '\\n')
const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'))
if (command === 'ci') rmSync('node_modules', { recursive: true, force: true })
const record = {}
for (const [place, entry] of Object.entries(packages)) {
  if (place === '' || (entry.dev && options.includes('--omit=dev'))) continue
  if (process.env.NPM_WAITS) while (!existsSync('go')) await new Promise((resolve) => setTimeout(resolve, 20))
  // Like npm, it takes a folder with a package.json for a whole package.
  if (!existsSync(place)) {
    mkdirSync(place, { recursive: true })
    writeFileSync(place + '/package.json', JSON.stringify(entry))
    if (process.env.NPM_DIES_AT === place) process.exit(1)
    writeFileSync(place + '/index.js', '')
  }
  record[place] = entry
}
writeFileSync('node_modules/.package-lock.json', JSON.stringify({ packages: record }))
`
const RUNNING = 'node_modules/for-running'
const TESTS = 'node_modules/for-tests'

beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), 'despatch-install-'))
  mkdirSync(join(project, 'tools'))
  for (const name of ['install.mjs', 'install-plan.mjs', 'install-turn.mjs', 'run.mjs'])
    copyFileSync(join(import.meta.dirname, '..', name), join(project, 'tools', name))
  write('tools/ensure.mjs', `import { ensureInstalled } from './install.mjs'\nawait ensureInstalled(process.argv[2])`)
  write('npm-cli.js', NPM)
  lock('1.0.0', '1.0.0')
})
afterEach(() => rmSync(project, { recursive: true, force: true }))

test('a first start installs what running needs, and a test the rest', async () => {
  await ensure('running')
  expect([has(RUNNING), has(TESTS)]).toEqual([true, false])
  await ensure('running')
  write(`${RUNNING}/in-use`, '')
  await ensure('everything')
  expect([has(`${RUNNING}/in-use`), has(TESTS)]).toEqual([true, true])
  await ensure('running')
  await ensure('everything')
  expect(npmCommands()).toEqual(['ci --omit=dev', 'install --no-save --include=dev'])
})

test('a test on a fresh clone brings everything at once', async () => {
  await ensure('everything')
  await ensure('running')
  expect(npmCommands()).toEqual(['ci --include=dev'])
})

test('a start after an update keeps the packages of tests', async () => {
  await ensure('everything')
  lock('1.0.1', '1.0.0')
  await ensure('running')
  expect(npmCommands()).toEqual(['ci --include=dev', 'ci --include=dev'])
})

test('an update of test packages does not touch what a running portal uses', async () => {
  await ensure('everything')
  write(`${RUNNING}/in-use`, '')
  lock('1.0.0', '1.0.1')
  await ensure('running')
  await ensure('everything')
  expect(npmCommands()).toEqual(['ci --include=dev', 'install --no-save --include=dev'])
  expect(has(`${RUNNING}/in-use`)).toBe(true)
  expect(JSON.parse(readFileSync(join(project, TESTS, 'package.json'), 'utf8'))).toMatchObject({ version: '1.0.1' })
})

test('an interrupted install is repaired', async () => {
  expect((await ensure('running', { NPM_DIES_AT: RUNNING })).code).toBe(1)
  await ensure('running')
  expect(has(`${RUNNING}/index.js`)).toBe(true)
  // Half a package is left, which npm takes for a complete one.
  expect((await ensure('everything', { NPM_DIES_AT: TESTS })).code).toBe(1)
  expect([has(`${TESTS}/package.json`), has(`${TESTS}/index.js`)]).toEqual([true, false])
  await ensure('running')
  await ensure('everything')
  expect(has(`${TESTS}/index.js`)).toBe(true)
})

test('of two installs at once, one runs and the other waits', async () => {
  const first = ensure('running', { NPM_WAITS: '1' })
  await expect.poll(() => has('npm.log'), { timeout: 30_000 }).toBe(true)
  const second = ensure('running', {}, (output) => {
    if (output.includes('waiting for it')) write('go', '')
  })
  expect([(await first).code, (await second).code]).toEqual([0, 0])
  expect(npmCommands()).toEqual(['ci --omit=dev'])
  expect(has('.installing')).toBe(false)
})

test('a killed install keeps nobody waiting', async () => {
  const killed = spawn(process.execPath, ['-e', ''])
  await once(killed, 'close')
  write('.installing', String(killed.pid))
  expect((await ensure('running')).code).toBe(0)
  expect(npmCommands()).toEqual(['ci --omit=dev'])
})

function has(path: string) {
  return existsSync(join(project, path))
}

function write(path: string, text: string) {
  writeFileSync(join(project, path), text)
}

function lock(running: string, tests: string) {
  const dependencies = { 'for-running': running }
  const devDependencies = { 'for-tests': tests }
  write('package.json', JSON.stringify({ type: 'module', dependencies, devDependencies }))
  const packages = {
    '': { dependencies, devDependencies },
    [RUNNING]: { version: running, integrity: `sha512-${running}` },
    [TESTS]: { version: tests, integrity: `sha512-${tests}`, dev: true },
  }
  write('package-lock.json', JSON.stringify({ packages }))
}

/** Calls ensureInstalled in a process of its own. */
async function ensure(
  scope: 'running' | 'everything',
  env: Record<string, string> = {},
  onOutput?: (output: string) => void,
) {
  const child = spawn(process.execPath, ['tools/ensure.mjs', scope], {
    cwd: project,
    env: { ...process.env, npm_execpath: join(project, 'npm-cli.js'), ...env },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
      onOutput?.(output)
    })
  await once(child, 'close')
  return { code: child.exitCode, output }
}

/** The commands that npm received, without the options that are always the same. */
function npmCommands() {
  return readFileSync(join(project, 'npm.log'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split(' --include=optional')[0])
}
