import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { artefacts } from './artefacts.ts'
import { root, textOf } from './sources.ts'

/** Describing every route takes long on a busy machine. */
const timeout = 60_000

test.each(Object.entries(artefacts))(
  '%s is current (else: node tools/print-artefacts.ts)',
  { timeout },
  async (path, print) => {
    const current = existsSync(join(root, path)) ? textOf(path).replaceAll('\r\n', '\n') : ''
    expect(current).toBe(await print())
  },
)
