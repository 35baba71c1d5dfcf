// npm run test:screens: checks every screen with axe: with data, without data and with failing calls, light and dark. npm test
// checks a few screens of each template, with data.
process.env.LOOKS_IN_FULL = '1'
process.argv.push('e2e/src/shell/screens.test.ts')
await import('./test.mjs')
