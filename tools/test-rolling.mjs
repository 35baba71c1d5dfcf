// npm run test:rolling: two servers over one database behind HAProxy, as README has it, restarted three times each under
// load; prints how many requests were made, and how many failed. Needs haproxy (apt-get install haproxy) and says so.
import { spawnSync } from 'node:child_process'

if (spawnSync('haproxy', ['-v']).status === 0) {
  process.env.ROLLING_ROUNDS ??= '3'
  process.env.ROLLING_HAPROXY ??= 'on'
  process.argv.push('server/src/http/rolling-restart.test.ts')
  await import('./test.mjs')
} else {
  console.log('skipped: there is no haproxy here (apt-get install haproxy)')
}
