// npm run test:histories [-- HISTORIES [SEED]]: plays random histories of money against the product, by default 500. npm test
// plays the smallest history of each fault, and 10 random ones. Ten thousand with another seed: npm run test:histories -- 10000
// 7.
const [histories = '500', seed = '1'] = process.argv.splice(2)
process.env.HISTORIES ??= histories
process.env.HISTORIES_SEED ??= seed
process.argv.push('server/src/testing/money/histories.test.ts')
await import('./test.mjs')
