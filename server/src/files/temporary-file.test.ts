import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openTemporaryFile, removeLeftFiles } from './temporary-file.ts'

test('removes files of killed processes, and leaves those of running processes and strangers', async () => {
  const before = process.env['TMPDIR']
  const folder = await mkdtemp(join(tmpdir(), 'despatch-left-'))
  process.env['TMPDIR'] = folder
  onTestFinished(async () => {
    if (before === undefined) delete process.env['TMPDIR']
    else process.env['TMPDIR'] = before
    await rm(folder, { recursive: true })
  })
  const dead = spawn(process.execPath, ['--version'], { stdio: 'ignore' })
  await once(dead, 'exit')
  const nameOf = (pid: number | undefined, host = hostname()) =>
    `despatch-${host}-${pid}-0b9c1d2e-0000-4000-8000-000000000000`
  const kept = [nameOf(process.ppid), nameOf(dead.pid, 'another-server'), 'despatch-1-notes', 'someone-elses']
  for (const name of [...kept, nameOf(dead.pid), nameOf(process.pid)]) await writeFile(join(folder, name), 'x')
  await removeLeftFiles()
  expect((await readdir(folder)).toSorted()).toEqual(kept.toSorted())

  await using own = await openTemporaryFile()
  await own.append(Buffer.from('kept'))
  expect(await readdir(folder)).toContain(own.path.slice(folder.length + 1))
})
