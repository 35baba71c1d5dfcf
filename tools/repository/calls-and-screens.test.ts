import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { contract } from '@despatch/contract/contract'
import type { Route } from '@despatch/contract/route/route'
import { describe, expect, test } from 'vitest'
import { SCREENS } from './screens.ts'
import { root, textOf } from './sources.ts'

const specification = join(root, '..', 'shared', 'spec')
const isThere = existsSync(specification)
const NOT_THERE = 'the specification is not beside the repository'

/** The rows of a table of the specification, without its header. */
const rowsOf = (file: string) =>
  isThere
    ? readFileSync(join(specification, file), 'utf8')
        .trim()
        .split('\n')
        .slice(1)
        .map((line) => line.split('\t'))
    : []

/** Normalises a call to 'GET /api/users/logout/{}': without parameter names and final slash. */
const plain = (call: string) => call.replaceAll(/:\w+|\{\w+\}/g, '{}').replace(/\/$/, '')
const built = Object.values(contract as Record<string, Record<string, Route>>)
  .flatMap((room) => Object.values(room))
  .map(({ method, path }) => plain(`${method} ${path}`))

describe('calls', () => {
  test('every call of the specification is in the contract', (context) => {
    context.skip(!isThere, NOT_THERE)
    const specified = rowsOf('calls.tsv').map(([, method, path]) => plain(`${method} ${path}`))
    expect(specified.length).toBeGreaterThan(100)
    expect(specified.filter((call) => !built.includes(call))).toEqual([])
  })
})

describe('screens', () => {
  /** Screens without a permission, which belong to the router. */
  const OF_THE_ROUTER = ['/sign-in', '/home']

  test('every screen of the specification has its route', (context) => {
    context.skip(!isThere, NOT_THERE)
    const specified = rowsOf('screens.tsv').map(([, route]) => route ?? '')
    expect(specified.length).toBeGreaterThan(50)
    const routed = [...SCREENS.map(({ path }) => path), ...OF_THE_ROUTER]
    expect(specified.filter((path) => !routed.includes(path))).toEqual([])
  })
  test('each has its title from the specification', (context) => {
    context.skip(!isThere, NOT_THERE)
    for (const [, route, title = ''] of rowsOf('screens.tsv')) {
      const screen = SCREENS.find(({ path }) => path === route)
      if (screen) expect({ route, title: screen.title }).toEqual({ route, title: title.replace(/ \(.*\)$/, '') })
    }
  })
  test('the router has the screens that need no permission', () => {
    const router = textOf('web/src/shell/router.tsx')
    for (const path of OF_THE_ROUTER) expect(router).toContain(`'${path}'`)
  })
  test('no two have the same address', () => {
    expect(new Set(SCREENS.map(({ path }) => path)).size).toBe(SCREENS.length)
  })
})
