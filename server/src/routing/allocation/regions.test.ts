import { REGION_CODES } from '@despatch/domain/text/postcode-areas'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../../testing/test-database.ts'

test('the postcode areas of the domain are the regions of the database', async () => {
  const database = await createTestDatabase()
  try {
    const rows = await database.asOwner('select code from regions order by code', [])
    expect(rows.map(({ code }) => code)).toEqual(REGION_CODES.toSorted())
  } finally {
    await database.drop()
  }
})
