import { lookup } from 'node:dns'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { type AddressRules, type Target, targetOf } from '../../process/address-rules.ts'

const TIMEOUT_MS = 10_000
const MAX_OF_AN_ANSWER = 2048
const MAX_OF_AN_ADDRESS = 500

/** What came of a delivery: the status that was answered, or null with the reason in words. */
export type Outcome = { status: number | null; answer: string; tookMs: number }

type Given = { url: string; headers: Record<string, string>; body: string; rules: AddressRules; timeoutMs?: number }

/**
 * Posts a delivery, and says what came of it; throws nothing. What the host's name stands for is looked up for this very
 * connection and each address checked, so that a name that has moved into a private network since leads nowhere.
 * Redirects are not followed; of an answer no more than 2 kB is read.
 */
export async function postDelivery(given: Given): Promise<Outcome> {
  const began = performance.now()
  const timeout = AbortSignal.timeout(given.timeoutMs ?? TIMEOUT_MS)
  const outcome = await send(given, timeout).catch((error: unknown) => ({
    status: null,
    answer: timeout.aborted ? 'No answer within 10 seconds' : inText(error),
  }))
  return { ...outcome, tookMs: Math.round(performance.now() - began) }
}

async function send({ url, headers, body, rules }: Given, signal: AbortSignal): Promise<Omit<Outcome, 'tookMs'>> {
  const { promise, resolve, reject } = Promise.withResolvers<Omit<Outcome, 'tookMs'>>()
  let hasAnswered = false
  const to = new URL(url)
  const target = targetOf(to)
  const { host } = target
  if (to.protocol !== 'https:' && !rules.isNamed(target)) throw new Refused('Not sent: the address is not https')
  // An address instead of a name is not looked up.
  if (isIP(host)) refuse(whyNotTo(rules, target, host))
  const sending = (to.protocol === 'https:' ? httpsRequest : httpRequest)(
    to,
    {
      method: 'POST',
      agent: false,
      signal,
      lookup: checkedLookup(rules, target),
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
    },
    (response) => {
      // From here on the status counts, even where the rest of the answer never comes.
      hasAnswered = true
      const { statusCode = 0, headers: answered } = response
      if (statusCode >= 300 && statusCode < 400) {
        response.destroy()
        resolve({ status: statusCode, answer: whereTo(answered.location ?? '') })
        return
      }
      beginningOf(response).then(
        (answer) => resolve({ status: response.statusCode ?? null, answer }),
        () => resolve({ status: response.statusCode ?? null, answer: '' }),
      )
    },
  )
  sending.on('error', (error) => hasAnswered || reject(error))
  sending.end(body)
  return promise
}

/** Looks a name up, and lets none of its addresses through where one of them is not to be sent to. */
function checkedLookup(rules: AddressRules, target: Target): LookupFunction {
  return (host, options, callback) => {
    lookup(host, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? []
      const why = addresses?.map(({ address }) => whyNotTo(rules, target, address)).find(Boolean)
      if (error || !first) callback(error ?? new Refused(`No address is known for ${host}`), '', 0)
      else if (why) callback(new Refused(why), '', 0)
      else if (options.all) callback(null, addresses)
      else callback(null, first.address, first.family)
    })
  }
}

function whyNotTo(rules: AddressRules, target: Target, address: string): string | undefined {
  if (!rules.isOpen(target, address)) return PRIVATE
  return rules.isOpenPort(target, address) ? undefined : OTHER_PORT
}

function refuse(why: string | undefined): void {
  if (why) throw new Refused(why)
}

/** What is said of an answer that leads elsewhere. */
function whereTo(location: string): string {
  const to = location.slice(0, MAX_OF_AN_ADDRESS).replaceAll(/\P{ASCII}|\p{C}/gu, '')
  return `It leads ${to ? `to ${to}` : 'elsewhere'}, and is not followed: give the address that takes deliveries itself`
}

const PRIVATE = 'Not sent: the address is of a private network'
const OTHER_PORT = 'Not sent: only the ports 443 and 80 are sent to, unless the portal’s configuration allows another'

class Refused extends Error {
  override name = 'Refused'
}

/** How an answer begins, as text that can be kept and shown: without what cannot be printed. */
async function beginningOf(response: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = []
  let size = 0
  for await (const piece of response as AsyncIterable<Buffer>) {
    pieces.push(piece)
    size += piece.length
    if (size >= MAX_OF_AN_ANSWER) break
  }
  const text = Buffer.concat(pieces).subarray(0, MAX_OF_AN_ANSWER).toString('utf8')
  return text.replaceAll(/[^\P{C}\n\t]/gu, '').trim()
}

const FAILURE_TEXTS: Readonly<Record<string, string>> = {
  ENOTFOUND: 'The host’s name is not known',
  EAI_AGAIN: 'The host’s name could not be looked up',
  ECONNREFUSED: 'Nobody answers there: the connection was refused',
  ECONNRESET: 'The connection was cut before an answer came',
  EPIPE: 'The connection was cut before an answer came',
  ETIMEDOUT: 'The connection was not made in time',
  EHOSTUNREACH: 'The host cannot be reached',
  ENETUNREACH: 'The host cannot be reached',
  CERT_HAS_EXPIRED: 'Its certificate has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'Its certificate is signed by itself',
  SELF_SIGNED_CERT_IN_CHAIN: 'Its certificate is signed by nobody who is known',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'Its certificate is signed by nobody who is known',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'Its certificate is signed by nobody who is known',
  CERT_NOT_YET_VALID: 'Its certificate does not hold yet',
  ERR_TLS_CERT_ALTNAME_INVALID: 'Its certificate is for another host',
  EPROTO: 'What answers there does not speak TLS: is it https at this port?',
  HPE_HEADER_OVERFLOW: 'The headers of the answer are too long',
}

function inText(error: unknown): string {
  if (error instanceof Refused) return error.message
  const { code = '' } = error as { code?: string }
  // Of a host with several addresses, what the first of them failed with.
  const [first] = error instanceof AggregateError ? (error.errors as { code?: string }[]) : []
  if (code.startsWith('HPE_INVALID')) return 'What answers there does not speak HTTP'
  return (
    FAILURE_TEXTS[code] ?? FAILURE_TEXTS[first?.code ?? ''] ?? `It could not be sent (${code || 'no reason is known'})`
  )
}
