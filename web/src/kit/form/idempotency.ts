/** A key that no other has. (crypto.randomUUID is not there on plain HTTP, which an inner network may well use.) */
export function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Gives the same key for the same values until it is told to forget, so that a second try creates nothing twice. */
export function createKeyring() {
  let kept: { values: string; key: string } | undefined
  return {
    keyFor(values: unknown): string {
      const text = JSON.stringify(values)
      if (kept?.values !== text) kept = { values: text, key: newIdempotencyKey() }
      return kept.key
    },
    forget() {
      kept = undefined
    },
  }
}
