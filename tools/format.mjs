// npm run format: installs, then formats everything. `npm run format -- ARGS` passes ARGS to oxfmt.
import { ensureInstalled } from './install.mjs'
import { installed, run } from './run.mjs'

await ensureInstalled('everything')
const { code } = await run(installed('oxfmt'), process.argv.slice(2), { show: true })
process.exit(code)
