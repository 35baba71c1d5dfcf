// npm run mutate: installs, then tries the engine's tests on mutants of it. `npm run mutate -- ARGS` hands ARGS to Stryker.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { ensureInstalled } from './install.mjs'
import { installed, root, run } from './run.mjs'

await ensureInstalled('everything')
// Stryker does not make the folder above the one it works in.
mkdirSync(join(root, 'data'), { recursive: true })
const { code } = await run(installed('stryker'), ['run', ...process.argv.slice(2)], { show: true })
process.exit(code)
