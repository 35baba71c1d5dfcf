import { Agent, request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'

/** An answer; `ms` is the time until it was complete. */
export type Answered = {
  readonly status: number
  readonly location: string
  readonly text: string
  readonly ms: number
}

/** Shared connections of all browsers. Idle ones are closed before the server closes them. */
const agent = new Agent({ keepAlive: true, timeout: 1000 })

/** A browser without scripts, with its own address, cookie and page seal. */
export type Shopper = { readonly address: string; cookie: string; seal: string }

let shoppers = 0
/** A new shopper with an unused address, as a proxy reports it. */
export function newShopper(): Shopper {
  const n = (shoppers += 1)
  return { address: `198.${18 + (n >> 16)}.${(n >> 8) & 255}.${n & 255}`, cookie: '', seal: '' }
}

/** The five steps from finding an order to announcing a return. */
export type Steps = ReturnType<typeof stepsOf>

/** Steps on a client's page at the address `page`. */
export function stepsOf(page: string) {
  return {
    find: (shopper: Shopper, { order, postCode }: { order: string; postCode: string }) =>
      ask(shopper, page, { order, proof: postCode }),
    showItems: (shopper: Shopper) => ask(shopper, `${page}/items`),
    chooseItems: (shopper: Shopper) =>
      ask(shopper, `${page}/items`, {
        'take-1': 'yes',
        'quantity-1': '1',
        'reason-1': 'MIND',
        'resolution-1': 'refund',
        seal: shopper.seal,
      }),
    chooseOption: (shopper: Shopper) => ask(shopper, `${page}/options`, { 'option-0': 'option-1', seal: shopper.seal }),
    announce: (shopper: Shopper) => ask(shopper, `${page}/confirm`, { seal: shopper.seal }),
  }
}

async function ask(shopper: Shopper, url: string, form?: Record<string, string>): Promise<Answered> {
  const began = performance.now()
  const body = form && new URLSearchParams(form).toString()
  const { promise, resolve, reject } = Promise.withResolvers<Answered>()
  const sent = request(url, {
    agent,
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      'x-forwarded-for': shopper.address,
      'accept-encoding': 'gzip',
      ...(shopper.cookie !== '' && { cookie: shopper.cookie }),
      ...(body !== undefined && {
        'content-type': 'application/x-www-form-urlencoded',
        'content-length': Buffer.byteLength(body),
      }),
    },
  })
  sent.on('error', reject)
  sent.on('response', (answer) => {
    void buffer(answer).then((bytes) => {
      const ms = performance.now() - began
      const text = (answer.headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes).toString()
      shopper.cookie = answer.headers['set-cookie']?.[0]?.split(';')[0] ?? shopper.cookie
      shopper.seal = /name="seal" value="([^"]+)"/.exec(text)?.[1] ?? shopper.seal
      resolve({ status: answer.statusCode ?? 0, location: answer.headers.location ?? '', text, ms })
    }, reject)
  })
  sent.end(body)
  return promise
}
