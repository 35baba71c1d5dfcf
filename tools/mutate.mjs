// npm run mutate: installs, then runs the engine's tests on mutants of it. `npm run mutate -- ARGS` passes ARGS to Stryker.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { ensureInstalled } from './install.mjs'
import { installed, root, run } from './run.mjs'

await ensureInstalled('everything')
// Stryker does not create the parent of its working folder.
mkdirSync(join(root, 'data'), { recursive: true })
const { code } = await run(installed('stryker'), ['run', ...process.argv.slice(2)], { show: true })
process.exit(code)
