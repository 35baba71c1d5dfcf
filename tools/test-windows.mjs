// npm run test:windows [-- STEPS [SEED]]: plays random steps in three browser windows with broken connections against the
// product, by default 1,000. npm test plays 20. Ten thousand with another seed: npm run test:windows -- 10000 7.
const [steps = '1000', seed = '1'] = process.argv.splice(2)
process.env.WINDOWS_STEPS ??= steps
process.env.WINDOWS_SEED ??= seed
process.argv.push('e2e/src/windows/windows.test.ts')
await import('./test.mjs')
