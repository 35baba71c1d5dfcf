// npm test: installs, then proves everything but the corners that `npm run test:browser` looks into. `npm test -- ARGS` runs
// vitest alone, with these arguments, corners too.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildWeb } from './build-web.mjs'
import { ensureInstalled } from './install.mjs'
import { endAll, environment, installed, root, run, since } from './run.mjs'

const began = performance.now()
const filter = process.argv.slice(2)
const has = (file) => existsSync(join(root, file))
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
  tool('tsc', '-p', 'tsconfig.json'),
  ...(has('web/src') ? [tool('tsc', '-p', 'web/tsconfig.json')] : []),
  ...(has('.oxlintrc.json') ? [tool('oxlint', '--type-aware')] : []),
  tool('oxfmt', '--check'),
  tool('knip'),
  build,
]
await sideBySide(filter.length > 0 ? [build] : checks, 2)
process.exit(await runTests())

/** Does the steps, some at a time, and ends the process at the first that fails, with what it said. */
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
  const folder = mkdtempSync(join(tmpdir(), 'despatch-counts-'))
  const file = join(folder, 'counts.json')
  const args = ['run', '--reporter=default', `--reporter=${join(root, 'tools', 'count-tests.mjs')}`]
  args.push(...(filter.length > 0 ? filter : ['--tagsFilter=!corner']))
  const env = { ...environment(), DESPATCH_TEST_COUNTS: file }
  const { code } = await run(installed('vitest'), args, { show: true, env })
  const { counts, corners, skips } = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { skips: [] }
  rmSync(folder, { recursive: true, force: true })
  if (!counts) return code || 1
  console.log(`Everything took ${since(began)}.`)
  for (const skip of skips) console.log(`skipped: ${skip}`)
  if (corners > 0) console.log(`${corners} corners of the browser left to npm run test:browser`)
  console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`)
  return code
}
