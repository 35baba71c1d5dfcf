/**
 * An address of this portal, or undefined: what a link says must not send anyone elsewhere. Browsers take TAB, CR and LF
 * out of an address, and then '/\t/example.com' is another host: no control character is in an address of ours.
 */
export function ownAddress(value: unknown): string | undefined {
  return typeof value === 'string' && /^\/(?![/\\])\P{Cc}*$/u.test(value) ? value : undefined
}
