import { MAX_RETURNS_LABELLED, returnLabels } from '@despatch/contract/returns/rules/return-labels'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openScreen, openServer } from '../../testing/open-portal.tsx'
import { LabelPool } from './label-pool.tsx'

test('labels of a file go to all waiting returns, in several calls', async () => {
  const server = openServer()
  server.answer(returnLabels.list, { pools: [] })
  server.answer(returnLabels.add, () => {
    const isFirst = server.callsTo(returnLabels.add).length === 1
    return isFirst
      ? { message: '', added: 600, known: 0, given: MAX_RETURNS_LABELLED }
      : { message: '', added: 0, known: 600, given: 1 }
  })
  const { user } = await openScreen('/home', {}, () => (
    <LabelPool pool="Tracked" error={undefined} onChange={() => undefined} />
  ))
  await screen.findByRole('button', { name: 'Add labels from a file' })
  const input = document.querySelector<HTMLInputElement>('input[type=file]') ?? expect.fail('no field for a file')
  await user.upload(input, new File([Array.from({ length: 600 }, (_, at) => `L-${at}`).join('\n')], 'labels.csv'))
  await screen.findByText(
    '600 labels added. 501 returns that waited for labels have one now, and their customers are told by email.',
  )
  expect(server.callsTo(returnLabels.add).map(({ body }) => body.labels.length)).toEqual([600, 600])
})
