import { expect, test } from 'vitest'
import * as statements from './chunk-statements.ts'

const texts = Object.entries(statements).filter((entry): entry is [string, string] => typeof entry[1] === 'string')

// A page count shows this of a large client alone: of one that the planner knows nothing of, it reads all that it has.
test.each(texts)('%s finds rows of all orders by look-ups of their keys, as decision 0014 says', (_name, text) => {
  expect(text).not.toMatch(/client_code = \$1 and (\w+\.)?(order_number|sku_code) (= any|in)\b/)
})
