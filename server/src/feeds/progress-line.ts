const WIDTH = 24

/** How far a file has come, redrawn in place on a terminal; elsewhere a line now and then. */
export type ProgressLine = {
  show(now: { bytes: number; rows: number }): void
  /** Takes the line away. */
  end(): void
}

export function openProgressLine(given: {
  name: string
  totalBytes: number
  out: { isTTY?: boolean; write(text: string): unknown }
}): ProgressLine {
  const { name, totalBytes, out } = given
  const began = performance.now()
  const pause = out.isTTY ? 100 : 5000
  let shown = out.isTTY ? 0 : began
  return {
    show({ bytes, rows }) {
      const now = performance.now()
      if (now - shown < pause) return
      shown = now
      const line = progressText({ name, part: totalBytes === 0 ? 1 : bytes / totalBytes, bytes, rows, ms: now - began })
      out.write(out.isTTY ? `\r\x1b[2K${line}` : `${line}\n`)
    },
    end() {
      if (out.isTTY) out.write('\r\x1b[2K')
    },
  }
}

/** 'orders.csv [######------------------]  25 %, 12.4 MB, 310,000 rows, 31,000 rows/s' */
export function progressText(given: { name: string; part: number; bytes: number; rows: number; ms: number }): string {
  const part = Math.min(given.part, 1)
  const full = Math.round(part * WIDTH)
  const bar = '#'.repeat(full) + '-'.repeat(WIDTH - full)
  const percent = String(Math.floor(part * 100)).padStart(3)
  const count = (figure: number) => Math.round(figure).toLocaleString('en-GB')
  const speed = given.ms > 0 ? (given.rows / given.ms) * 1000 : 0
  return `${given.name} [${bar}] ${percent} %, ${(given.bytes / 1e6).toFixed(1)} MB, ${count(given.rows)} rows, ${count(speed)} rows/s`
}
