// npm run test:in-number: does in number what npm test does some times: a thousand amendments two at once, a thousand
// commands eight at a time, and calls whose bodies are left to chance.
process.env.IN_NUMBER = '1'
process.argv.push(
  'server/src/orders/amend/amend-order.test.ts',
  'server/src/orders/commands/commands-at-once.test.ts',
  'server/src/contract-walk/chance.test.ts',
)
await import('./test.mjs')
