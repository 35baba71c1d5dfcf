/** Says a line to the person who started the server. */
export function report(line: string): void {
  process.stdout.write(`${line}\n`)
}

/** Does a step; one that takes longer than a moment is named while it lasts, and its time when it is done. */
export async function step<Result>(title: string, work: () => Promise<Result>): Promise<Result> {
  const began = performance.now()
  let named = false
  const timer = setTimeout(() => {
    named = true
    report(`${title} ...`)
  }, 700)
  try {
    const result = await work()
    if (named) report(`${title}: done in ${((performance.now() - began) / 1000).toFixed(1)} s`)
    return result
  } finally {
    clearTimeout(timer)
  }
}
