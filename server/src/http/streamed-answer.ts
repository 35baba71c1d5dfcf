import { Readable } from 'node:stream'

/** An answer that is too long to hold, sent as it is made. Its maker must give it the shape of `Answer`. */
export type StreamedAnswer<Answer> = { readonly json: Readable; readonly answers?: Answer }

export function isStreamed(answer: unknown): answer is StreamedAnswer<unknown> {
  return typeof answer === 'object' && answer !== null && 'json' in answer && answer.json instanceof Readable
}

/** Streams an object whose list `name` comes from `items`: pieces of JSON, with the commas between items. */
export function streamAnswer<Answer extends object, Name extends keyof Answer & string>(input: {
  head: Omit<Answer, Name>
  name: Name
  items: AsyncIterable<string>
  /** Called when everything is sent or the receiver has disconnected. */
  done: () => Promise<void>
}): StreamedAnswer<Answer> {
  const json = Readable.from(pieces(input), { objectMode: false })
  // Not in a `finally` of the generator: it never starts if the receiver disconnects before the first piece.
  json.once('close', () => void input.done().catch(() => undefined))
  return { json }
}

async function* pieces(input: { head: object; name: string; items: AsyncIterable<string> }): AsyncGenerator<string> {
  const members = Object.entries(input.head).map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)},`)
  yield `{${members.join('')}${JSON.stringify(input.name)}:[`
  for await (const piece of input.items) if (piece !== '') yield piece
  yield ']}'
}
