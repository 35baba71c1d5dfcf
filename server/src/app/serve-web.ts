import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

const DIST = join(import.meta.dirname, '../../../web/dist')

/** Serves the built web app: assets by their hashed names for a year, and index.html for every screen's address. */
export async function serveWeb(app: FastifyInstance): Promise<void> {
  if (!existsSync(join(DIST, 'index.html'))) return
  await app.register(fastifyStatic, {
    root: DIST,
    index: false,
    preCompressed: true,
    wildcard: false,
    globIgnore: ['**/*.br', '**/*.gz'],
    cacheControl: false,
    setHeaders(reply, path) {
      reply.header(
        'cache-control',
        path.includes(`${join(DIST, 'assets')}`) ? 'public, max-age=31536000, immutable' : 'no-cache',
      )
    },
  })
  app.setNotFoundHandler(async (request, reply) => {
    if (request.method !== 'GET' || request.url.startsWith('/assets/')) return reply.status(404).send()
    return reply.sendFile('index.html')
  })
}
