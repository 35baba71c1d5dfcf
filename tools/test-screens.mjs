// npm run test:screens: every screen with data, without data and when its calls fail, light and dark, under axe; npm test
// looks at each screen once.
process.env.LOOKS_IN_FULL = '1'
process.argv.push('e2e/src/shell/screens.test.ts')
await import('./test.mjs')
