import { randomUUID } from 'node:crypto'
import { type FileHandle, open, readdir, rm, unlink } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { AppError } from '../process/app-error.ts'

/** File names include host and process, because servers may share the folder. */
const HOST = hostname().replaceAll(/[^\w.-]/g, '_')
const PREFIX = `despatch-${HOST}-`
const NAME = /^(\d+)-[0-9a-f-]{36}$/
const NO_SPACE = ['ENOSPC', 'EDQUOT']

/** A file that only its owner can read, for data too large for memory. */
export type TemporaryFile = AsyncDisposable & {
  readonly path: string
  readonly handle: FileHandle
  /** Appends bytes. Throws FullDisk. */
  append(bytes: Buffer): Promise<void>
}

/**
 * Creates a file in the folder for temporary files. A nameless one vanishes with its handle, even if the process is
 * killed; others left by a killed process are deleted by `removeLeftFiles`. Throws FullDisk.
 */
export async function openTemporaryFile({ isNameless = false } = {}): Promise<TemporaryFile> {
  const path = join(tmpdir(), `${PREFIX}${process.pid}-${randomUUID()}`)
  const handle = await open(path, 'wx+', 0o600).catch(throwFull)
  if (isNameless)
    await unlink(path).catch(async (error: unknown) => {
      await handle.close()
      throw error
    })
  return {
    path,
    handle,
    async append(bytes) {
      for (let at = 0; at < bytes.length;) at += (await handle.write(bytes, at).catch(throwFull)).bytesWritten
    },
    [Symbol.asyncDispose]: () => handle.close(),
  }
}

/** The folder for temporary files is full: an AppError (503) that names the folder. */
export class FullDisk extends AppError {
  /** The cause and its remedy, for operators. */
  readonly why: string

  constructor(cause: unknown) {
    const why = `The disk of ${tmpdir()}, where files are kept while they are read, is full: ask your administrator to free some space.`
    super('unavailable', `${why} Then send the file again.`)
    this.why = why
    this.cause = cause
  }
}

function throwFull(error: NodeJS.ErrnoException): never {
  throw NO_SPACE.includes(error.code ?? '') ? new FullDisk(error) : error
}

/**
 * Deletes temporary files of killed processes on this host. A file with our own process id is from an earlier start of
 * this container, so call this before the process creates any.
 */
export async function removeLeftFiles(): Promise<void> {
  for (const name of await readdir(tmpdir()).catch(() => [])) {
    const pid = name.startsWith(PREFIX) ? Number(NAME.exec(name.slice(PREFIX.length))?.[1] ?? 0) : 0
    const isLeft = pid > 0 && (pid === process.pid || !isAlive(pid))
    // Files of other users cannot be deleted.
    if (isLeft) await rm(join(tmpdir(), name), { force: true }).catch(() => undefined)
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
