import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { makeApiPathFinder, noSuchCall } from './unknown-call.ts'

const DIST = join(import.meta.dirname, '../../../web/dist')

/**
 * Serves the built web app: assets by hashed names, cached for a year, and index.html for every screen. If the app is not
 * built, or the address is no screen, the answer is an ordinary error. It mentions /api if that is missing.
 */
export async function serveWeb(app: FastifyInstance, routes: Parameters<typeof makeApiPathFinder>[0]): Promise<void> {
  const apiPathOf = makeApiPathFinder(routes)
  const isBuilt = existsSync(join(DIST, 'index.html'))
  app.setNotFoundHandler(async (request, reply) => {
    const isScreen = ['GET', 'HEAD'].includes(request.method) && !/^\/(?:api|assets)(?:[/?]|$)/.test(request.url)
    const apiPath = apiPathOf(request)
    return isBuilt && isScreen && !apiPath
      ? reply.sendFile('index.html')
      : reply.status(404).send(noSuchCall(request, apiPath))
  })
  if (!isBuilt) return
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
        path.startsWith(join(DIST, 'assets')) ? 'public, max-age=31536000, immutable' : 'no-cache',
      )
    },
  })
}
