// npm run test:interrupted: breaks feeds off and kills the server (kill -9) during feeds and invoice imports, at 20 points
// each, sends a feed again, and prints what was stored and what the repeat added. npm test does the same at one point.
process.env.INTERRUPTED_POINTS ??= '20'
process.env.INTERRUPTED_SEED ??= String(Math.floor(Math.random() * 1_000_000))
console.log(`INTERRUPTED_SEED=${process.env.INTERRUPTED_SEED}`)
process.argv.push(
  'server/src/feeds/deliveries/interrupted-deliveries.test.ts',
  'server/src/invoices/import/killed-import.test.ts',
)
await import('./test.mjs')
