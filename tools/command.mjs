// npm run feed, bench, make-administrator …: installs what the lockfile names and runs a command of the project.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { ensureInstalled } from './install.mjs'
import { environment, root, serverNode } from './run.mjs'

const [file, ...parameters] = process.argv.slice(2)
await ensureInstalled(file.startsWith('bench/') ? 'everything' : 'running')
const command = spawn(serverNode(), [join(root, file), ...parameters], {
  // File names are relative to the user's folder; the data folder is that of npm start.
  cwd: process.env.INIT_CWD ?? root,
  env: { PORTAL_DATA: join(root, 'data'), ...environment() },
  stdio: 'inherit',
})
// A terminal's Ctrl-C reaches the command as well. It ends on its own, and this process waits for it.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => command.kill(signal))
command.once('exit', (code) => process.exit(code ?? 1))
