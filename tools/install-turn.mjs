// One command installs at a time. A file says whose turn it is; npm ci empties node_modules, so it lies beside that.
import { readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { giveUp, root } from './run.mjs'

const file = join(root, '.installing')
/** The process that has the turn touches the file every second. A process of the same number may be another one, after a reboot. */
const MAX_SILENCE_MS = 60_000

/** Waits until nobody else installs here. */
export async function takeTurn() {
  let isTold = false
  while (!(await tryToTake())) {
    if (!isTold) console.log('Another command is installing: waiting for it ...')
    isTold = true
    await sleep(200)
  }
  const timer = setInterval(touch, 1000)
  process.once('exit', giveBack)
  return {
    /** A program that we started installs for us. It holds the turn should we be killed. */
    share(pid) {
      writeFileSync(file, `${process.pid} ${pid ?? ''}`)
    },
    end() {
      clearInterval(timer)
      process.removeListener('exit', giveBack)
      giveBack()
    },
  }
}

async function tryToTake() {
  try {
    writeFileSync(file, `${process.pid}`, { flag: 'wx' })
  } catch (error) {
    if (error.code !== 'EEXIST') giveUp(`Nothing can be installed here: ${error.message}`)
    if (isHeld()) return false
    // The process that left it behind was killed.
    rmSync(file, { force: true })
    return tryToTake()
  }
  // Another that was about to remove a dead one's file may have removed ours.
  await sleep(100)
  return isOurs()
}

function isHeld() {
  try {
    const age = Date.now() - statSync(file).mtimeMs
    const holders = readHolders()
    // It is made first and written then.
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

function giveBack() {
  if (isOurs()) rmSync(file, { force: true })
}
