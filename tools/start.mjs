// npm start: installs, builds and serves. It stays the server's parent: it restarts a server that dies, and the server stops
// when its parent is gone.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ensureWebIsBuilt } from './build-web.mjs'
import { ensureInstalled } from './install.mjs'
import { keepServing } from './keep-serving.mjs'
import { endAll, environment, root, serverNode } from './run.mjs'

let server
let stopping = false

function stop(signal) {
  stopping = true
  if (!server) {
    endAll()
    process.exit(0)
  }
  // Pass on a supervisor's SIGTERM: the server then notifies its balancer before it stops. Windows has no such signal.
  if (signal === 'SIGTERM' && process.platform !== 'win32') server.kill(signal)
  // The server stops when this channel closes; after a terminal's Ctrl-C it is already stopping.
  else if (server.connected) server.disconnect()
}

await ensureInstalled('running')
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop)
await ensureWebIsBuilt()
void keepServing(startServer, { isStopping: () => stopping, say: (line) => process.stderr.write(`${line}\n`) }).then(
  (code) => process.exit(code),
)

function startServer(flags) {
  // A small young generation saves a third of the memory and costs a few per cent of speed. bench/ does the same.
  server = spawn(serverNode(), ['--max-semi-space-size=8', join(root, 'server', 'src', 'main.ts'), ...flags], {
    cwd: root,
    env: { ...environment(), NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'node-compile') },
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
  return server
}

// npm runs this process through a shell, which outlives a killed npm. So check the parent and its parent.
const ancestry = () => `${process.ppid} ${parentOf(process.ppid)}`
const ours = ancestry()
setInterval(() => {
  if (ancestry() !== ours) stop()
}, 1000).unref()

function parentOf(pid) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return text.slice(text.lastIndexOf(')') + 2).split(' ')[1]
  } catch {
    return ''
  }
}
