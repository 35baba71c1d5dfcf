import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { portalSecret } from './portal-secret.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'despatch-secret-'))
})
afterAll(() => rm(folder, { recursive: true }))

test('a configured secret is used, and no file is made', async () => {
  const dataDirectory = join(folder, 'given')
  expect(await portalSecret({ secret: 's'.repeat(32), dataDirectory })).toBe('s'.repeat(32))
  await expect(stat(dataDirectory)).rejects.toThrow('ENOENT')
})

test('otherwise the first start creates one for its owner only, and later starts reuse it', async () => {
  const config = { secret: undefined, dataDirectory: join(folder, 'data') }
  const [one, ...others] = await Promise.all(Array.from({ length: 20 }, () => portalSecret(config)))
  expect(await readdir(config.dataDirectory)).toEqual(['secret.key'])
  expect(one).toMatch(/^[\w-]{43}$/)
  expect(new Set([...others, await portalSecret(config)])).toEqual(new Set([one]))
  const file = join(config.dataDirectory, 'secret.key')
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect((await readFile(file, 'utf8')).trim()).toBe(one)
})

test('a file without a secret stops the start with a message that names it', async () => {
  await writeFile(join(folder, 'secret.key'), '\n')
  await expect(portalSecret({ secret: undefined, dataDirectory: folder })).rejects.toThrow(
    `${join(folder, 'secret.key')} holds no secret`,
  )
})
