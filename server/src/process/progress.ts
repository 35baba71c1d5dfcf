/** Prints a line for the person who started the server. */
export function report(line: string): void {
  process.stdout.write(`${line}\n`)
}

/** Runs a step. If it takes longer than a moment, prints its name and, at the end, its time. */
export async function step<Result>(title: string, work: () => Promise<Result>): Promise<Result> {
  const began = performance.now()
  let isNamed = false
  const timer = setTimeout(() => {
    isNamed = true
    report(`${title} ...`)
  }, 700)
  try {
    const result = await work()
    if (isNamed) report(`${title}: done in ${((performance.now() - began) / 1000).toFixed(1)} s`)
    return result
  } finally {
    clearTimeout(timer)
  }
}
