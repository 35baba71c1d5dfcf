// npm run test:in-number: does in number what npm test does some times: a thousand amendments two at once, a thousand
// commands eight at a time, a thousand revocations beside reads, calls whose bodies are left to chance, every nonsense to every call, hostile files at full size,
// half of the demo, and
// three times as many rule books of chance, and 85,000 rows of carriers' invoices with faults.
process.env.IN_NUMBER = '1'
process.argv.push(
  'domain/src/invoices/testing/printing/printed-proof.test.ts',
  'domain/src/routing/allocation/allocate.test.ts',
  'server/src/http/authentication/kept-sessions.test.ts',
  'server/src/orders/amend/amend-order.test.ts',
  'server/src/orders/commands/commands-at-once.test.ts',
  'server/src/orders/feeds-and-commands-at-once.test.ts',
  'server/src/contract-walk/access.test.ts',
  'server/src/contract-walk/chance.test.ts',
  'server/src/contract-walk/input.test.ts',
  'server/src/contract-walk/log.test.ts',
  'server/src/administration/multiple-users/import-sheet.test.ts',
  'server/src/demo/demo-consignments.test.ts',
  'server/src/demo/fill-demo.test.ts',
  'server/src/feeds/bad-files.test.ts',
)
await import('./test.mjs')
