// npm run test:in-number: repeats many times what npm test does a few times: a thousand amendments two at once, a thousand
// commands eight at a time, a thousand revocations beside reads, calls with random bodies, every invalid value in every call,
// hostile files at full size, the whole demo, three times as many random rule books, and 85,000 rows of carriers' invoices
// with faults.
process.env.IN_NUMBER = '1'
process.argv.push(
  'domain/src/invoices/testing/printing/printed-proof.test.ts',
  'domain/src/routing/allocation/allocate.test.ts',
  'server/src/http/authentication/cached-sessions.test.ts',
  'server/src/orders/amend/amend-order.test.ts',
  'server/src/orders/commands/commands-at-once.test.ts',
  'server/src/orders/feeds-and-commands-at-once.test.ts',
  'server/src/contract-walk/chance.test.ts',
  'server/src/contract-walk/input.test.ts',
  'server/src/administration/multiple-users/import-sheet.test.ts',
  'server/src/demo/demo-consignments.test.ts',
  'server/src/demo/fill-demo.test.ts',
  'server/src/feeds/bad-files.test.ts',
)
await import('./test.mjs')
