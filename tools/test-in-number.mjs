// npm run test:in-number: does in number what npm test does some times: a thousand amendments two at once, and a thousand
// commands eight at a time.
process.env.IN_NUMBER = '1'
process.argv.push('server/src/orders/amend-order.test.ts', 'server/src/orders/commands-at-once.test.ts')
await import('./test.mjs')
