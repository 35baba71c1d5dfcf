// npm run test:hostile: sends hostile files in full size while another client calls. npm test sends them small.
process.env.HOSTILE_FILES = 'full'
process.argv.push('server/src/files/hostile-files.test.ts')
await import('./test.mjs')
