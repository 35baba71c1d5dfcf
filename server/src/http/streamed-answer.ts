import { Readable } from 'node:stream'

/** An answer that is too long to be held: sent as it is made. It has the shape of `Answer`, and its maker sees to that. */
export type StreamedAnswer<Answer> = { readonly json: Readable; readonly answers?: Answer }

export function isStreamed(answer: unknown): answer is StreamedAnswer<unknown> {
  return typeof answer === 'object' && answer !== null && 'json' in answer && answer.json instanceof Readable
}

/**
 * Streams an object whose list `name` comes from `items`, pieces of JSON with the commas between the items.
 * `done` is called when all is sent, or when the receiver has gone.
 */
export function streamAnswer<Answer extends object, Name extends keyof Answer & string>(given: {
  head: Omit<Answer, Name>
  name: Name
  items: AsyncIterable<string>
  done: () => Promise<void>
}): StreamedAnswer<Answer> {
  const json = Readable.from(pieces(given), { objectMode: false })
  // Not in a finally of the pieces: where the receiver went before the first of them, these never begin.
  json.once('close', () => void given.done().catch(() => undefined))
  return { json }
}

async function* pieces(given: { head: object; name: string; items: AsyncIterable<string> }): AsyncGenerator<string> {
  const members = Object.entries(given.head).map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)},`)
  yield `{${members.join('')}${JSON.stringify(given.name)}:[`
  for await (const piece of given.items) if (piece !== '') yield piece
  yield ']}'
}
