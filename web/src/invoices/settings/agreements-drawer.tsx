import { Button, Drawer, Skeleton, Tabs } from '@mantine/core'
import { invoices } from '@despatch/contract/invoices/invoices'
import type { DisputeTerms } from '@despatch/contract/invoices/dispute-terms'
import type { AgreedCharge, AgreedDivisor, Tolerance } from '@despatch/contract/invoices/settings'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { ConfirmDialog } from '../../kit/list/confirm-dialog.tsx'
import { DisabledReason } from '../../kit/list/disabled-reason.tsx'
import { TableProblem } from '../../kit/list/table-states.tsx'
import { notify } from '../../kit/notify/notify.ts'
import { call } from '../../kit/server/call.ts'
import { useWhyNotDecide } from '../use-invoice-rights.ts'
import { AgreedForm } from './agreed-form.tsx'
import { agreedNow, agreementsChanged, disputeTermsNow, tolerancesNow } from './agreement-queries.ts'
import { AgreedTable, DisputeTermsTable, DivisorTable, ToleranceTable } from './agreement-tables.tsx'
import styles from './agreements.module.css'
import { DisputeTermsForm } from './dispute-terms-form.tsx'
import { DivisorForm } from './divisor-form.tsx'
import { ToleranceForm } from './tolerance-form.tsx'

type AgreementsDrawerProps = { readonly opened: boolean; readonly onClose: () => void }

/** What was agreed with carriers, by which their invoices are judged. */
export function AgreementsDrawer({ opened, onClose }: AgreementsDrawerProps) {
  return (
    <Drawer opened={opened} onClose={onClose} position="right" size="xl" title="Tolerances and agreed charges">
      {opened && (
        <Tabs defaultValue="tolerances" keepMounted={false}>
          <Tabs.List>
            <Tabs.Tab value="tolerances">Tolerances</Tabs.Tab>
            <Tabs.Tab value="agreed">Agreed charges</Tabs.Tab>
            <Tabs.Tab value="divisors">Volumetric divisors</Tabs.Tab>
            <Tabs.Tab value="disputes">Disputes</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="tolerances">
            <Tolerances />
          </Tabs.Panel>
          <Tabs.Panel value="agreed">
            <AgreedCharges />
          </Tabs.Panel>
          <Tabs.Panel value="divisors">
            <Divisors />
          </Tabs.Panel>
          <Tabs.Panel value="disputes">
            <DisputeTermsList />
          </Tabs.Panel>
        </Tabs>
      )}
    </Drawer>
  )
}

/** One that is changed, 'new' for one that is added, or none. */
type Open<Of> = Of | 'new' | undefined
const recordOf = <Of,>(open: Open<Of>) => (open === 'new' ? undefined : open)

function Tolerances() {
  const { data, error, refetch } = useQuery(tolerancesNow)
  const [open, setOpen] = useState<Open<Tolerance>>()
  const [deleting, setDeleting] = useState<Tolerance>()
  const close = () => setOpen(undefined)
  if (open !== undefined)
    return (
      <>
        <ToleranceForm of={recordOf(open)} onDone={close} onDelete={() => open !== 'new' && setDeleting(open)} />
        <DeleteDialog
          what={deleting && `the tolerance of ${deleting.carrierCode}`}
          onDelete={async () => deleting && call(invoices.removeTolerance, { query: { id: deleting.toleranceID } })}
          onDone={close}
          onClose={() => setDeleting(undefined)}
        >
          Without it, only what agrees to the penny is accepted with ‘Accept all matched or within tolerance’.
        </DeleteDialog>
      </>
    )
  return (
    <Listed
      lead="How far what a carrier bills may be off. It is used for invoices that are judged from now on."
      add="Add a tolerance"
      isLoading={data === undefined}
      error={error}
      onRetry={() => void refetch()}
      onAdd={() => setOpen('new')}
    >
      {data && <ToleranceTable rows={data} onOpen={setOpen} />}
    </Listed>
  )
}

function AgreedCharges() {
  const { data, error, refetch } = useQuery(agreedNow)
  const [open, setOpen] = useState<Open<AgreedCharge>>()
  const [deleting, setDeleting] = useState<AgreedCharge>()
  const close = () => setOpen(undefined)
  if (open !== undefined)
    return (
      <>
        <AgreedForm of={recordOf(open)} onDone={close} onDelete={() => open !== 'new' && setDeleting(open)} />
        <DeleteDialog
          what={deleting && `the agreed charge ‘${deleting.chargeText}’`}
          onDelete={async () => deleting && call(invoices.removeAgreed, { query: { id: deleting.agreedID } })}
          onDone={close}
          onClose={() => setDeleting(undefined)}
        >
          What was judged by it stays as it is. To end it, give it a last day instead.
        </DeleteDialog>
      </>
    )
  return (
    <Listed
      lead="What a carrier may bill beside the price: fuel, surcharges, minimum charges. Anything else that is billed is a variance."
      add="Add an agreed charge"
      isLoading={data === undefined}
      error={error}
      onRetry={() => void refetch()}
      onAdd={() => setOpen('new')}
    >
      {data && <AgreedTable rows={data.agreed} onOpen={setOpen} />}
    </Listed>
  )
}

function Divisors() {
  const { data, error, refetch } = useQuery(agreedNow)
  const [open, setOpen] = useState<Open<AgreedDivisor>>()
  const [deleting, setDeleting] = useState<AgreedDivisor>()
  const close = () => setOpen(undefined)
  if (open !== undefined)
    return (
      <>
        <DivisorForm of={recordOf(open)} onDone={close} onDelete={() => open !== 'new' && setDeleting(open)} />
        <DeleteDialog
          what={deleting && `the divisor of ${deleting.carrierCode}`}
          onDelete={async () => deleting && call(invoices.removeDivisor, { query: { id: deleting.divisorID } })}
          onDone={close}
          onClose={() => setDeleting(undefined)}
        >
          Without one, a size that the carrier bills cannot be disputed.
        </DeleteDialog>
      </>
    )
  return (
    <Listed
      lead="How many cubic centimetres count as a kilogram where a carrier bills by size. Without one, size cannot be disputed."
      add="Add a divisor"
      isLoading={data === undefined}
      error={error}
      onRetry={() => void refetch()}
      onAdd={() => setOpen('new')}
    >
      {data && <DivisorTable rows={data.divisors} onOpen={setOpen} />}
    </Listed>
  )
}

function DisputeTermsList() {
  const { data, error, refetch } = useQuery(disputeTermsNow)
  const [open, setOpen] = useState<Open<DisputeTerms>>()
  const [deleting, setDeleting] = useState<DisputeTerms>()
  const close = () => setOpen(undefined)
  if (open !== undefined)
    return (
      <>
        <DisputeTermsForm of={recordOf(open)} onDone={close} onDelete={() => open !== 'new' && setDeleting(open)} />
        <DeleteDialog
          what={deleting && `the dispute terms of ${deleting.carrierCode}`}
          onDelete={async () => deleting && call(invoices.removeDisputeTerms, { query: { id: deleting.termsID } })}
          onDone={close}
          onClose={() => setDeleting(undefined)}
        >
          New disputes then have a deadline of 30 days, and what is disputed is not paid.
        </DeleteDialog>
      </>
    )
  return (
    <Listed
      lead="What is paid while a dispute is open, the carrier’s deadline, and where it takes disputes. Used for disputes that are opened from now on; without any, what is disputed is not paid, and the deadline is 30 days."
      add="Add dispute terms"
      isLoading={data === undefined}
      error={error}
      onRetry={() => void refetch()}
      onAdd={() => setOpen('new')}
    >
      {data && <DisputeTermsTable rows={data} onOpen={setOpen} />}
    </Listed>
  )
}

type ListedProps = {
  readonly lead: string
  readonly add: string
  readonly isLoading: boolean
  readonly error: unknown
  readonly onRetry: () => void
  readonly onAdd: () => void
  readonly children: ReactNode
}

function Listed({ lead, add, isLoading, error, onRetry, onAdd, children }: ListedProps) {
  const whyNot = useWhyNotDecide()
  return (
    <>
      <p className={styles.lead}>{lead}</p>
      <div className={styles.head}>
        <DisabledReason reasons={[whyNot]} />
        <Button size="xs" disabled={whyNot !== undefined} onClick={onAdd}>
          {add}
        </Button>
      </div>
      {isLoading && error ? (
        <TableProblem error={error} onRetry={onRetry} isInline />
      ) : isLoading ? (
        <Skeleton height={120} mt="md" aria-label="Loading" />
      ) : (
        children
      )}
    </>
  )
}

type DeleteDialogProps = {
  /** Undefined while nothing is asked. */
  readonly what: string | undefined
  readonly onDelete: () => Promise<{ readonly message: string } | undefined>
  readonly onDone: () => void
  readonly onClose: () => void
  readonly children: string
}

function DeleteDialog({ what, onDelete, onDone, onClose, children }: DeleteDialogProps) {
  return (
    <ConfirmDialog
      opened={what !== undefined}
      title={`Delete ${what}?`}
      confirmLabel="Delete it"
      isDangerous
      onConfirm={async () => {
        const answer = await onDelete()
        if (answer) notify.success(answer.message)
        void agreementsChanged()
      }}
      onDone={onDone}
      onClose={onClose}
    >
      <p>{children}</p>
    </ConfirmDialog>
  )
}
