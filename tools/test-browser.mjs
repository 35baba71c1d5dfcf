// npm run test:browser: every browser test, including the rare corners that npm test leaves out, and every axe check in light
// and dark.
process.env.LOOKS_IN_FULL = '1'
process.argv.push('--project', 'e2e')
await import('./test.mjs')
