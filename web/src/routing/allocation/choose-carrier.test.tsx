import { allocation } from '@despatch/contract/routing/allocation/allocation'
import { BY_HAND, OVERRULE } from '@despatch/contract/routing/allocation/carrier-choice'
import type { CandidateAnswer } from '@despatch/contract/routing/allocation/explanation'
import { CONSTRAINTS, type Constraint } from '@despatch/domain/routing/allocation/constraints'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { refusal } from '../../testing/fake-server.ts'
import { openScreen, openServer } from '../../testing/open-portal.tsx'
import type { SignInOptions } from '../../testing/sign-in.ts'
import { ChooseCarrier, type Chosen } from './choose-carrier.tsx'

const order = { orderNumber: 'O-1', clientCode: 'ACME' }

const candidate = (id: string, cost: number, ...unmet: Constraint[]): CandidateAnswer => ({
  clientMethodID: id,
  carrier: id,
  carrierName: id,
  carrierService: 'Parcel',
  methodDescription: `${id} Parcel`,
  transitDays: 1,
  isEligible: unmet.length === 0,
  cost,
  rank: unmet.length === 0 ? 1 : null,
  verdicts: CONSTRAINTS.map((constraint) => ({
    constraint,
    isMet: !unmet.includes(constraint),
    actual: constraint === 'capacity' ? 5 : 2000,
    limit: constraint === 'capacity' ? 4 : 1000,
    rule: id,
  })),
  changes: [],
})

/** A server where O-1 goes with EVRI, DPD is eligible, HEAVY is over a limit, and FULL is full. */
async function openChoice(who: SignInOptions = {}) {
  const server = openServer()
  server.answer(allocation.carrierChoices, {
    orderNumber: 'O-1',
    number: 1,
    version: 3,
    attempt: 2,
    standing: { clientMethodID: 'EVRI', cost: 41_500, isByHand: false },
    consignment: {
      service: 'STANDARD',
      country: 'GB',
      region: 'AB',
      despatchDay: '2026-03-02',
      parcels: [{ weight: 2000, length: 300, volume: 5000 }],
      heldTo: null,
      skus: ['MUG'],
    },
    decided: {
      ruleBookVersion: 1,
      chosen: 'EVRI',
      candidates: [
        candidate('EVRI', 41_500),
        candidate('DPD', 45_700),
        candidate('HEAVY', 30_000, 'ParcelWeight'),
        candidate('FULL', 20_000, 'capacity'),
      ],
    },
  })
  server.answer(allocation.chooseCarrier, { message: 'Order O-1 goes with DPD now.', version: 4, commandId: 'c' })
  const onChosen = vi.fn<(chosen: Chosen) => void>()
  const opened = await openScreen('/choice', who, () => (
    <ChooseCarrier order={order} decision={{ number: 1, attempt: 2 }} onChosen={onChosen} />
  ))
  return { ...opened, onChosen }
}
async function openDialog(who: SignInOptions = {}) {
  const opened = await openChoice(who)
  await opened.user.click(await screen.findByRole('button', { name: 'Choose another carrier' }))
  const dialog = within(await screen.findByRole('dialog'))
  await dialog.findByRole('radio', { name: /^DPD Parcel/ })
  return { ...opened, dialog }
}

test('choosing a carrier shows the price difference and sends reason and version', async () => {
  const { dialog, user, server, onChosen } = await openDialog()
  const confirm = dialog.getByRole('button', { name: 'Choose this carrier' })
  expect(confirm.hasAttribute('disabled')).toBe(true)
  expect(dialog.getByText(/£4\.57, \+£0\.42, 1 day/)).toBeTruthy()
  await user.click(dialog.getByRole('radio', { name: /^DPD Parcel/ }))
  expect(confirm.hasAttribute('disabled')).toBe(true)
  await user.type(dialog.getByRole('textbox', { name: 'Reason' }), 'Customer asked')
  await user.click(confirm)
  await waitFor(() => expect(onChosen).toHaveBeenCalledWith(expect.objectContaining({ commandId: 'c' })))
  expect(server.callsTo(allocation.chooseCarrier)[0]?.body).toEqual({
    orderNumber: 'O-1',
    number: 1,
    version: 3,
    attempt: 2,
    clientMethodID: 'DPD',
    reason: 'Customer asked',
  })
})

test('full methods are disabled; methods over a limit need the Overrule permission', async () => {
  const { dialog } = await openDialog()
  const isDisabled = (name: RegExp) => dialog.getByRole('radio', { name }).hasAttribute('disabled')
  expect([/^EVRI/, /^HEAVY/, /^FULL/].map(isDisabled)).toEqual([true, false, true])
  expect(dialog.getByText('Choosing it overrules Parcel weight.')).toBeTruthy()
  expect(dialog.getByText(/4 of 4 parcels taken, 1 more does not fit/)).toBeTruthy()
  expect(dialog.getByText('Capacity can’t be overruled. First raise its capacity.')).toBeTruthy()
})

test('users without Overrule see why; users without permission see no button', async () => {
  const { dialog, unmount } = await openDialog({ holds: (leaf) => leaf !== OVERRULE })
  expect(dialog.getByRole('radio', { name: /^HEAVY/ }).hasAttribute('disabled')).toBe(true)
  expect(
    dialog.getByText("You need 'Edit' on Carrier by Hand: Overrule. You can add it in Roles & Permissions."),
  ).toBeTruthy()
  unmount()
  await openChoice({ holds: (leaf) => leaf !== BY_HAND })
  expect(screen.queryByRole('button', { name: 'Choose another carrier' })).toBeNull()
})

test('a refusal stays in the dialog, and the choices reload', async () => {
  const { dialog, user, server, onChosen } = await openDialog()
  server.answer(allocation.chooseCarrier, refusal('version_conflict', 'Someone changed order O-1 since you looked.'))
  await user.click(dialog.getByRole('radio', { name: /^DPD Parcel/ }))
  await user.type(dialog.getByRole('textbox', { name: 'Reason' }), 'Mine')
  await user.click(dialog.getByRole('button', { name: 'Choose this carrier' }))
  await dialog.findByText('Someone changed order O-1 since you looked.')
  await waitFor(() => expect(server.callsTo(allocation.carrierChoices).length).toBe(2))
  expect(onChosen).not.toHaveBeenCalled()
})
