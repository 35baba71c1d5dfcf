/**
 * An address of this portal, or undefined: a link must not lead to another site. Control characters are refused, because
 * browsers remove TAB, CR and LF from an address, and '/\t/example.com' then names another host.
 */
export function ownAddress(value: unknown): string | undefined {
  return typeof value === 'string' && /^\/(?![/\\])\P{Cc}*$/u.test(value) ? value : undefined
}
