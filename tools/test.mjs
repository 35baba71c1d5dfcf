// npm test: installs, then runs all checks and tests except the corners of `npm run test:browser`. `npm test -- ARGS` runs only
// vitest with these arguments, corners included.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildWeb } from './build-web.mjs'
import { ensureInstalled } from './install.mjs'
import { endAll, environment, installed, root, run, since } from './run.mjs'

/** If more files fail, they are not repeated. */
const MAX_FILES_TO_REPEAT = 2
const began = performance.now()
const filter = process.argv.slice(2)
const tool = (name, ...args) => [[name, ...args].join(' '), () => run(installed(name), args)]

await ensureInstalled('everything')
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.once(signal, () => {
    endAll()
    process.exit(1)
  })
}

const build = ['web build', buildWeb]
const checks = [
  // oxlint also checks types, once for the server and the browser.
  tool('oxlint', '--type-aware', '--type-check'),
  tool('oxfmt', '--check'),
  tool('knip'),
  build,
]
await sideBySide(filter.length > 0 ? [build] : checks, 2)
process.exit(await runTests())

/** Runs the steps, some at a time, and ends the process at the first failure, with its output. */
async function sideBySide(steps, lanes) {
  const waiting = [...steps]
  const lane = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [title, work] = next
      const started = performance.now()
      const { code, output } = await work()
      console.log(`${code === 0 ? 'ok  ' : 'FAIL'} ${title} (${since(started)})`)
      if (code === 0) continue
      endAll()
      console.log(`\n${output.trim()}\n\n${title} failed.`)
      process.exit(1)
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
}

async function runTests() {
  const { code, found } = await vitest(filter.length > 0 ? filter : ['--tagsFilter=!corner'])
  if (!found) return code || 1
  const { counts, corners, skips, projects, longest } = found
  const unsteady = code === 0 || filter.length > 0 ? [] : await findUnsteady(found)
  console.log(`Everything took ${since(began)}.`)
  if (filter.length === 0) printLongest(projects, longest)
  for (const skip of skips) console.log(`skipped: ${skip}`)
  if (corners > 0) console.log(`${corners} corners of the browser left to npm run test:browser`)
  for (const test of unsteady) console.log(`UNSTEADY, failed beside the others and passed alone; find out why: ${test}`)
  console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`)
  return code
}

/** Prints wall seconds by project and the longest files. */
function printLongest(projects, longest) {
  const whole = (seconds) => `${seconds.toFixed(0)} s`
  console.log(
    `by project: ${Object.entries(projects)
      .map(([name, seconds]) => `${name} ${whole(seconds)}`)
      .join(', ')}`,
  )
  console.log(`longest files: ${longest.map(({ file, seconds }) => `${file} ${whole(seconds)}`).join(', ')}`)
}

/** Runs vitest and reads its results; undefined if it ended before writing them. */
async function vitest(args) {
  const folder = mkdtempSync(join(tmpdir(), 'despatch-counts-'))
  const file = join(folder, 'counts.json')
  const reporters = ['--reporter=default', `--reporter=${join(root, 'tools', 'count-tests.mjs')}`]
  const env = { ...environment(), DESPATCH_TEST_COUNTS: file }
  const { code } = await run(installed('vitest'), ['run', ...reporters, ...args], { show: true, env })
  const found = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
  rmSync(folder, { recursive: true, force: true })
  return { code, found }
}

/**
 * Runs a few failed files once more, alone. The run fails anyway; this tells a steady fault from an unsteady test.
 * @returns {Promise<string[]>} the unsteady tests; none if any fails again, or if too many failed
 */
async function findUnsteady({ failed, loose }) {
  const files = Object.keys(failed)
  if (loose > 0 || files.length > MAX_FILES_TO_REPEAT) return []
  console.log(`\nOnce more, alone: ${files.join(', ')}`)
  const { code } = await vitest(['--tagsFilter=!corner', ...files])
  return code === 0 ? files.flatMap((file) => failed[file].map((name) => `${file} > ${name}`)) : []
}
