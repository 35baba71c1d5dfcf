import Fastify, { type FastifyBaseLogger, LogController } from 'fastify'
import type { Database } from '../database/database.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import { answerErrors } from '../http/errors.ts'
import { openLog } from './log.ts'
import { observe } from './observe.ts'

type Line = {
  msg: string
  level: number
  times?: number
  seconds?: number
  status?: number
  err?: object
  code?: string
}

async function openFailing() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const lines: Line[] = []
  const log = openLog({ write: (line) => void lines.push(JSON.parse(line) as Line) })
  const app = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
  })
  onTestFinished(() => {
    vi.useRealTimers()
    return app.close()
  })
  answerErrors(app)
  observe(app, { isReady: () => Promise.resolve(true) } as Database)
  const fail = (code: string) => Promise.reject(Object.assign(new Error(`failed with ${code}`), { code }))
  app.get('/one', () => fail('ECONNREFUSED'))
  app.get('/other', () => fail('ECONNREFUSED'))
  app.get('/bug', () => fail('23505'))
  app.get('/absent', (_request, reply) => reply.status(404).send())
  const call = async (path: string, times: number) => {
    for (let count = 0; count < times; count++) await app.inject(path)
  }
  return { lines, call, log }
}

test('an unavailable database is logged once with its stack, then counted each minute', async () => {
  const { lines, call } = await openFailing()
  await call('/one', 300)
  await call('/other', 200)
  expect(lines.filter(({ err }) => err)).toHaveLength(1)
  expect(lines.length).toBeLessThan(5)
  lines.length = 0
  vi.advanceTimersByTime(60_000)
  expect(lines).toContainEqual(
    expect.objectContaining({ msg: 'call failed, again', times: 499, seconds: 60, code: 'ECONNREFUSED', level: 50 }),
  )
  expect(lines).toContainEqual(expect.objectContaining({ msg: 'answered, again', times: 299, status: 503 }))
  lines.length = 0
  // A minute without failures: the next failure is a new one.
  vi.advanceTimersByTime(60_000)
  expect(lines).toEqual([])
  await call('/one', 2)
  expect(lines.filter(({ err }) => err)).toHaveLength(1)
})

test('other answers are all logged, and each other failure once', async () => {
  const { lines, call, log } = await openFailing()
  await call('/absent', 3)
  expect(lines).toMatchObject([{ status: 404 }, { status: 404 }, { status: 404 }])
  lines.length = 0
  await call('/bug', 3)
  await call('/one', 3)
  expect(lines.filter(({ err }) => err)).toMatchObject([{ err: { code: '23505' } }, { err: { code: 'ECONNREFUSED' } }])
  expect(lines.filter(({ status, msg }) => msg === 'answered' && status === 500)).toHaveLength(3)
  lines.length = 0
  for (let times = 0; times < 5; times++)
    log.warn({ err: new Error(`job ${times} failed`) }, 'the queue of jobs failed')
  expect(lines).toHaveLength(1)
})
