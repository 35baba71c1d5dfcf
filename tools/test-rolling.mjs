// npm run test:rolling: restarts two servers over one database behind the HAProxy of docs/operate/several-servers.md, three
// times
// each, under load, and prints how many requests were made and failed. Needs haproxy (apt-get install haproxy) and says
// so.
import { spawnSync } from 'node:child_process'

if (spawnSync('haproxy', ['-v']).status === 0) {
  process.env.ROLLING_ROUNDS ??= '3'
  process.env.ROLLING_HAPROXY ??= 'on'
  process.argv.push('server/src/http/rolling-restart.test.ts')
  await import('./test.mjs')
} else {
  console.log('skipped: there is no haproxy here (apt-get install haproxy)')
}
