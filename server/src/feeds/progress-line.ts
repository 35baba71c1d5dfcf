const WIDTH = 24

/** Progress of a file: redrawn in place on a terminal, otherwise a line every five seconds. */
export type ProgressLine = {
  show(now: { bytes: number; rows: number }): void
  /** Clears the line. */
  end(): void
}

export function openProgressLine(input: {
  name: string
  totalBytes: number
  out: { isTTY?: boolean; write(text: string): unknown }
}): ProgressLine {
  const { name, totalBytes, out } = input
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
export function progressText(input: { name: string; part: number; bytes: number; rows: number; ms: number }): string {
  const part = Math.min(input.part, 1)
  const full = Math.round(part * WIDTH)
  const bar = '#'.repeat(full) + '-'.repeat(WIDTH - full)
  const percent = String(Math.floor(part * 100)).padStart(3)
  const count = (figure: number) => Math.round(figure).toLocaleString('en-GB')
  const speed = input.ms > 0 ? (input.rows / input.ms) * 1000 : 0
  return `${input.name} [${bar}] ${percent} %, ${(input.bytes / 1e6).toFixed(1)} MB, ${count(input.rows)} rows, ${count(speed)} rows/s`
}
