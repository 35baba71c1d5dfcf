import type { z } from 'zod'

/** Power BI does not answer, or its answer is unusable; the message is for the log. */
export class PowerBiUnavailable extends Error {
  override name = 'PowerBiUnavailable'
  readonly status: number | undefined

  constructor(message: string, status?: number, cause?: unknown) {
    super(message, { cause })
    this.status = status
  }
}

/** Power BI is overloaded (429). */
export class PowerBiBusy extends PowerBiUnavailable {
  override name = 'PowerBiBusy'
  readonly retryAfterSeconds: number

  constructor(retryAfterSeconds: number) {
    super('it answered 429', 429)
    this.retryAfterSeconds = retryAfterSeconds
  }
}

const MAX_BYTES = 4 * 1024 * 1024
const MAX_WAIT_SECONDS = 600

/** Seconds of a Retry-After header, at most ten minutes; undefined without one. */
export function retryAfter({ headers }: Response): number | undefined {
  const text = headers.get('retry-after')
  if (text === null) return undefined
  const seconds = /^\d+$/.test(text) ? Number(text) : Math.ceil((Date.parse(text) - Date.now()) / 1000)
  return Number.isFinite(seconds) ? Math.min(Math.max(seconds, 0), MAX_WAIT_SECONDS) : undefined
}

/**
 * Sends a request without following redirects, which would leak the token. Throws {@link PowerBiUnavailable} for
 * failures and {@link PowerBiBusy} for 429.
 */
export async function sendRequest(url: string, init: RequestInit): Promise<Response> {
  const answer = await fetch(url, { ...init, redirect: 'error' }).catch((error: unknown) => {
    throw new PowerBiUnavailable(error instanceof Error ? error.message : 'it failed', undefined, error)
  })
  if (answer.ok) return answer
  await answer.body?.cancel().catch(() => undefined)
  if (answer.status === 429) throw new PowerBiBusy(retryAfter(answer) ?? 5)
  throw new PowerBiUnavailable(`it answered ${answer.status}`, answer.status)
}

/** Parses an answer as Microsoft documents it. Throws {@link PowerBiUnavailable} for anything else. */
export async function parseAnswer<Shape extends z.ZodType>(shape: Shape, answer: Response): Promise<z.infer<Shape>> {
  try {
    const chunks: Uint8Array[] = []
    let size = 0
    for await (const chunk of answer.body ?? []) {
      size += chunk.byteLength
      if (size > MAX_BYTES) throw new PowerBiUnavailable(`its answer is larger than ${MAX_BYTES} bytes`)
      chunks.push(chunk)
    }
    return shape.parse(JSON.parse(Buffer.concat(chunks).toString('utf8')))
  } catch (error) {
    if (error instanceof PowerBiUnavailable) throw error
    throw new PowerBiUnavailable('its answer is not what is documented', undefined, error)
  }
}
