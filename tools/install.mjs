// Installs what the lockfile names, where that is not in place yet.
import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { endAll, giveUp, root, run, since } from './run.mjs'

const kinds = ['dependencies', 'devDependencies', 'optionalDependencies']

/** Makes node_modules match package-lock.json. Says so when there is something to do; ends the process when it fails. */
export async function ensureInstalled() {
  const locked = readJson('package-lock.json')
  const reason = whyInstall(locked)
  if (!reason) return
  const places = Object.keys(neededHere(locked.packages))
  console.log(`Installing ${places.length} packages from the npm registry (${reason}) ...`)
  const began = performance.now()
  const timer = setInterval(() => {
    console.log(`Installing: ${packagesInPlace(places)} of ${places.length} packages unpacked, ${since(began)}`)
  }, 3000)
  // A terminal's Ctrl-C reaches npm as well, a supervisor's signal only us.
  const stop = () => {
    endAll()
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, stop)
  const [program, ...args] = npmCommand()
  const options = ['ci', '--include=dev', '--include=optional', '--no-fund', '--no-audit', '--no-progress']
  const { code, output } = await run(program, [...args, ...options], { env: process.env })
  clearInterval(timer)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.removeListener(signal, stop)
  // After what ails, npm prints all of its options.
  const ailment = output.split('npm error Clean install a project')[0].trim()
  if (code !== 0) giveUp(`${ailment}\nThe packages could not be installed (npm ci ended with ${code}).`)
  console.log(`Installing: done in ${since(began)}`)
}

/** Why npm has to be asked, or undefined. npm's own record of what it installed is what counts: it is written last. */
function whyInstall(locked) {
  if (!existsSync(join(root, 'node_modules', '.package-lock.json'))) return 'nothing is installed'
  const present = readJson('node_modules/.package-lock.json').packages
  for (const [place, wanted] of Object.entries(neededHere(locked.packages))) {
    const found = present[place]
    if (found?.version !== wanted.version || found?.integrity !== wanted.integrity)
      return `${place.split('node_modules/').at(-1)} is missing or out of date`
  }
  for (const [place, recorded] of Object.entries(locked.packages)) {
    if (place.includes('node_modules')) continue
    const own = readJson(join(place, 'package.json'))
    // npm ci then says what does not fit.
    if (kinds.some((kind) => !sameEntries(own[kind], recorded[kind]))) return `${place || 'package.json'} has changed`
  }
  return undefined
}

/** The packages that this machine has to have: not the workspaces, and of the optional ones those for its platform. */
function neededHere(packages) {
  const fits = (list, ours) => !list || [list].flat().includes(ours)
  const isOurs = ({ os, cpu, libc }) =>
    // Which C library an optional package wants, or what it brings along, is left to npm.
    (os || cpu) && !libc && fits(os, process.platform) && fits(cpu, process.arch)
  return Object.fromEntries(
    Object.entries(packages).filter(
      ([place, entry]) =>
        place.includes('node_modules/') && !entry.link && (!(entry.optional || entry.devOptional) || isOurs(entry)),
    ),
  )
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

/** How many packages are unpacked: npm makes all folders first. */
function packagesInPlace(places) {
  return places.filter((place) => existsSync(join(root, place, 'package.json'))).length
}

function readJson(file) {
  return JSON.parse(readFileSync(join(root, file), 'utf8'))
}
