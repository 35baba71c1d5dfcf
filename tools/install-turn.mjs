// Lets one command install at a time. A lock file names the holder; it is beside node_modules, which npm ci empties.
import { readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { giveUp, root } from './run.mjs'

const file = join(root, '.installing')
/** The holder touches the file every second. After a reboot another process may have its pid. */
const MAX_SILENCE_MS = 60_000

/** Waits until no other command installs here. */
export async function takeTurn() {
  let isAnnounced = false
  while (!(await tryToTake())) {
    if (!isAnnounced) console.log('Another command is installing: waiting for it ...')
    isAnnounced = true
    await sleep(200)
  }
  const timer = setInterval(touch, 1000)
  process.once('exit', release)
  return {
    /** npm installs on our behalf: it holds the lock too, in case this process is killed. */
    share(pid) {
      writeFileSync(file, `${process.pid} ${pid ?? ''}`)
    },
    end() {
      clearInterval(timer)
      process.removeListener('exit', release)
      release()
    },
  }
}

async function tryToTake() {
  try {
    writeFileSync(file, `${process.pid}`, { flag: 'wx' })
  } catch (error) {
    if (error.code !== 'EEXIST') giveUp(`Nothing can be installed here: ${error.message}`)
    if (isHeld()) return false
    // The process that left the file was killed.
    rmSync(file, { force: true })
    return tryToTake()
  }
  // Another process that was about to remove a dead lock may have removed ours.
  await sleep(100)
  return isOurs()
}

function isHeld() {
  try {
    const age = Date.now() - statSync(file).mtimeMs
    const holders = readHolders()
    // A new file is empty for a moment.
    return age < MAX_SILENCE_MS && (holders.length === 0 || holders.some(isAlive))
  } catch (error) {
    if (error.code === 'ENOENT') return false
    throw error
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

function readHolders() {
  return readFileSync(file, 'utf8').split(' ').filter(Boolean).map(Number)
}

function isOurs() {
  try {
    return readHolders()[0] === process.pid
  } catch {
    return false
  }
}

function touch() {
  if (isOurs()) utimesSync(file, new Date(), new Date())
}

function release() {
  if (isOurs()) rmSync(file, { force: true })
}
