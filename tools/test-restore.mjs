// npm run test:restore: writes to the demo, backs it up under load, destroys it (kill -9, and the folder is deleted), restores
// it and compares, five times. Prints what was acknowledged and what was restored. npm test does it once, on a small scale.
process.env.RESTORE_ROUNDS ??= '5'
process.env.RESTORE_DEMO ??= 'on'
process.env.RESTORE_PEOPLE ??= '8'
process.argv.push('server/src/database/backup')
await import('./test.mjs')
