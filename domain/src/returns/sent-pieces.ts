/** An order line with what was sent and returned of its SKU. */
export type SentLine = {
  readonly lineNumber: number
  readonly sku: string
  readonly quantity: number
  /** Pieces of the SKU itself in the order's parcels; null if the contents are unknown. */
  readonly sent: number | null
  /** Boxes of a kit, with the pieces of each in the order's parcels. */
  readonly boxes: readonly { readonly SKU: string; readonly quantity: number; readonly sent: number }[]
  /** Pieces of the line that were announced and cannot be announced again. */
  readonly announced: number
  /** Pieces of the SKU, on any line, that came back unannounced. */
  readonly returned: number
}

/** Pieces of a line that were sent, and that can still be announced. */
export type ReturnablePieces = { readonly lineNumber: number; readonly sent: number; readonly returnable: number }

/**
 * Pieces of each order line that can still be announced: sent minus announced. Unannounced returns are deducted from
 * the lines of their SKU in line order.
 */
export function returnablePieces(lines: readonly SentLine[]): ReturnablePieces[] {
  const sentOf = sentPieces(lines)
  const left = lines.map((line, at) => ({ ...line, sent: sentOf[at] ?? 0, left: (sentOf[at] ?? 0) - line.announced }))
  return [...Map.groupBy(left, ({ sku }) => sku).values()].flatMap((own) => {
    // If more was announced of a line than was sent with it, the rest was sent with another line of the SKU.
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

/** Pieces of each line sent beyond those bought with it. */
export const overshippedPieces = (lines: readonly SentGoods[]): number[] =>
  sentPieces(lines).map((sent, at) => Math.max(0, sent - (lines[at]?.quantity ?? 0)))

/**
 * Pieces sent with each line; if the parcels' contents are unknown, the ordered quantity. Lines of one SKU are filled
 * in line order, and the last one takes any excess. A box counts once: for lines of its own SKU first, then for kits in
 * line order, up to the ordered number of kits.
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
    const completeKits = Math.min(line.quantity - (sent[at] ?? 0), ...whole)
    for (const { SKU, quantity } of line.boxes) take(SKU, completeKits * quantity)
    sent[at] = (sent[at] ?? 0) + completeKits
  }
  // Leftover boxes belong to an incomplete kit.
  for (const [at, { sku }] of lines.entries())
    if (!isBox.has(sku) && lines.findLastIndex((line) => line.sku === sku) === at)
      sent[at] = (sent[at] ?? 0) + take(sku, Number.POSITIVE_INFINITY)
  return sent
}
