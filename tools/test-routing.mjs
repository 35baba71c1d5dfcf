// npm run test:routing [-- CASES]: checks carrier routing's statements on random rule books and orders, by default 3,000 of
// each: changes that make a method eligible, findings of the check, the order of lines, overrules. npm test checks some
// hundred.
const [cases = '3000'] = process.argv.splice(2)
process.env.ROUTING_CASES ??= cases
process.argv.push(
  'domain/src/routing/allocation/explain.test.ts',
  'domain/src/routing/allocation/split/orders-come-true.test.ts',
  'domain/src/routing/rule-book/findings-come-true.test.ts',
)
await import('./test.mjs')
