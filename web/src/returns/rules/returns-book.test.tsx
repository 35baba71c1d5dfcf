import type { ReturnItemOf } from '@despatch/contract/returns/rules/return-item'
import { returns } from '@despatch/contract/returns/rules/returns'
import type { ReturnsTry, TriedResult } from '@despatch/contract/returns/rules/returns-try'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { refusal } from '../../testing/fake-server.ts'
import { openScreen, openServer } from '../../testing/open-portal.tsx'
import type { SignInOptions } from '../../testing/sign-in.ts'
import { returnsChanged } from './returns-queries.ts'

const RULES = '/returns-portal-control/returns-portal-rules'
const CLERK: SignInOptions = { type: 'Internal User', clients: ['ACME'], client: 'ACME' }
const ID = '0e37df36-f698-11e6-8dd4-cb9ced3df976'
const VERSION = {
  version: 2,
  at: '2026-03-10T10:00:00.000Z',
  by: 'ops.user',
  summary: 'Draft of one change',
  broughtBack: null,
  changes: 1,
  overrideReason: '',
  overridden: [],
}
const DRAFT = { changes: 1, by: 'ops.user', at: VERSION.at, law: 'GB' as const, findings: 0, breaches: 0 }

function serverWith() {
  const server = openServer()
  server.answer(returns.items, { rows: [], total: 0, version: 2, orderDraftAt: null })
  server.answer(returns.book, { ...VERSION, law: 'GB', findings: 0, breaches: 0, lawDraftAt: null, draft: DRAFT })
  server.answer(returns.versions, {
    versions: [VERSION, { ...VERSION, version: 1, summary: 'Returns set up' }],
    total: 2,
  })
  return server
}

/** A button of the draft bar, once the draft is loaded. */
async function draftButton(name: string): Promise<HTMLElement> {
  const button = await screen.findByRole<HTMLButtonElement>('button', { name })
  await waitFor(() => expect(button.disabled).toBe(false))
  return button
}

test('a version lists its changes', async () => {
  const server = serverWith()
  const reason = { code: 'SMALL', title: 'Too small', active: true, mergedInto: null }
  const option = {
    name: 'Evri',
    active: true,
    payer: 'shopper',
    maxWeight: 15,
    destination: 'returns-centre',
    countries: ['GB', 'FR'],
  }
  server.answer(returns.version, {
    version: VERSION,
    items: [
      {
        kind: 'reason',
        key: 'reason-5',
        before: reason,
        after: { ...reason, active: false, mergedInto: 'OTHER' },
      },
      { kind: 'option', key: 'option-1', before: null, after: { name: 'Royal Mail' } },
      {
        kind: 'option',
        key: 'option-2',
        before: option,
        after: { ...option, active: false, payer: 'retailer', maxWeight: null, destination: 'supplier', countries: [] },
      },
      { kind: 'rule', key: 'rule-1', before: { name: 'Sale items' }, after: null },
      {
        kind: 'rule',
        key: 'rule-3',
        before: { name: 'Late', conditions: { days: { from: 1, to: null }, countries: [], skus: [] } },
        after: { name: 'Late', conditions: { days: { from: 2, to: null }, countries: ['GB'], skus: [] } },
      },
      { kind: 'order', key: '', before: { rules: [] }, after: { rules: ['rule-2'] } },
      { kind: 'settings', key: '', before: { law: 'GB' }, after: { law: 'EU' } },
    ],
    total: 9,
  })
  const { user } = await openScreen(RULES, CLERK)
  await user.click(await screen.findByRole('button', { name: 'Versions' }))
  const drawer = within(await screen.findByRole('dialog', { name: 'Versions' }))
  await user.click(await drawer.findByRole('button', { name: 'Changes in version 2' }))
  const list = within(await drawer.findByRole('list', { name: 'Changes in version 2' }))
  expect(list.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    'Reason code “Too small”: retired; merged into OTHER',
    'Option “Royal Mail” added',
    'Option “Evri”: made inactive; paid by Retailer, was Shopper; weight limit 15 kg removed; destination Supplier, was Returns centre; countries all, was GB, FR',
    'Rule “Sale items” removed',
    'Rule “Late”: conditions changed: Country, Days',
    'Order of rules',
    'Consumer law: European Union, was United Kingdom',
    'and 2 more',
  ])
})

test('an earlier version is brought back, with a reason for a breach', async () => {
  const server = serverWith()
  server.answer(returns.bringBack, ({ body: { overrideReason } }) =>
    overrideReason === undefined
      ? refusal('unprocessable', 'This book is against the law: faulty goods are refused.')
      : { message: 'Data updated successfully.', version: 3 },
  )
  const { user } = await openScreen(RULES, CLERK)
  await user.click(await screen.findByRole('button', { name: 'Versions' }))
  const drawer = await screen.findByRole('dialog', { name: 'Versions' })
  // The version in force cannot be brought back.
  expect((await within(drawer).findAllByRole('button', { name: /^Restore version/ })).length).toBe(1)
  await user.click(within(drawer).getByRole('button', { name: 'Restore version 1' }))
  const dialog = await screen.findByRole('dialog', { name: 'Restore version 1?' })
  const confirm = within(dialog).getByRole('button', { name: 'Restore version 1' })
  await user.click(confirm)
  expect(await within(dialog).findByText(/against the law/)).toBeTruthy()
  await user.type(await within(dialog).findByLabelText('Reason to publish anyway'), 'Counsel agrees')
  await user.click(confirm)
  expect(await screen.findByText(/Version 3 is live/)).toBeTruthy()
  expect(server.callsTo(returns.bringBack).map(({ params, body }) => [params.version, body])).toEqual([
    ['1', { version: 2 }],
    ['1', { version: 2, overrideReason: 'Counsel agrees' }],
  ])
})

test('a trial on orders shows its progress and result', async () => {
  const server = serverWith()
  const side = { allowed: 2, refused: 0, review: 0, fees: '0.00', retailerPays: '5.70' }
  const result: TriedResult = {
    lines: 1200,
    changed: 300,
    before: side,
    after: { ...side, allowed: 1, refused: 1, retailerPays: '2.85' },
    currency: 'GBP',
    moves: [
      {
        orderNumber: 'SO-1',
        lineNumber: 1,
        SKU: 'MUG',
        reason: 'Changed my mind',
        day: '2026-03-10',
        before: 'Allowed',
        after: 'Refused',
      },
    ],
  }
  const begun: ReturnsTry = {
    id: ID,
    status: 'Running',
    weeks: 13,
    over: 'orders',
    bookVersion: 2,
    done: 500,
    total: 1200,
    percentComplete: 41,
    error: '',
    result: null,
  }
  server.answer(returns.try, begun)
  server.answer(returns.tried, begun)
  const { user } = await openScreen(RULES, CLERK)
  await user.click(await draftButton('Try the draft'))
  const drawer = await screen.findByRole('dialog', { name: 'Try the draft' })
  await user.click(within(drawer).getByLabelText('Try it on', { selector: 'input' }))
  await user.click(await screen.findByRole('option', { name: 'Orders returnable today' }))
  await user.click(within(drawer).getByRole('button', { name: 'Try it' }))
  expect(await within(drawer).findByText('500 of 1,200 lines tried.')).toBeTruthy()
  expect(server.callsTo(returns.try)[0]?.body).toEqual({ weeks: 4, over: 'orders' })
  server.answer(returns.tried, { ...begun, status: 'Succeeded', done: 1200, percentComplete: 100, result })
  expect(await within(drawer).findByText('300 of 1,200 returnable lines would have another result.')).toBeTruthy()
  expect(within(drawer).getByText('Allowed → Refused')).toBeTruthy()
  const rows = within(within(drawer).getByRole('table', { name: 'Before and after' })).getAllByRole('row')
  expect(rows.map(({ textContent }) => textContent)).toContain('Postage paid by the retailer£5.70£2.85')
})

test('a running trial is cancelled', async () => {
  const server = serverWith()
  const running: ReturnsTry = {
    id: ID,
    status: 'NotStarted',
    weeks: 4,
    over: 'returns',
    bookVersion: 2,
    done: 0,
    total: 0,
    percentComplete: 0,
    error: '',
    result: null,
  }
  server.answer(returns.try, running)
  server.answer(returns.tried, running)
  server.answer(returns.cancelTry, { ...running, status: 'Cancelled' })
  const { user } = await openScreen(RULES, CLERK)
  await user.click(await draftButton('Try the draft'))
  const drawer = await screen.findByRole('dialog', { name: 'Try the draft' })
  await user.click(within(drawer).getByRole('button', { name: 'Try it' }))
  server.answer(returns.tried, { ...running, status: 'Cancelled' })
  await user.click(await within(drawer).findByRole('button', { name: 'Cancel' }))
  expect(await within(drawer).findByText('Cancelled. Nothing has changed.')).toBeTruthy()
  await waitFor(() => expect(server.callsTo(returns.cancelTry).length).toBe(1))
})

test('columns for groups and merged codes are hidden if empty', async () => {
  const server = serverWith()
  const itemState = { version: 1, draft: null, draftAt: null, isOvertaken: false }
  const small: ReturnItemOf<'reason'> = {
    ...itemState,
    _id: 'reason-1',
    kind: 'reason',
    code: 'SMALL',
    title: 'Too small',
    parent: null,
    fault: 'fit',
    asksComment: false,
    asksPhoto: false,
    active: true,
    mergedInto: null,
  }
  const items = { total: 1, version: 2, orderDraftAt: null }
  server.answer(returns.items, { ...items, rows: [small] })
  server.answer(returns.reasonUse, { rows: [], total: 0, since: '2026-01-01' })
  await openScreen('/returns-portal-control/return-reason-codes', CLERK)
  await screen.findByText('Too small')
  const heads = screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
  expect(heads).toContain('Fault')
  expect(heads).not.toContain('Group')
  expect(heads).not.toContain('Merged into')
  server.answer(returns.items, { ...items, rows: [{ ...small, parent: 'FIT' }] })
  await returnsChanged()
  await screen.findByRole('columnheader', { name: 'Group' })
})

test('a book that fails to load does not claim to have no draft', async () => {
  const server = serverWith()
  server.answer(returns.book, refusal('internal_error', 'Something went wrong'))
  await openScreen(RULES, CLERK)
  await screen.findByText('Loading the draft')
  expect(screen.queryByText(/^There is no draft/)).toBeNull()
})

test('a draft is discarded only as it was when the dialog opened', async () => {
  const server = serverWith()
  server.answer(returns.discard, { message: 'Data deleted', discarded: 1 })
  const { user } = await openScreen(RULES, CLERK)
  await user.click(await draftButton('Discard'))
  const dialog = within(await screen.findByRole('dialog'))
  server.answer(returns.book, {
    ...VERSION,
    law: 'GB',
    findings: 0,
    breaches: 0,
    lawDraftAt: null,
    draft: { ...DRAFT, changes: 2, at: '2026-03-10T10:05:00.000Z' },
  })
  await returnsChanged()
  dialog.getByText(/1 change will be lost/)
  await user.click(dialog.getByRole('button', { name: 'Discard draft' }))
  await waitFor(() =>
    expect(server.callsTo(returns.discard).map(({ query }) => query)).toEqual([{ draftAt: DRAFT.at }]),
  )
})
