import { expect, test } from 'vitest'
import * as statements from './chunk-statements.ts'

const texts = Object.entries(statements).filter((entry): entry is [string, string] => typeof entry[1] === 'string')

// Page counts show this only for large clients: without statistics, the planner scans everything.
test.each(texts)('%s looks up rows of permanent tables by key, as decision 0014 requires', (_name, text) => {
  expect(text).not.toMatch(/client_code = \$1 and (\w+\.)?(order_number|sku_code) (= any|in)\b/)
})
