import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { streamAnswer } from './streamed-answer.ts'

/** An answer of three items, and how often `done` was called. */
function answer() {
  const calls = { done: 0 }
  async function* items() {
    yield '1'
    yield ''
    yield ',2'
    yield ',3'
  }
  const done = async () => {
    calls.done++
  }
  const streamed = streamAnswer<{ count: number; list: number[] }, 'list'>({
    head: { count: 3 },
    name: 'list',
    items: items(),
    done,
  })
  return { json: streamed.json, calls }
}

test('an answer is sent as it is made', async () => {
  const { json, calls } = answer()
  expect(JSON.parse(await text(json))).toEqual({ count: 3, list: [1, 2, 3] })
  expect(calls.done).toBe(1)
})

describe('its source is released once when the receiver disconnects', () => {
  test('before the first piece', async () => {
    const { json, calls } = answer()
    json.destroy()
    await once(json, 'close')
    expect(calls.done).toBe(1)
  })
  test('in the middle', async () => {
    const { json, calls } = answer()
    json.setEncoding('utf8')
    await once(json, 'readable')
    json.read(3)
    json.destroy()
    await once(json, 'close')
    expect(calls.done).toBe(1)
  })
})
