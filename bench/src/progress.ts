const WIDTH = 30

/** Shows the progress of long work on one line; without a terminal, prints a line at the end. */
export function progressBar(title: string, total: number): { add(done: number): void; end(): void } {
  const began = performance.now()
  let done = 0
  let shown = 0
  const line = () => {
    const part = Math.min(done / total, 1)
    const bar = '#'.repeat(Math.round(part * WIDTH)).padEnd(WIDTH, '.')
    const seconds = (performance.now() - began) / 1000
    return `${title.padEnd(14)} [${bar}] ${done.toLocaleString('en-GB')} in ${seconds.toFixed(1)} s`
  }
  return {
    add(more) {
      done += more
      if (!process.stdout.isTTY || performance.now() - shown < 100) return
      shown = performance.now()
      process.stdout.write(`\r${line()}`)
    },
    end() {
      process.stdout.write(`${process.stdout.isTTY ? '\r' : ''}${line()}\n`)
    },
  }
}
