import { writeFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { isMainThread } from 'node:worker_threads'
import { measureLongestTurn } from '@despatch/server/testing/longest-turn'

// Loaded into the product before it starts. On SIGUSR2 it writes how long the event loop was blocked since the last
// time.

const file = process.env['BENCH_TURNS_FILE'] ?? ''

/** Worker threads do not block the main event loop. */
if (isMainThread) {
  const delays = monitorEventLoopDelay({ resolution: 5 })
  delays.enable()
  let longestTurn = measureLongestTurn()
  process.on('SIGUSR2', () => {
    writeFileSync(file, JSON.stringify({ worked: longestTurn(), delayed: delays.max / 1e6 }))
    delays.reset()
    longestTurn = measureLongestTurn()
  })
}
