import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './sources.ts'

const HOOK = join(root, 'tools', 'hooks', 'commit-msg')

/** The hook's refusal of a commit message; empty if it accepts the message. */
function refusalOf(message: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'despatch-commit-'))
  const file = join(folder, 'message')
  writeFileSync(file, message)
  const { stderr } = spawnSync('sh', [HOOK, file], { encoding: 'utf8' })
  rmSync(folder, { recursive: true })
  return stderr.split(':')[0] ?? ''
}

test.each([
  ['Retry transactions after a deadlock\n\nThe database gives one of two up.\n', ''],
  [`${'R'.repeat(72)}\n`, ''],
  [`# A comment of git\nRetry transactions\n`, ''],
  ['Merge branch ‘feeds’\n', ''],
  [`${'R'.repeat(73)}\n`, 'The subject of the commit has more than 72 characters'],
  ['retry transactions\n', 'The subject of the commit does not begin with a capital letter'],
  ['Retry transactions.\n', 'The subject of the commit ends with a full stop'],
  ['Retry transactions\nafter a deadlock\n', 'The subject of the commit is not followed by an empty line'],
  ['\n', 'The subject of the commit is missing'],
])('the hook checks the subject of a commit: %j', (message, refusal) => {
  expect(refusalOf(message)).toBe(refusal)
})
