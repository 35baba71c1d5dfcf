// Builds the web app if its sources have changed.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { giveUp, hashOf, installed, root, run, since } from './run.mjs'

const sources = ['web', 'contract', 'domain', 'package-lock.json', 'tsconfig.base.json']
const stamp = join(root, 'web', 'dist', '.built-from')

/** Whether the built web app is missing or older than its sources. */
export function isWebStale() {
  if (!existsSync(join(root, 'web', 'vite.config.ts'))) return false
  return !existsSync(stamp) || readFileSync(stamp, 'utf8') !== hashOf(sources)
}

/** Builds the web app if it is stale. @returns {Promise<{ code: number, output: string }>} */
export async function buildWeb() {
  if (!isWebStale()) return { code: 0, output: '' }
  // Hashed before the build, so that a change during the build triggers the next one.
  const hash = hashOf(sources)
  const built = await run(installed('vite'), ['build', '--logLevel', 'warn'], { cwd: join(root, 'web') })
  if (built.code === 0) writeFileSync(stamp, hash)
  return built
}

/** The same, but ends the process if the build fails. */
export async function ensureWebIsBuilt() {
  if (!isWebStale()) return
  const began = performance.now()
  console.log('Building the web app ...')
  const { code, output } = await buildWeb()
  if (code !== 0) giveUp(`${output.trim()}\nThe web app could not be built.`)
  console.log(`Building the web app: done in ${since(began)}`)
}
