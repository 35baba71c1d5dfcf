// npm run test:browser: every test in the browser, with the rare corners that npm test leaves out, and every look by axe in
// light and in dark.
process.env.LOOKS_IN_FULL = '1'
process.argv.push('--project', 'e2e')
await import('./test.mjs')
