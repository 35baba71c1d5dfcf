// npm run test:stops: stops a carrier of 10,000 orders and moves them, with limits of time, and plays thousands of random stops,
// moves, undos and commands at once. npm test does both with few.
process.env.IN_NUMBER = '1'
process.argv.push(
  'server/src/orders/carrier-stops/many-moves.test.ts',
  'server/src/orders/carrier-stops/stops-at-once.test.ts',
)
await import('./test.mjs')
