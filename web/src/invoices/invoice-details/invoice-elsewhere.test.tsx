import { invoices } from '@despatch/contract/invoices/invoices'
import { ALL_CLIENTS } from '@despatch/domain/administration/roles/role-types'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { session } from '../../kit/session/session-store.ts'
import { openScreen, openServer } from '../../testing/open-portal.tsx'
import { DETAIL, INVOICE } from '../invoice-samples.ts'

const ok = { code: 200 } as const
const SCREEN = '/invoice-reconciliation/invoice-details?summaryID=7'
const BIRCH = { clientCode: 'BIRCH', clientName: 'Client BIRCH' }

/** A server that shows the invoice for all clients, and for BIRCH only. */
function serverOfBirch() {
  const server = openServer()
  server.answer(invoices.summary, () => {
    const client = server.callsTo(invoices.summary).at(-1)?.headers.get('client')
    const summary = client === 'ACME' ? [] : [{ ...INVOICE, invoiceNumber: 'INV-7', clients: [BIRCH] }]
    return { ...ok, summary, pageInfo: { total: summary.length, page: 1, limit: 10 } }
  })
  server.answer(invoices.details, { ...ok, details: [DETAIL], pageInfo: { total: 1, page: 1, limit: 10 } })
  server.answer(invoices.proof, {
    ...ok,
    result: 'adds up',
    filename: 'ups-46.csv',
    fileRows: 1,
    taken: 1,
    refused: 0,
    passedOver: 0,
    deleted: 0,
    unplaced: 0,
    elsewhere: 0,
    remarks: [],
    net: '18.40',
    tax: '3.68',
    stated: [],
    refusals: [],
    contradictions: [],
    duplicates: [],
    explanation: '',
    explainedBy: '',
  })
}

const STAFF = { type: 'Internal User', clients: ['ACME', 'BIRCH'] } as const

test('an invoice hidden by the selected client names its clients, and opens for one of them', async () => {
  serverOfBirch()
  const { user, search } = await openScreen(SCREEN, { ...STAFF, client: 'ACME' })
  await screen.findByText('Invoice INV-7 bills parcels of Client BIRCH, not of this client.')
  await user.click(screen.getByRole('link', { name: 'Show for Client BIRCH (BIRCH)' }))
  await screen.findByRole('heading', { name: /INV-7/ })
  expect(search()).toMatchObject({ for: 'BIRCH' })
  expect(session.selected()).toBe('ACME')
})

test('an invoice hidden by the client in its address opens for all', async () => {
  serverOfBirch()
  const { user, search } = await openScreen(`${SCREEN}&for=ACME`, STAFF)
  await user.click(await screen.findByRole('link', { name: 'Show all clients' }))
  await screen.findByRole('heading', { name: /INV-7/ })
  expect(search()).not.toHaveProperty('for')
  expect(session.client()).toBe(ALL_CLIENTS)
})

test('a user of several clients is led to the client that it bills', async () => {
  serverOfBirch()
  const { user } = await openScreen(SCREEN, { type: 'Client User', clients: ['ACME', 'BIRCH'], client: 'ACME' })
  await user.click(await screen.findByRole('button', { name: 'Switch to Client BIRCH (BIRCH)' }))
  await screen.findByRole('heading', { name: /INV-7/ })
  expect(session.client()).toBe('BIRCH')
})

test('other users are not asked about other clients', async () => {
  const server = openServer()
  server.answer(invoices.summary, { ...ok, summary: [], pageInfo: { total: 0, page: 1, limit: 10 } })
  await openScreen(SCREEN, { type: 'Client User', clients: ['ACME'] })
  await screen.findByText(/Invoice not found/)
  expect(server.callsTo(invoices.summary)).toHaveLength(1)
})
