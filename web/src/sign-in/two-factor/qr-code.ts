import { create } from 'qrcode'

/** Empty modules that readers need around the code. */
const QUIET = 4

/** The QR code of a text, as the dark path of an SVG with `size` by `size` modules. */
export function qrCode(text: string): { size: number; path: string } {
  const { modules } = create(text, { errorCorrectionLevel: 'M' })
  const parts: string[] = []
  for (let y = 0; y < modules.size; y += 1)
    for (let x = 0; x < modules.size; x += 1) if (modules.get(y, x)) parts.push(`M${x + QUIET} ${y + QUIET}h1v1h-1z`)
  return { size: modules.size + 2 * QUIET, path: parts.join('') }
}
