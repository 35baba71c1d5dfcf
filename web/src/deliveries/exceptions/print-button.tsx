import { Button } from '@mantine/core'
import { deliveryExceptions } from '@despatch/contract/deliveries/exceptions/delivery-exceptions'
import { IconPrinter } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { isAbort, messageOf } from '../../kit/server/api-error.ts'
import { callFile } from '../../kit/server/call.ts'
import { notify } from '../../kit/notify/notify.ts'
import { datedName, saveFile } from '../../kit/list/export/save-file.ts'
import { type ExceptionsSearch, exceptionsRequest } from './exception-queries.ts'
import { serverNow } from '../../kit/browser/clock.ts'

type PrintButtonProps = { readonly search: ExceptionsSearch; readonly client: string; readonly isOff: boolean }

/** Prints the counts and their parcels as a PDF form. Shows failures in the specification's words. */
export function PrintButton({ search, client, isOff }: PrintButtonProps) {
  const [isPrinting, setPrinting] = useState(false)
  const unmounted = useRef(new AbortController())
  useEffect(() => {
    unmounted.current = new AbortController()
    return () => unmounted.current.abort()
  }, [])

  async function print() {
    setPrinting(true)
    const { signal } = unmounted.current
    try {
      const body = { ...exceptionsRequest(search, client), isPrint: true }
      const name = datedName('Carrier Delivery Exceptions', 'pdf', serverNow())
      saveFile(await callFile(deliveryExceptions.list, { body }, { signal }), name)
      notify.success(`Printed to ${name}`)
    } catch (error) {
      if (!isAbort(error)) notify.danger(messageOf(error))
    } finally {
      if (!signal.aborted) setPrinting(false)
    }
  }

  return (
    <Button
      variant="default"
      ml="auto"
      leftSection={<IconPrinter size={16} aria-hidden />}
      loading={isPrinting}
      disabled={isOff}
      onClick={() => void print()}
    >
      Print (PDF)
    </Button>
  )
}
