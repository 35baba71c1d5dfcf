/** A key that no other has. (crypto.randomUUID is not there on plain HTTP, which an inner network may well use.) */
export function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
