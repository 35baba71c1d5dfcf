import { useEffect } from 'react'
import { notify } from './notify.ts'

/**
 * Shows a new failure as a danger notification, in addition to the message on the screen. Specification 8: 'Failures in view
 * orders, SKU serial and cancel order show the error message as a danger notification.'
 */
export function useDangerNotice(message: string | undefined): void {
  useEffect(() => {
    if (message) notify.danger(message)
  }, [message])
}
