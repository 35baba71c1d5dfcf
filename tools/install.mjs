// Installs what the lockfile names.
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { planInstall } from './install-plan.mjs'
import { takeTurn } from './install-turn.mjs'
import { endAll, giveUp, root, run, since } from './run.mjs'

const kinds = ['dependencies', 'devDependencies', 'optionalDependencies']

/**
 * Installs the packages of package-lock.json that a command needs, with a message if there is something to do. Ends the process
 * on failure.
 * @param {'running' | 'everything'} scope packages for running the portal only, or those for tests, benchmarks and linting too
 */
export async function ensureInstalled(scope) {
  if (!makePlan(scope)) return
  const turn = await takeTurn()
  // The process that held the turn before may have installed it.
  const plan = makePlan(scope)
  if (plan) await install(plan, turn)
  turn.end()
}

/** @param {'running' | 'everything'} scope */
function makePlan(scope) {
  const { packages: locked } = readJson('package-lock.json')
  const isRecorded = existsSync(join(root, 'node_modules', '.package-lock.json'))
  return planInstall({
    scope,
    locked,
    recorded: isRecorded ? readJson('node_modules/.package-lock.json').packages : undefined,
    changed: findChangedPackage(locked),
  })
}

async function install({ command, places, remove, reason }, turn) {
  console.log(`Installing ${places.length} packages from the npm registry (${reason}) ...`)
  const began = performance.now()
  const timer = setInterval(() => {
    console.log(`Installing: ${countUnpacked(places)} of ${places.length} packages unpacked, ${since(began)}`)
  }, 3000)
  // A terminal's Ctrl-C reaches npm as well, a supervisor's signal only this process.
  const stop = () => {
    endAll()
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, stop)
  for (const place of remove) rmSync(join(root, place), { recursive: true, force: true })
  const [program, ...args] = npmCommand()
  const options = ['--include=optional', '--package-lock', '--no-fund', '--no-audit', '--no-progress']
  const { code, output } = await run(program, [...args, ...command, ...options], {
    env: process.env,
    onStart: (pid) => turn.share(pid),
  })
  clearInterval(timer)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.removeListener(signal, stop)
  // After the error npm prints all of its options.
  const npmError = output.split('npm error Clean install a project')[0].trim()
  if (code !== 0) giveUp(`${npmError}\nThe packages could not be installed (npm ${command[0]} ended with ${code}).`)
  console.log(`Installing: done in ${since(began)}`)
}

/** Finds a package.json that differs from the lockfile. */
function findChangedPackage(locked) {
  for (const [place, entry] of Object.entries(locked)) {
    if (place.includes('node_modules')) continue
    const own = readJson(join(place, 'package.json'))
    if (kinds.some((kind) => !sameEntries(own[kind], entry[kind]))) return place || 'package.json'
  }
  return undefined
}

function sameEntries(one = {}, other = {}) {
  const text = (entries) => JSON.stringify(Object.entries(entries).sort())
  return text(one) === text(other)
}

function npmCommand() {
  const npm = process.env.npm_execpath
  if (npm && basename(npm) === 'npm-cli.js') return [process.execPath, npm]
  return [process.platform === 'win32' ? 'npm.cmd' : 'npm']
}

/** Counts packages that are unpacked: npm creates all folders first. */
function countUnpacked(places) {
  return places.filter((place) => existsSync(join(root, place, 'package.json'))).length
}

function readJson(file) {
  return JSON.parse(readFileSync(join(root, file), 'utf8'))
}
