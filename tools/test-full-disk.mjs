// npm run test:full-disk: lets the embedded database run out of disk space, and recover when there is some again.
if (process.platform === 'linux' && process.getuid?.() === 0) {
  process.env.FULL_DISK = '1'
  process.argv.push('server/src/database/embedded/full-disk.test.ts')
  await import('./test.mjs')
} else {
  console.log('skipped: it mounts a file system of 64 MB (run it as root, on Linux)')
}
