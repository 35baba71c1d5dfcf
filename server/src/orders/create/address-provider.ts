import { z } from 'zod'
import type { AddressProviderSettings } from '../../process/config.ts'

declare module '../../process/services.ts' {
  interface Services {
    /** Undefined if the portal uses its own address table. */
    addresses: AddressProvider | undefined
  }
}

/**
 * Client of the external address provider, if one is configured (PORTAL_ADDRESS_URL). The provider answers two calls in
 * JSON, authorised by `Authorization: Bearer {PORTAL_ADDRESS_KEY}`:
 *
 *   GET {url}/addresses?country=GB&postcode=SW1A%201AA
 *     200 { "addresses": [{ "id": "…", "text": "1 High Street, London, SW1A 1AA" }, …] }
 *   GET {url}/addresses/{id}
 *     200 { "addressLine1", "addressLine2", "addressLine3", "addressLine4", "postCode", "country" }, all texts; 404 if
 *     the address no longer exists
 *
 * An id is opaque: 1 to 180 printable ASCII characters. A late, oversized, redirecting or malformed answer throws
 * {@link AddressesUnavailable}.
 */
export type AddressProvider = {
  find(country: string, postcode: string): Promise<FoundAddress[]>
  /** Undefined if the address no longer exists. */
  details(id: string): Promise<AddressLines | undefined>
}
export type FoundAddress = { id: string; text: string }
export type AddressLines = z.infer<typeof details>

/** The provider does not answer, or its answer is unusable; the message is for the log. */
export class AddressesUnavailable extends Error {
  override name = 'AddressesUnavailable'
}

const MAX_BYTES = 256 * 1024
const MAX_ADDRESSES = 200

const line = (most: number) =>
  z
    .string()
    .trim()
    .max(most)
    .regex(/^[^\p{Cc}\p{Cf}\p{Cs}]*$/u)
const found = z.object({
  addresses: z
    .array(z.object({ id: z.string().regex(/^[\x21-\x7e]{1,180}$/), text: line(300).min(1) }))
    .max(MAX_ADDRESSES),
})
const details = z.object({
  addressLine1: line(100),
  addressLine2: line(100),
  addressLine3: line(100),
  addressLine4: line(100),
  postCode: line(12),
  country: z.string().regex(/^[A-Z]{2}$/),
})

/** Makes no request yet. */
export function openAddressProvider({ url, key, timeoutMs }: AddressProviderSettings): AddressProvider {
  /** Undefined for 404. Throws {@link AddressesUnavailable}. */
  async function ask(path: string): Promise<unknown> {
    try {
      const answer = await fetch(url + path, {
        headers: { authorization: `Bearer ${key}`, accept: 'application/json' },
        // A redirect would send the key to another address.
        redirect: 'error',
        // Covers the whole answer, including its body.
        signal: AbortSignal.timeout(timeoutMs),
      })
      if (answer.status !== 200) {
        await answer.body?.cancel()
        if (answer.status === 404) return undefined
        throw new AddressesUnavailable(`it answered ${answer.status}`)
      }
      return JSON.parse(await boundedText(answer)) as unknown
    } catch (error) {
      if (error instanceof AddressesUnavailable) throw error
      throw new AddressesUnavailable(error instanceof Error ? error.message : 'it failed', { cause: error })
    }
  }
  return {
    async find(country, postcode) {
      const answer = await ask(`/addresses?${new URLSearchParams({ country, postcode }).toString()}`)
      return answer === undefined ? [] : parseAnswer(found, answer).addresses
    },
    async details(id) {
      // A path of dots would address another resource.
      if (/^\.+$/.test(id)) return undefined
      const answer = await ask(`/addresses/${encodeURIComponent(id)}`)
      return answer === undefined ? undefined : parseAnswer(details, answer)
    },
  }
}

function parseAnswer<Shape extends z.ZodType>(shape: Shape, answer: unknown): z.infer<Shape> {
  const read = shape.safeParse(answer)
  if (read.success) return read.data
  throw new AddressesUnavailable(`its answer is not what was agreed: ${read.error.issues[0]?.message ?? ''}`)
}

async function boundedText({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  // Leaving the loop cancels the rest of the body.
  for await (const chunk of body ?? []) {
    size += chunk.byteLength
    if (size > MAX_BYTES) throw new AddressesUnavailable(`its answer is larger than ${MAX_BYTES} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
