import { afterAll, beforeAll } from 'vitest'

/** Has feeds write a tenth of the rows in one transaction, for the tests of a file: what happens between two needs no large files. */
export function smallChunks(): void {
  beforeAll(() => {
    process.env['DESPATCH_SMALL_CHUNKS'] = 'on'
  })
  afterAll(() => {
    delete process.env['DESPATCH_SMALL_CHUNKS']
  })
}
