/** An address of this portal, or undefined: what a link says must not send anybody elsewhere. */
export function ownAddress(value: unknown): string | undefined {
  return typeof value === 'string' && /^\/(?![/\\])/.test(value) ? value : undefined
}
