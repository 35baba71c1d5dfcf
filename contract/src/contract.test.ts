import { menuLeaves } from '@despatch/domain/administration/roles/menu'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { contract } from './contract.ts'
import { ERROR_CODES } from './route/error-codes.ts'
import type { Route } from './route/route.ts'

const calls = Object.entries(contract as Record<string, Record<string, Route>>).flatMap(([room, routes]) =>
  Object.entries(routes).map(([name, route]) => [`${room}.${name}`, route] as const),
)

/** The places of a JSON schema at which any further field would be let through. */
function openPlaces(schema: unknown, above = ''): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const node = schema as Record<string, unknown>
  const open = node['type'] === 'object' && node['properties'] !== undefined && node['additionalProperties'] !== false
  return [
    ...(open ? [above] : []),
    ...Object.entries(node).flatMap(([key, inner]) => openPlaces(inner, `${above}/${key}`)),
  ]
}

describe.each(calls)('%s', (_name, route) => {
  test('says what it is for, and is under /api', () => {
    expect(route.path).toMatch(/^\/api\/[A-Za-z0-9:/-]+$/)
    expect(route.summary).toMatch(/\w.*[^.]$/)
  })
  test('asks for entries that the permission tree has, and names at least one', () => {
    if (typeof route.permission === 'string') return
    const leaves: readonly string[] = 'reads' in route.permission ? route.permission.reads : route.permission.edits
    const known = menuLeaves().map(({ leaf }) => leaf as string)
    expect(leaves.length).toBeGreaterThan(0)
    for (const leaf of leaves) expect(known).toContain(leaf)
  })
  test('takes and answers nothing undeclared, at any depth', () => {
    for (const part of ['params', 'query', 'body', 'answer'] as const) {
      const shape = route[part]
      if (!shape || typeof shape === 'string') continue
      expect(openPlaces(z.toJSONSchema(shape, { io: part === 'answer' ? 'output' : 'input' })), part).toEqual([])
    }
  })
  test('declares each parameter of its path', () => {
    const named = [...route.path.matchAll(/:(\w+)/g)].map(([, name]) => name)
    expect(Object.keys(route.params?.shape ?? {}).toSorted()).toEqual(named.toSorted())
  })
  test('changes nothing unaudited, and reads without an audit row, but where it is said here', () => {
    // The reference given out is no record of anyone, it is counted up; how wide a column is, is nobody's business; a
    // preview is for who may do what it looks at, and what could be chosen for who may choose: neither changes anything.
    const unauditedPosts = [
      '/api/orders/nextcustRef',
      '/api/session/layouts',
      '/api/orders/amend/preview',
      '/api/orders/carrier/choices',
      '/api/orders/rate/preview',
      '/api/rule-books/change/preview',
      '/api/carrier-stops/preview',
    ]
    const changes =
      ['PUT', 'DELETE'].includes(route.method) ||
      (typeof route.permission === 'object' &&
        'edits' in route.permission &&
        route.access !== 'none' &&
        route.method === 'POST')
    if (changes && !unauditedPosts.includes(route.path)) expect(route.audited).not.toBe(false)
  })
  test('names refusals that exist', () => {
    for (const code of route.errors) expect(ERROR_CODES[code]).toBeGreaterThanOrEqual(400)
  })
})

test('no two calls have the same method and path', () => {
  const heads = calls.map(([, { method, path }]) => `${method} ${path.replaceAll(/:\w+/g, ':')}`)
  expect(new Set(heads).size).toBe(heads.length)
})
