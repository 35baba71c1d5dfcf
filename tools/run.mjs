// Shared by the commands. Plain JavaScript for Node 20, without dependencies.
import { spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createHash } from 'node:crypto'
import { delimiter, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))
const programs = join(root, 'node_modules', '.bin')

/** The time since `began` (from performance.now()), as text. */
export function since(began) {
  return `${((performance.now() - began) / 1000).toFixed(1)} s`
}

/** Prints a message and exits, without a stack because it would explain nothing. */
export function giveUp(message) {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}

/**
 * The Node that runs the server: the one from the npm package for this platform, or the current one if it is new enough.
 * @returns {string}
 */
export function serverNode() {
  const platform = process.platform === 'win32' ? 'win' : process.platform
  const program = process.platform === 'win32' ? 'node.exe' : 'node'
  const packaged = join(root, 'node_modules', `node-${platform}-${process.arch}`, 'bin', program)
  if (existsSync(packaged)) return packaged
  const [major, minor] = process.versions.node.split('.').map(Number)
  // Since 24.7 Node has crypto.argon2.
  if (major > 24 || (major === 24 && minor >= 7)) return process.execPath
  return giveUp(
    `There is no Node package for ${platform}-${process.arch}, and your Node is ${process.versions.node}: install Node 24.7 or later.`,
  )
}

/** The environment with our programs, and Node 26, first in the path. */
export function environment() {
  return { ...process.env, PATH: `${programs}${delimiter}${process.env.PATH ?? ''}` }
}

/** The path of a program that npm installed. */
export function installed(name) {
  return join(programs, process.platform === 'win32' ? `${name}.cmd` : name)
}

const running = new Set()

/**
 * Runs a program to its end.
 * @param {string} program
 * @param {string[]} args
 * @param {{ cwd?: string, show?: boolean, env?: NodeJS.ProcessEnv, onStart?: (pid: number | undefined) => void }} [options]
 *   `show` lets it write to the terminal; otherwise its output is collected.
 * @returns {Promise<{ code: number, output: string }>}
 */
export function run(program, args, { cwd = root, show = false, env = environment(), onStart } = {}) {
  const child = spawn(program, args, {
    cwd,
    env,
    shell: program.endsWith('.cmd'),
    stdio: show ? 'inherit' : ['ignore', 'pipe', 'pipe'],
  })
  running.add(child)
  onStart?.(child.pid)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text) => {
      output += text
    })
  }
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ code: 1, output: String(error) }))
    child.once('close', (code) => resolve({ code: code ?? 1, output }))
  }).finally(() => running.delete(child))
}

/** Ends the programs that run() has started. */
export function endAll() {
  for (const child of running) child.kill()
}

/** A hash of files and folders, to find out whether they have changed. */
export function hashOf(places) {
  const hash = createHash('sha256')
  for (const place of places) {
    for (const file of filesIn(join(root, place))) {
      hash.update(relative(root, file)).update('\0').update(readFileSync(file)).update('\0')
    }
  }
  return hash.digest('hex')
}

const notSource = new Set(['node_modules', 'dist', '.vite', '.cache'])

function filesIn(place) {
  if (!existsSync(place)) return []
  const folder = entriesOf(place)
  if (!folder) return [place]
  return folder.filter((name) => !notSource.has(name)).flatMap((name) => filesIn(join(place, name)))
}

function entriesOf(place) {
  try {
    return readdirSync(place).sort()
  } catch (error) {
    if (error.code === 'ENOTDIR') return undefined
    throw error
  }
}
