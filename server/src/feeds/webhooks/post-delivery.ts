import { lookup } from 'node:dns'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { type AddressRules, type Target, targetOf } from '../../process/address-rules.ts'

const TIMEOUT_MS = 10_000
const MAX_ANSWER_BYTES = 2048
const MAX_REDIRECT_LENGTH = 500

/** The answered status, or null with the reason. */
export type DeliveryOutcome = { status: number | null; answer: string; tookMs: number }

type PostOptions = {
  url: string
  headers: Record<string, string>
  body: string
  rules: AddressRules
  timeoutMs?: number
}

/**
 * Posts a delivery and returns its outcome; never throws. The host is looked up for this connection and each address
 * checked, so that a name that moved into a private network cannot be reached. Redirects are not followed, and at most
 * 2 kB of the answer are read.
 */
export async function postDelivery(options: PostOptions): Promise<DeliveryOutcome> {
  const began = performance.now()
  const timeout = AbortSignal.timeout(options.timeoutMs ?? TIMEOUT_MS)
  const outcome = await send(options, timeout).catch((error: unknown) => ({
    status: null,
    answer: timeout.aborted ? 'No answer within 10 seconds' : failureText(error),
  }))
  return { ...outcome, tookMs: Math.round(performance.now() - began) }
}

async function send(
  { url, headers, body, rules }: PostOptions,
  signal: AbortSignal,
): Promise<Omit<DeliveryOutcome, 'tookMs'>> {
  const { promise, resolve, reject } = Promise.withResolvers<Omit<DeliveryOutcome, 'tookMs'>>()
  let hasAnswered = false
  const destination = new URL(url)
  const target = targetOf(destination)
  const { host } = target
  if (destination.protocol !== 'https:' && !rules.isNamed(target))
    throw new RefusedAddress('Not sent: the address is not https')
  // IP addresses are not looked up, so check them here.
  if (isIP(host)) throwIfRefused(addressProblem(rules, target, host))
  const post = (destination.protocol === 'https:' ? httpsRequest : httpRequest)(
    destination,
    {
      method: 'POST',
      agent: false,
      signal,
      lookup: checkedLookup(rules, target),
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
    },
    (response) => {
      // The status counts from now on, even if the rest of the answer never arrives.
      hasAnswered = true
      const { statusCode = 0, headers: answered } = response
      if (statusCode >= 300 && statusCode < 400) {
        response.destroy()
        resolve({ status: statusCode, answer: redirectText(answered.location ?? '') })
        return
      }
      readBeginning(response).then(
        (answer) => resolve({ status: response.statusCode ?? null, answer }),
        () => resolve({ status: response.statusCode ?? null, answer: '' }),
      )
    },
  )
  post.on('error', (error) => hasAnswered || reject(error))
  post.end(body)
  return promise
}

/** Looks up a name, and fails if any of its addresses may not be called. */
function checkedLookup(rules: AddressRules, target: Target): LookupFunction {
  return (host, options, callback) => {
    lookup(host, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? []
      const problem = addresses?.map(({ address }) => addressProblem(rules, target, address)).find(Boolean)
      if (error || !first) callback(error ?? new RefusedAddress(`No address is known for ${host}`), '', 0)
      else if (problem) callback(new RefusedAddress(problem), '', 0)
      else if (options.all) callback(null, addresses)
      else callback(null, first.address, first.family)
    })
  }
}

function addressProblem(rules: AddressRules, target: Target, address: string): string | undefined {
  if (!rules.isOpen(target, address)) return PRIVATE
  return rules.isOpenPort(target, address) ? undefined : OTHER_PORT
}

function throwIfRefused(problem: string | undefined): void {
  if (problem) throw new RefusedAddress(problem)
}

/** Describes a redirect. */
function redirectText(location: string): string {
  const destination = location.slice(0, MAX_REDIRECT_LENGTH).replaceAll(/\P{ASCII}|\p{C}/gu, '')
  return `It leads ${destination ? `to ${destination}` : 'elsewhere'}, and is not followed: give the address that takes deliveries itself`
}

const PRIVATE = 'Not sent: the address is of a private network'
const OTHER_PORT = 'Not sent: only the ports 443 and 80 are sent to, unless the portal’s configuration allows another'

class RefusedAddress extends Error {
  override name = 'Failed'
}

/** The beginning of an answer as printable text. */
async function readBeginning(response: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = []
  let size = 0
  for await (const piece of response as AsyncIterable<Buffer>) {
    pieces.push(piece)
    size += piece.length
    if (size >= MAX_ANSWER_BYTES) break
  }
  const text = Buffer.concat(pieces).subarray(0, MAX_ANSWER_BYTES).toString('utf8')
  return text.replaceAll(/[^\P{C}\n\t]/gu, '').trim()
}

const FAILURE_TEXTS: Readonly<Record<string, string>> = {
  ENOTFOUND: 'Unknown host name',
  EAI_AGAIN: 'The host’s name could not be looked up',
  ECONNREFUSED: 'The connection was refused',
  ECONNRESET: 'The connection was closed before an answer',
  EPIPE: 'The connection was closed before an answer',
  ETIMEDOUT: 'The connection was not made in time',
  EHOSTUNREACH: 'The host can’t be reached',
  ENETUNREACH: 'The host can’t be reached',
  CERT_HAS_EXPIRED: 'Its certificate has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'Its certificate is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'Its certificate is not from a trusted issuer',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'Its certificate is not from a trusted issuer',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'Its certificate is not from a trusted issuer',
  CERT_NOT_YET_VALID: 'Its certificate is not valid yet',
  ERR_TLS_CERT_ALTNAME_INVALID: 'Its certificate is for another host',
  EPROTO: 'No TLS at this address. Check that it is https',
  HPE_HEADER_OVERFLOW: 'The headers of the answer are too long',
}

function failureText(error: unknown): string {
  if (error instanceof RefusedAddress) return error.message
  const { code = '' } = error as { code?: string }
  // If all addresses of a host failed, report the failure of the first.
  const [first] = error instanceof AggregateError ? (error.errors as { code?: string }[]) : []
  if (code.startsWith('HPE_INVALID')) return 'No HTTP at this address'
  return (
    FAILURE_TEXTS[code] ?? FAILURE_TEXTS[first?.code ?? ''] ?? `It couldn’t be sent (${code || 'no reason is known'})`
  )
}
