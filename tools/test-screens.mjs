// npm run test:screens: checks every screen with axe: with data, without data and with failing calls, light and dark. npm test
// checks each screen once.
process.env.LOOKS_IN_FULL = '1'
process.argv.push('e2e/src/shell/screens.test.ts')
await import('./test.mjs')
