// npm run feed, bench, make-administrator …: a command of the project, with what the lockfile names installed first.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { ensureInstalled } from './install.mjs'
import { environment, root, serverNode } from './run.mjs'

const [file, ...given] = process.argv.slice(2)
await ensureInstalled(file.startsWith('bench/') ? 'everything' : 'running')
const command = spawn(serverNode(), [join(root, file), ...given], {
  // Files are named from where the user stands; the data lie where npm start keeps them.
  cwd: process.env.INIT_CWD ?? root,
  env: { PORTAL_DATA: join(root, 'data'), ...environment() },
  stdio: 'inherit',
})
// A terminal's Ctrl-C reaches the command as well: it ends by itself, and this waits for it.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => command.kill(signal))
command.once('exit', (code) => process.exit(code ?? 1))
