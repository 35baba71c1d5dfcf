import { expect, test } from 'vitest'
import { watchExport } from './watch-export.ts'

type Answer = Awaited<ReturnType<Parameters<typeof watchExport>[0]['ask']>>
const running = (percentComplete: number): Answer => ({ status: 'Running', percentComplete })
const DONE: Answer = { status: 'Succeeded', percentComplete: 100 }

/** Watches an export whose polls get these answers in turn; 'fails' is a failed call. */
async function watch(answers: readonly (Answer | 'fails')[]) {
  const seen: number[] = []
  let asked = 0
  const ask = async () => {
    const answer = answers[asked++]
    if (answer === undefined || answer === 'fails') throw new Error('No answer')
    return answer
  }
  const how = { ask, onProgress: (percent: number) => void seen.push(percent), everyMs: 0 }
  const end = await watchExport({ ...how, signal: new AbortController().signal, failed: 'Oops' }).then(
    () => 'done',
    (error: Error) => error.message,
  )
  return { end, seen, asked }
}

test.each<[readonly (Answer | 'fails')[], string, number]>([
  [[{ status: 'NotStarted', percentComplete: 0 }, running(40), DONE], 'done', 3],
  [['fails', 'fails', running(10), 'fails', 'fails', DONE], 'done', 6],
  [['fails', 'fails', 'fails', DONE], 'Oops', 3],
  [
    [running(1), { status: 'Failed', percentComplete: 1 }, { status: 'Undefined', percentComplete: 0 }, 'fails'],
    'Oops',
    4,
  ],
  [[{ status: 'Lost' as 'Failed', percentComplete: 0 }, 'fails', 'fails'], 'Oops', 3],
])('case %# of answers ends as expected', async (answers, end, asked) =>
  expect(await watch(answers)).toMatchObject({ end, asked }),
)

test('progress is reported, and 100 only when the file is ready', async () =>
  expect((await watch([running(0), running(99), DONE])).seen).toEqual([0, 99, 100]))
