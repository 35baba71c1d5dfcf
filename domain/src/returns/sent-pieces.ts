/** A line of an order with what was sent and what came back of its SKU. */
export type SentLine = {
  readonly lineNumber: number
  readonly sku: string
  readonly quantity: number
  /** Pieces of the SKU itself in the parcels of the order; null where nobody knows what is in these. */
  readonly sent: number | null
  /** The boxes of a kit, each with its pieces in the parcels of the order. */
  readonly boxes: readonly { readonly SKU: string; readonly quantity: number; readonly sent: number }[]
  /** Pieces of the line that were announced and cannot be announced again. */
  readonly announced: number
  /** Pieces of the SKU, of any line, that came back unannounced. */
  readonly returned: number
}

/** Pieces of a line that were sent, and those that can still be announced. */
export type ReturnablePieces = { readonly lineNumber: number; readonly sent: number; readonly returnable: number }

/**
 * What can still be announced of each line of an order: what was sent with it, less what was announced of it. What came back
 * unannounced is taken from what the lines of its SKU have left, in their order.
 */
export function returnablePieces(lines: readonly SentLine[]): ReturnablePieces[] {
  const sentOf = sentPieces(lines)
  const left = lines.map((line, at) => ({ ...line, sent: sentOf[at] ?? 0, left: (sentOf[at] ?? 0) - line.announced }))
  return [...Map.groupBy(left, ({ sku }) => sku).values()].flatMap((own) => {
    // What was announced of a line beyond what it was sent was sent with another line of the SKU.
    const beyond = own.reduce((sum, line) => sum + Math.max(0, -line.left), 0)
    let elsewhere = (own[0]?.returned ?? 0) + beyond
    return own.map(({ lineNumber, sent, left: pieces }) => {
      const taken = Math.min(elsewhere, Math.max(0, pieces))
      elsewhere -= taken
      return { lineNumber, sent, returnable: Math.max(0, pieces) - taken }
    })
  })
}

type SentGoods = Pick<SentLine, 'sku' | 'quantity' | 'sent' | 'boxes'>

/** Pieces of each line of an order that were sent beyond those that were bought with it. */
export const piecesSentBeyond = (lines: readonly SentGoods[]): number[] =>
  sentPieces(lines).map((sent, at) => Math.max(0, sent - (lines[at]?.quantity ?? 0)))

/**
 * The pieces of each line that were sent, where nobody knows those that were ordered. Lines of one SKU are sent in their order, more
 * than was ordered with the last of them. A box counts once: for lines of its own SKU first, then for the kits in the order of
 * their lines, of which no more than were ordered were sent in boxes.
 */
function sentPieces(lines: readonly SentGoods[]): number[] {
  const left = new Map(lines.flatMap(({ boxes }) => boxes.map(({ SKU, sent }): [string, number] => [SKU, sent])))
  const isBox = new Set(left.keys())
  for (const { sku, sent } of lines) left.set(sku, sent ?? 0)
  const take = (sku: string, most: number) => {
    const taken = Math.min(most, left.get(sku) ?? 0)
    left.set(sku, (left.get(sku) ?? 0) - taken)
    return taken
  }
  const sent = lines.map((line) => (line.sent === null ? line.quantity : take(line.sku, line.quantity)))
  for (const [at, line] of lines.entries()) {
    if (line.sent === null || line.boxes.length === 0) continue
    const whole = line.boxes.map(({ SKU, quantity }) => Math.floor((left.get(SKU) ?? 0) / quantity))
    const made = Math.min(line.quantity - (sent[at] ?? 0), ...whole)
    for (const { SKU, quantity } of line.boxes) take(SKU, made * quantity)
    sent[at] = (sent[at] ?? 0) + made
  }
  // What is left of boxes is part of a kit.
  for (const [at, { sku }] of lines.entries())
    if (!isBox.has(sku) && lines.findLastIndex((line) => line.sku === sku) === at)
      sent[at] = (sent[at] ?? 0) + take(sku, Number.POSITIVE_INFINITY)
  return sent
}
