// npm run test:goods [-- STEPS [SEED]]: plays random steps of orders, stock and returns against the product, by default 1,000.
// npm test plays 40. Ten thousand with another seed: npm run test:goods -- 10000 7.
const [steps = '1000', seed = '1'] = process.argv.splice(2)
process.env.GOODS_STEPS ??= steps
process.env.GOODS_SEED ??= seed
process.argv.push('server/src/testing/goods/goods.test.ts')
await import('./test.mjs')
