import { writeFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { isMainThread } from 'node:worker_threads'
import { measureLongestTurn } from '@despatch/server/testing/longest-turn'

// Loaded into the product before it starts: on SIGUSR2 it writes how long its event loop has been held since the last time.

const file = process.env['BENCH_TURNS_FILE'] ?? ''

/** A thread of the product's own does not hold the loop. */
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
