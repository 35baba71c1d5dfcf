/** A unique key. Browsers offer crypto.randomUUID over HTTPS only, and a portal on an internal network may use plain HTTP. */
export function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
