// npm run test:drills: runs the long fault tests (tools/drills.mjs) one after the other and prints a line for each, with the
// output of failures. `npm run test:drills -- restore` runs only those whose titles contain the word.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ensureInstalled } from './install.mjs'
import { DRILLS } from './drills.mjs'
import { endAll, environment, giveUp, root, run, serverNode, since } from './run.mjs'

const began = performance.now()
const words = process.argv.slice(2)
const drills = DRILLS.filter(({ title }) => words.length === 0 || words.some((word) => title.includes(word)))
if (drills.length === 0) giveUp(`There is no such drill: there are ${DRILLS.map(({ title }) => title).join(', ')}.`)
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

await ensureInstalled('everything')
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.once(signal, () => {
    endAll()
    process.exit(1)
  })
}

const counts = { passed: 0, failed: 0, skipped: 0 }
for (const { title, script, args = [], env = {} } of drills) {
  const started = performance.now()
  const command = scripts[script].replace(/^node /, '').split(' ')
  const { code, output } = await run(serverNode(), [...command, ...args], { env: { ...environment(), ...env } })
  const { outcome, summary } = outcomeOf(code, output)
  counts[outcome]++
  console.log(`${outcome.padEnd(7)} ${title} (${since(started)})${summary && `: ${summary}`}`)
  if (outcome === 'failed') console.log(`\n${output.trim()}\n`)
}
console.log(`The drills took ${since(began)}.`)
console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`)
process.exit(counts.failed > 0 ? 1 : 0)

/** The result of a drill. One that says why it was skipped and ran no test has proved nothing. */
function outcomeOf(code, output) {
  const counted = /^(\d+) passed, \d+ failed, \d+ skipped$/m.exec(output)
  const skipped = /^skipped: (.*)$/m.exec(output)
  if (code !== 0) return { outcome: 'failed', summary: counted?.[0] ?? `exit code ${code}` }
  if (skipped && Number(counted?.[1] ?? 0) === 0) return { outcome: 'skipped', summary: skipped[1] }
  return { outcome: 'passed', summary: counted?.[0] ?? '' }
}
