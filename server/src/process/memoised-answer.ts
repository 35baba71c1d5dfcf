import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

type Encoding = 'br' | 'gzip' | 'identity'

/** Serves a JSON answer that never changes: made at the first request, and compressed once per encoding. */
export function memoisedAnswer(make: () => string): {
  send(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>
} {
  let made: Promise<Record<Encoding, Buffer>> | undefined
  return {
    async send(request, reply) {
      made ??= compressed(Buffer.from(make()))
      const encoding = encodingFor(request.headers['accept-encoding'])
      reply.type('application/json; charset=utf-8').header('vary', 'accept-encoding')
      if (encoding !== 'identity') reply.header('content-encoding', encoding)
      return reply.send((await made)[encoding])
    },
  }
}

async function compressed(identity: Buffer): Promise<Record<Encoding, Buffer>> {
  const [br, gzipped] = await Promise.all([promisify(brotliCompress)(identity), promisify(gzip)(identity)])
  return { br, gzip: gzipped, identity }
}

/** The shortest accepted encoding. An entry with q=0 is not accepted. */
function encodingFor(accepted: string | string[] = ''): Encoding {
  const names = [accepted]
    .flat()
    .join(',')
    .split(',')
    .flatMap((entry) => (/;\s*q=0(?:\.0*)?\s*$/.test(entry) ? [] : [entry.split(';')[0]?.trim()]))
  return (['br', 'gzip'] as const).find((name) => names.includes(name)) ?? 'identity'
}
