// npm run test:windows [-- STEPS [SEED]]: plays random steps of three windows with broken connections against the product in a real
// browser, 1,000 unless another number is given. npm test plays 300. Ten thousand by another seed: npm run test:windows -- 10000 7.
const [steps = '1000', seed = '1'] = process.argv.splice(2)
process.env.WINDOWS_STEPS ??= steps
process.env.WINDOWS_SEED ??= seed
process.argv.push('e2e/src/windows/windows.test.ts')
await import('./test.mjs')
