import { expect, test } from 'vitest'
import { z } from 'zod'
import { newCommandId } from './command-id.ts'

test('a command id is a UUID, and another each time', () => {
  const ids = Array.from({ length: 1000 }, newCommandId)
  for (const id of ids) expect(z.uuidv4().safeParse(id).success).toBe(true)
  expect(new Set(ids).size).toBe(ids.length)
})
