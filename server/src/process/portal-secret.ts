import { randomBytes } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Config, MIN_SECRET_LENGTH } from './config.ts'
import { StartError } from './start-error.ts'

/**
 * The secret that seals seeds and mail: PORTAL_SECRET, or the file secret.key in the data folder, which the first start
 * creates. Throws a StartError if that file holds no valid secret.
 */
export async function portalSecret(config: Pick<Config, 'secret' | 'dataDirectory'>): Promise<string> {
  if (config.secret !== undefined) return config.secret
  const file = secretFile(config)
  await mkdir(config.dataDirectory, { recursive: true })
  const secret = (await readFile(file, 'utf8').catch(() => makeSecret(file))).trim()
  if (secret.length < MIN_SECRET_LENGTH)
    throw new StartError(`${file} holds no secret: bring back the one that was there, or give it as PORTAL_SECRET.`)
  return secret
}

/** The file of the generated secret. */
export const secretFile = ({ dataDirectory }: Pick<Config, 'dataDirectory'>) => join(dataDirectory, 'secret.key')

/** Creates the file atomically. Two servers that start at once both get the one that was first. */
async function makeSecret(file: string): Promise<string> {
  const own = `${file}.${randomBytes(6).toString('hex')}`
  await writeFile(own, `${randomBytes(32).toString('base64url')}\n`, { flag: 'wx', mode: 0o600 })
  try {
    await link(own, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    await rm(own)
  }
  return readFile(file, 'utf8')
}
