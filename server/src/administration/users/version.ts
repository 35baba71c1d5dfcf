import { readFileSync } from 'node:fs'
import type { users as routes } from '@despatch/contract/administration/users/users'
import type { RouteAnswer } from '@despatch/contract/route/types'
import type { Context } from '../../http/context.ts'

const { version } = JSON.parse(readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8')) as {
  version: string
}
const startedAt = new Date(Date.now() - process.uptime() * 1000).toISOString()

export async function readPortalVersion({ services }: Context): Promise<RouteAnswer<typeof routes.version>> {
  return { version, startedAt, contact: services.contact }
}
